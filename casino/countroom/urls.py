"""Addresses of the count room."""

from django.urls import path

from casino.countroom.views import boxes, transfers

urlpatterns = [
    path("boxes/", boxes.boxes, name="boxes"),
    path("boxes/differences/", boxes.differences, name="box-differences"),
    path("boxes/<int:box_id>/", boxes.box, name="box"),
    path("boxes/<int:box_id>/count/", boxes.count_box, name="box-count"),
    path("tables/<int:session_id>/boxes/", boxes.table_boxes, name="table-boxes"),
    path("tables/<int:session_id>/settle/", boxes.settle_table, name="table-settle"),
    path("tables/<int:session_id>/dealer/", boxes.change_dealer, name="dealer"),
    path("fills/", transfers.fills, name="fills"),
    path("fills/<int:transfer_id>/", transfers.transfer, name="transfer"),
    path("fills/<int:transfer_id>/issue/", transfers.issue_fill, name="fill-issue"),
    path("fills/<int:transfer_id>/confirm/", transfers.confirm_fill, name="fill-confirm"),
    path("fills/<int:transfer_id>/take/", transfers.confirm_credit, name="credit-confirm"),
    path("fills/<int:transfer_id>/void/", transfers.void_fill, name="fill-void"),
    path("tables/<int:session_id>/bank/", transfers.bank, name="table-bank"),
    path("tables/<int:session_id>/bank/fill/", transfers.ask_fill, name="fill-ask"),
    path("tables/<int:session_id>/bank/credit/", transfers.send_credit, name="credit-send"),
    path("tables/<int:session_id>/bank/missing/", transfers.name_missing, name="bank-missing"),
]
