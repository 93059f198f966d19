"""Writes the packed and binary exports into files/, with programs that the product does not use.

Needs Python 3.11 with openpyxl 3.1, xlsxwriter 3.2 and pyarrow, and the commands zip, zstd and tar. What it wrote is committed;
run it only to add an export:  python3 tests/prepare/exports/make-files.py
"""

import bz2, datetime as dt, decimal, gzip, io, os, pathlib, subprocess, tarfile, tempfile, zipfile
import openpyxl, pyarrow as pa, pyarrow.parquet as pq, xlsxwriter
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

folder = pathlib.Path(__file__).parent / "files"
folder.mkdir(exist_ok=True)
HEADER = "Reference;Booked;Amount;Currency\n"
A = HEADER + "A;2024-01-02;1;EUR\n"
B = HEADER + "B;2024-01-02;2;EUR\n"
C = HEADER + "C;2024-01-02;3;EUR\n"
STILL = (1980, 1, 1, 0, 0, 0)


def save(name, content):
    (folder / name).write_bytes(content)


def zipped(entries, compression=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, content in entries:
            entry = zipfile.ZipInfo(name, STILL)
            entry.compress_type = compression
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return out.getvalue()


def tarred(entries, mode="w", format=tarfile.PAX_FORMAT):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode, format=format) as archive:
        for name, content in entries:
            entry = tarfile.TarInfo(name)
            if isinstance(content, tuple):
                entry.type, entry.linkname = content
                archive.addfile(entry)
            else:
                data = content.encode() if isinstance(content, str) else content
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def packed():
    save("one.csv.gz", gzip.compress(A.encode(), mtime=0))
    save("members.csv.gz", gzip.compress(A.encode(), mtime=0) + gzip.compress(b"B;2024-01-02;2;EUR\n", mtime=0))
    save("cut.csv.gz", gzip.compress((HEADER + "".join(f"{n};2024-01-02;{n}.5;EUR\n" for n in range(3000))).encode(), mtime=0)[:-2000])
    save("wrong-sum.csv.gz", (lambda b: b[:-8] + bytes([b[-8] ^ 1]) + b[-7:])(gzip.compress(A.encode(), mtime=0)))
    save("followed-by-rubbish.csv.gz", gzip.compress(A.encode(), mtime=0) + b"rubbish")
    save("one.csv.bz2", bz2.compress(A.encode()))
    save("members.csv.bz2", bz2.compress(A.encode()) + bz2.compress(b"B;2024-01-02;2;EUR\n"))
    save("cut.csv.bz2", bz2.compress(os.urandom(0) + ("".join(f"{n};{n * 7919 % 104729}\n" for n in range(20000))).encode())[:-500])
    save("one.csv.zst", subprocess.run(["zstd", "-q", "-c"], input=A.encode(), capture_output=True, check=True).stdout)
    save("two.zip", zipped([("b.csv", B), ("a.csv", A), ("readme/", ""), ("c/c.csv", C)]))
    save("stored.zip", zipped([("a.csv", A)], zipfile.ZIP_STORED))
    save("umlauts.zip", zipped([("Umsätze Übersicht.csv", A)]))
    save("two.tar", tarred([("b.csv", B), ("a.csv", A)]))
    save("two.tar.gz", gzip.compress(tarred([("./b.csv", B), ("./a.csv", A), ("long/" * 30 + "c.csv", C)]), mtime=0))
    save("two.tar.bz2", bz2.compress(tarred([("b.csv", B), ("a.csv", A)], format=tarfile.GNU_FORMAT)))
    save("two.tar.zst", subprocess.run(["zstd", "-q", "-c"], input=tarred([("b.csv", B), ("a.csv", A)]), capture_output=True, check=True).stdout)
    save("nested.zip", zipped([("outer.csv", B), ("packed/inner.csv.gz", gzip.compress(A.encode(), mtime=0))]))
    save("zip-in-zip.zip", zipped([("inner.zip", zipped([("a.csv", A)]))]))
    save("mac.zip", zipped([("a.csv", A), ("__MACOSX/._a.csv", b"\0\5\x16\7\0\2\0\0Mac OS X"), (".DS_Store", b"\0\0\0\1Bud1"), ("Thumbs.db", b"\xd0\xcf\x11\xe0")]))
    save("empty.zip", zipped([]))
    save("only-folders.zip", zipped([("a/", ""), ("a/b/", "")]))
    with tempfile.TemporaryDirectory() as work:
        (pathlib.Path(work) / "a.csv").write_text(A)
        for name, more in (("encrypted.zip", []),):
            subprocess.run(["zip", "-q", "-X", "-P", "secret", *more, "out.zip", "a.csv"], cwd=work, check=True)
            save(name, (pathlib.Path(work) / "out.zip").read_bytes())
    save("upwards.zip", zipped([("a.csv", A), ("../../outside.csv", B)]))
    save("absolute.zip", zipped([("/outside.csv", B)]))
    save("backslashes.zip", zipped([("..\\..\\outside.csv", B)]))
    save("upwards.tar", tarred([("a.csv", A), ("../../outside.csv", B)]))
    save("absolute.tar", tarred([("/outside.csv", B)]))
    save("links.tar", tarred([("secret.csv", (tarfile.SYMTYPE, "/etc/passwd")), ("a.csv", A), ("hard.csv", (tarfile.LNKTYPE, "a.csv")), ("pipe.csv", (tarfile.FIFOTYPE, ""))]))
    save("link-then-through.tar", tarred([("d", (tarfile.SYMTYPE, "/tmp")), ("d/through-the-link.csv", A)]))
    save("same-name.zip", zipped([("a.csv", A), ("a.csv", B)]))
    save("cut.zip", zipped([("a.csv", A * 50)])[:-40])
    save("cut.tar", tarred([("a.csv", A), ("b.csv", B * 50)])[:1024 + 512 + 700])
    wrong = bytearray(zipped([("a.csv", A)], zipfile.ZIP_STORED))
    wrong[wrong.index(b"2024-01-02")] = ord("3")
    save("wrong-sum.zip", bytes(wrong))
    # 4 GiB of one letter in 17 KB, by way of gzip in gzip; and 2 GB in a zip that tells the truth about it.
    save("bomb.csv.gz.gz", bomb())
    save("bomb.zip", zip_bomb())
    save("overlapping.zip", overlapping())


def bomb():
    import zlib
    piece = b"A" * (1 << 20)
    inner = io.BytesIO()
    with gzip.GzipFile(fileobj=inner, mode="wb", mtime=0) as out:
        for _ in range(4096):
            out.write(piece)
    return gzip.compress(inner.getvalue(), mtime=0)


def zip_bomb():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        entry = zipfile.ZipInfo("bomb.csv", STILL)
        entry.compress_type = zipfile.ZIP_DEFLATED
        with archive.open(entry, "w", force_zip64=True) as writer:
            for _ in range(2048):
                writer.write(b"0" * (1 << 20))
    # A zip of 2 MB is too large to be kept: one more round makes it small.
    return zipped([("bomb.zip", out.getvalue())])


def overlapping():
    """A zip with 5000 entries in its directory that all lead to the same megabyte."""
    import struct, zlib
    content = b"Reference;Booked;Amount;Currency\n" + b"A;2024-01-02;1;EUR\n" * 50_000
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(content) + deflate.flush()
    sizes = struct.pack("<LLL", zlib.crc32(content), len(data), len(content))
    local = b"PK\3\4" + struct.pack("<HHHHH", 20, 0, 8, 0, 33) + sizes + struct.pack("<HH", 5, 0) + b"x.csv"
    directory = b"".join(
        b"PK\1\2" + struct.pack("<HHHHHH", 20, 20, 0, 8, 0, 33) + sizes
        + struct.pack("<HHHHHLL", 5, 0, 0, 0, 0, 0, 0) + b"x.csv" for n in range(5000))
    start = len(local) + len(data)
    end = b"PK\5\6" + struct.pack("<HHHHLLH", 0, 0, 5000, 5000, len(directory), start, 0)
    whole = local + data + directory + end
    return zipped([("overlapping.zip", whole)])


def workbooks():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Umsätze"
    sheet.append(["Reference", "Booked", "Amount", "Currency"])
    sheet.append(["A", dt.datetime(2024, 1, 2), 1.5, "EUR"])
    sheet.append(["B", dt.datetime(2024, 1, 2, 13, 45, 6), 0.1, "EUR"])
    sheet.append([12345678901234567, dt.date(1900, 3, 1), -7, "EUR"])
    sheet.append([CellRichText("rich ", TextBlock(InlineFont(b=True), "bold"), " & <end>"), dt.datetime(2024, 12, 31, 23, 59, 59), 1e15, "EUR"])
    sheet.append(["a_x000D_b\nc", dt.datetime(2024, 1, 2), "12345678901234567890123456789012345678", "EUR"])
    sheet.append([])
    sheet["A8"], sheet["B8"], sheet["C8"], sheet["D8"] = "after a gap", dt.datetime(2024, 1, 2), 3, "EUR"
    sheet["C8"].number_format = "[Red]#,##0.00;-#,##0.00"
    book.create_sheet("Empty")
    hidden = book.create_sheet("Hidden")
    hidden.append(["Reference", "Booked", "Amount", "Currency"])
    hidden.append(["H", dt.datetime(2024, 1, 2), 9, "EUR"])
    hidden.sheet_state = "hidden"
    book.save(folder / "umsaetze.xlsx")

    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    sheet = book.active
    sheet.append(["Reference", "Booked", "Amount", "Currency"])
    sheet.append(["mac", dt.datetime(2024, 1, 2, 12, 30), 1, "EUR"])
    sheet.append(["first day", dt.datetime(1904, 1, 2), 1, "EUR"])
    book.save(folder / "mac-1904.xlsx")

    # xlsxwriter in constant memory writes texts inline, and lets formulas, booleans and errors be written with results.
    path = folder / "inline.xlsx"
    book = xlsxwriter.Workbook(str(path), {"constant_memory": True, "default_date_format": "dd/mm/yy"})
    sheet = book.add_worksheet("Payments")
    day = book.add_format({"num_format": "dd.mm.yyyy"})
    german = book.add_format({"num_format": "[$-407]d. mmmm yyyy;@"})
    percent = book.add_format({"num_format": '0.00" days"'})
    sheet.write_row(0, 0, ["Example Bank plc"])
    sheet.write_row(2, 0, ["Reference", "Booked", "Amount", "Currency", "Note"])
    sheet.write_row(3, 0, ["A", None, 1.25, "EUR", True])
    sheet.write_number(3, 1, 45293, day)
    sheet.write_string(4, 0, "B"); sheet.write_number(4, 1, 45293, german); sheet.write_formula(4, 2, "=1+1", None, 2); sheet.write_string(4, 3, "EUR")
    sheet.write_string(5, 0, "C"); sheet.write_number(5, 1, 60, day); sheet.write_number(5, 2, 3); sheet.write_string(5, 3, "EUR")
    sheet.write_string(6, 0, "D"); sheet.write_number(6, 1, 45293, day); sheet.write_formula(6, 2, "=1/0", None, "#DIV/0!"); sheet.write_string(6, 3, "EUR")
    sheet.write_string(7, 0, "E"); sheet.write_number(7, 1, 45293, day); sheet.write_number(7, 2, 4.5, percent); sheet.write_string(7, 3, "EUR")
    sheet.write_string(8, 0, "F"); sheet.write_number(8, 1, 59, day); sheet.write_number(8, 2, 5); sheet.write_string(8, 3, "EUR")
    sheet.write_string(9, 0, "Total"); sheet.write_formula(9, 2, "=SUM(C4:C9)", None, 15.75)
    book.close()

    book = xlsxwriter.Workbook(str(folder / "two-sheets.xlsx"))
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    for name, reference in (("February", "F"), ("January & co", "J")):
        sheet = book.add_worksheet(name)
        sheet.write_row(0, 0, ["Reference", "Booked", "Amount", "Currency"])
        sheet.write_row(1, 0, [reference, None, 1, "EUR"]); sheet.write_number(1, 1, 45293, day)
    book.add_worksheet("Chart data").write_row(0, 0, ["x", "y"])
    book.close()


def parquets():
    exact = decimal.Decimal
    # Parquet knows no day before its columns: each type as banks' warehouses write them.
    rows = {
        "id": pa.array(["A", "B", "C"], pa.string()),
        "count": pa.array([9223372036854775807, -9007199254740993, None], pa.int64()),
        "unsigned": pa.array([18446744073709551615, 0, None], pa.uint64()),
        "small": pa.array([-128, 127, None], pa.int8()),
        "amount": pa.array([exact("12345678901234567890123456789012345.678"), exact("-0.100"), None], pa.decimal128(38, 3)),
        "price": pa.array([exact("1234.50"), exact("-0.05"), None], pa.decimal128(9, 2)),
        "double": pa.array([0.1, 1e300, None], pa.float64()),
        "day": pa.array([dt.date(2024, 2, 29), dt.date(1900, 3, 1), None], pa.date32()),
        "micro": pa.array([1704198896123456, 0, None], pa.timestamp("us")),
        "nano": pa.array([1704198896123456789, 0, None], pa.timestamp("ns", tz="UTC")),
        "milli": pa.array([1704198896123, -1, None], pa.timestamp("ms")),
        "flag": pa.array([True, False, None], pa.bool_()),
        "kind": pa.array(["CR", "DR", None]).dictionary_encode(),
        "owner": pa.array([{"name": "Müller", "age": 5}, {"name": None, "age": None}, None], pa.struct([("name", pa.string()), ("age", pa.int32())])),
        "": pa.array(["nameless", "", None], pa.string()),
    }
    table = pa.table(rows)
    pq.write_table(table, folder / "types-snappy.parquet", compression="snappy", store_schema=False)
    pq.write_table(table, folder / "types-zstd-v2.parquet", compression="zstd", data_page_version="2.0", version="2.6", store_schema=False)
    pq.write_table(table, folder / "types-gzip-groups.parquet", compression="gzip", row_group_size=1, use_dictionary=False, store_schema=False)
    pq.write_table(table, folder / "types-brotli.parquet", compression="brotli", store_schema=False, store_decimal_as_integer=True)
    pq.write_table(pa.table({"a": pa.array([], pa.string())}), folder / "empty.parquet", store_schema=False)
    whole = (folder / "types-snappy.parquet").read_bytes()
    save("cut.parquet", whole[: len(whole) // 2])


packed()
workbooks()
parquets()
for path in sorted(folder.iterdir()):
    print(path.stat().st_size, path.name)
