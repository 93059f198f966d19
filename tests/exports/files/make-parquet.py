"""Writes Parquet files with a program that the product does not use. What it wrote is committed; run it only to add one.

Needs Python 3 with pyarrow:  python3 tests/exports/files/make-parquet.py
"""

import pathlib
import pyarrow as pa, pyarrow.parquet as pq

folder = pathlib.Path(__file__).parent

nested = pa.table({
    "tags": pa.array([["a", None, "b\"c"], [], None, ["d"]], pa.list_(pa.string())),
    "matrix": pa.array([[[1, 2], [], None, [3]], [], None, [None]], pa.list_(pa.list_(pa.int64()))),
    "map": pa.array([[("k", 1), ("l", None)], [], None, [("m", 2)]], pa.map_(pa.string(), pa.int32())),
    "people": pa.array([[{"name": "x", "ids": [1, 2]}, {"name": None, "ids": None}], [], None, [None]],
                       pa.list_(pa.struct([("name", pa.string()), ("ids", pa.list_(pa.int64()))]))),
    "owner": pa.array([{"name": "x", "home": {"city": "y"}, "ids": [7]}, {"name": None, "home": None, "ids": []}, None, {"name": "z", "home": {"city": None}, "ids": None}],
                      pa.struct([("name", pa.string()), ("home", pa.struct([("city", pa.string())])), ("ids", pa.list_(pa.int64()))])),
    "last": pa.array([1, 2, 3, 4], pa.int8()),
})
pq.write_table(nested, folder / "nested.parquet", compression="none")
# Pages with few values each: rows whose lists go on in the next page, where the version allows it.
many = pa.table({"n": pa.array(range(1000)), "list": pa.array([[str(i)] * (i % 5) for i in range(1000)])})
for version in ("1.0", "2.0"):
    pq.write_table(many, folder / f"small-pages-{version[0]}.parquet", data_page_version=version, data_page_size=64, write_batch_size=7, row_group_size=400, use_dictionary=False, compression="lz4")

times = pa.table({
    "date": pa.array([0, -1, 19723], pa.date32()),
    "seconds": pa.array([1, 86399, None], pa.time32("ms")),
    "nanos": pa.array([1, 86399999999999, None], pa.time64("ns")),
    "utc": pa.array([0, -1, 1704067199999], pa.timestamp("ms", "UTC")),
    "bytes": pa.array([b"\xff\x00", b"text", None], pa.binary()),
    "fixed": pa.array([b"ab", b"\x00\x01", None], pa.binary(2)),
    "bool": pa.array([True, False, None]),
    "uint8": pa.array([255, 0, None], pa.uint8()),
    "uint32": pa.array([4294967295, 0, None], pa.uint32()),
    "float": pa.array([0.1, -3.5, 16777216.0], pa.float32()),
    "none": pa.array([None, None, None], pa.null()),
})
pq.write_table(times, folder / "times.parquet", compression="zstd")
pq.write_table(pa.table({"t": pa.array([0, 1704067199123456789, None], pa.timestamp("ns"))}), folder / "int96.parquet", use_deprecated_int96_timestamps=True)

delta = pa.table({
    "int": pa.array([i * 1000003 - 7 for i in range(700)], pa.int64()),
    "int32": pa.array([(-1) ** i * i * 3000000 for i in range(700)], pa.int32()),
    "length": pa.array([f"text {i}" for i in range(700)]),
    "prefix": pa.array([f"same beginning {i // 10} {i}" for i in range(700)]),
    "split": pa.array([i / 8 for i in range(700)], pa.float64()),
    "bool": pa.array([i % 3 == 0 for i in range(700)]),
})
pq.write_table(delta, folder / "delta.parquet", use_dictionary=False, data_page_version="2.0", compression="snappy", column_encoding={
    "int": "DELTA_BINARY_PACKED", "int32": "DELTA_BINARY_PACKED", "length": "DELTA_LENGTH_BYTE_ARRAY", "prefix": "DELTA_BYTE_ARRAY", "split": "BYTE_STREAM_SPLIT", "bool": "RLE"})
