"""Addresses of the count room."""

from django.urls import path

from casino.countroom import views

urlpatterns = [
    path("boxes/", views.boxes, name="boxes"),
    path("boxes/differences/", views.differences, name="box-differences"),
    path("boxes/<int:box_id>/", views.box, name="box"),
    path("boxes/<int:box_id>/count/", views.count_box, name="box-count"),
    path("boxes/<int:box_id>/void/", views.void_box, name="box-void"),
    path("tables/<int:session_id>/boxes/", views.table_boxes, name="table-boxes"),
    path("tables/<int:session_id>/settle/", views.settle_table, name="table-settle"),
    path(
        "tables/<int:session_id>/settle/take-back/",
        views.unsettle_table,
        name="settle-take-back",
    ),
    path("tables/<int:session_id>/dealer/", views.change_dealer, name="dealer"),
    path("tables/<int:session_id>/dealer/correct/", views.correct_dealer, name="dealer-correct"),
]
