import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0006_control_profile'),
        ('staff', '0004_keys_of_a_club'),
    ]

    operations = [
        migrations.CreateModel(
            name='Badge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('issued_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(null=True)),
                ('act_id', models.BigIntegerField(unique=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='badges', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at', None)), fields=('user', 'club'), name='staff_one_badge_a_person'), models.UniqueConstraint(condition=models.Q(('digest', ''), _negated=True), fields=('digest',), name='staff_badge_code_once')],
            },
        ),
    ]
