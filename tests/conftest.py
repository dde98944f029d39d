"""Test options."""

import pytest
from hypothesis import settings

settings.register_profile("default", deadline=None)  # machines are noisy
settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the expected outputs in rule and case pages")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))
