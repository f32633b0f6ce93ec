"""Make the board from geography: projection, relaxation, warp, tessellation, engraving.

Run ``python -m benchmarks.mapmaking LAND.json COUNTRIES.json`` (extra ``map``). The result is committed
under ``assets/pog/map``; play needs neither this package nor its libraries.
"""
