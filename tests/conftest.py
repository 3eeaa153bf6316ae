"""What all tests share: one settled course for hypothesis."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "tavolino",
    database=None,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tavolino")
