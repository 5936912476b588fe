"""Where the package starts."""

import logging

from shop_forecast.training import fit

logging.basicConfig(level=logging.INFO, format="%(levelname)s:%(name)s:%(message)s")
fit(epochs=8)
