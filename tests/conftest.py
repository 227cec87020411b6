"""Make the core importable from a checkout, and configure Hypothesis for slow machines."""

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

settings.register_profile("qin", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.load_profile("qin")
