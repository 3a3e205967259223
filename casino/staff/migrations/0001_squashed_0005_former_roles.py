import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.migration import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('staff', '0001_initial'),
        ('staff', '0002_pins_and_scoped_keys'),
        ('staff', '0003_given_passwords'),
        ('staff', '0004_language'),
        ('staff', '0005_former_roles'),
    ]

    initial = True

    dependencies = [
        ('house', '0001_squashed_0005_permissions_to_read'),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='User',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('password', models.CharField(max_length=128, verbose_name='password')),
                    ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                    ('username', models.CharField(max_length=50, unique=True)),
                    ('name', models.CharField(max_length=100)),
                    ('is_active', models.BooleanField(default=True)),
                    ('has_given_password', models.BooleanField(default=False)),
                    ('is_service', models.BooleanField(default=False)),
                    ('language', models.CharField(blank=True, choices=[('et', 'eesti'), ('ru', 'русский'), ('en', 'English'), ('lv', 'latviešu')], max_length=2)),
                ],
                options={
                    'abstract': False,
                },
            ),
            migrations.CreateModel(
                name='Membership',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='house.club')),
                    ('role', models.CharField(choices=[('cashier', 'Cashier'), ('supervisor', 'Floor supervisor'), ('director', 'Tournament director'), ('accountant', 'Accountant'), ('manager', 'Poker manager'), ('auditor', 'Auditor')], max_length=20)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('user'), models.F('club'), models.F('role'), name='staff_role_once'),
                        models.CheckConstraint(condition=models.Q(('role__in', ['cashier', 'supervisor', 'director', 'accountant', 'manager', 'auditor'])), name='staff_role_known'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='FormerRole',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='former_roles', to=settings.AUTH_USER_MODEL)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('role', models.CharField(choices=[('cashier', 'Cashier'), ('supervisor', 'Floor supervisor'), ('director', 'Tournament director'), ('accountant', 'Accountant'), ('manager', 'Poker manager'), ('auditor', 'Auditor')], max_length=20)),
                    ('last_day', models.DateField()),
                    ('act_id', models.BigIntegerField()),
                ],
                options={
                    'indexes': [models.Index(fields=['user', 'club', 'last_day'], name='staff_former_of_user')],
                },
            ),
            migrations.CreateModel(
                name='Pin',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pin', to=settings.AUTH_USER_MODEL)),
                    ('digest', models.CharField(max_length=128)),
                    ('wrong', models.PositiveSmallIntegerField(default=0)),
                ],
            ),
            migrations.CreateModel(
                name='ApiToken',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
                    ('name', models.CharField(max_length=50)),
                    ('digest', models.CharField(max_length=64, unique=True)),
                    ('reads_only', models.BooleanField(default=False)),
                    ('apps', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=30), blank=True, default=list, size=None)),
                    ('expires_at', models.DateTimeField(null=True)),
                    ('created_at', models.DateTimeField(auto_now_add=True)),
                ],
            ),
        ),
    ]
