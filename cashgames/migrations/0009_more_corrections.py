from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cashgames', '0008_corrected_notes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='correction',
            name='what',
            field=models.CharField(choices=[('hand', 'Hand'), ('chips', 'Chips'), ('share', 'Share'), ('box', 'Box'), ('notes', 'Notes'), ('stack', 'Stack'), ('settled', 'Settled'), ('float', 'Float')], max_length=7),
        ),
    ]
