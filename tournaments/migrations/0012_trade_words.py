from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0001_squashed_0011_names_of_flights'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='chipchange',
                    name='what',
                    field=models.CharField(choices=[('extra_chips', 'Extra chips added'), ('no_show', 'No-show stack removed'), ('taken_off', 'Chips taken off the table')], max_length=15),
                ),
                migrations.AlterField(
                    model_name='clockmark',
                    name='what',
                    field=models.CharField(choices=[('paused', 'Paused'), ('resumed', 'Resumed'), ('set', 'Set clock'), ('structure', 'Structure changed')], max_length=10),
                ),
                migrations.AlterField(
                    model_name='listed',
                    name='ended',
                    field=models.CharField(blank=True, choices=[('paid', 'Paid'), ('left', 'Off the list'), ('lapsed', 'Cancelled for the waiting list')], max_length=10),
                ),
                migrations.AlterField(
                    model_name='penalty',
                    name='book_measure',
                    field=models.CharField(choices=[('warning', 'Warning'), ('away', 'Sit-out penalty'), ('second_place', 'Disqualified, second place'), ('out', 'Out')], max_length=15),
                ),
                migrations.AlterField(
                    model_name='penalty',
                    name='measure',
                    field=models.CharField(choices=[('warning', 'Warning'), ('away', 'Sit-out penalty'), ('second_place', 'Disqualified, second place'), ('out', 'Out')], max_length=15),
                ),
                migrations.AlterField(
                    model_name='purchase',
                    name='paid_with',
                    field=models.CharField(choices=[('cash', 'Cash'), ('chips', 'Chips'), ('bank', 'Card or bank transfer'), ('ticket', 'Ticket')], max_length=10),
                ),
                migrations.AlterField(
                    model_name='purchase',
                    name='what',
                    field=models.CharField(choices=[('entry', 'Buy-in'), ('reentry', 'Re-entry'), ('rebuy', 'Rebuy'), ('addon', 'Add-on'), ('refund', 'Refund')], max_length=10),
                ),
                migrations.AlterField(
                    model_name='seatdraw',
                    name='what',
                    field=models.CharField(choices=[('seats', 'Seat draw'), ('broken', 'Table broken'), ('again', 'Full redraw')], max_length=10),
                ),
            ]
        ),
    ]
