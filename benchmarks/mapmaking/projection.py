"""Conformal conic projection over Europe and the Near East (kilometres, y grows southward)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyproj

#: Standard parallels chosen so that both Petrograd and Basra keep their shape.
_PROJ = pyproj.Proj(proj="lcc", lat_1=36, lat_2=56, lat_0=47, lon_0=22, ellps="WGS84")


def project(lon: Any, lat: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Project degrees to an (n, 2) array of kilometres, x east and y south."""
    x, y = _PROJ(np.asarray(lon, dtype=float), np.asarray(lat, dtype=float))
    return np.column_stack([np.asarray(x) / 1000.0, -np.asarray(y) / 1000.0])
