"""Writes exports with random values, and beside them what was drawn: nothing here is of the product.

    python3 write-exports.py FOLDER SEED COUNT FORMAT[,FORMAT]…

One process writes them all. `drawn.jsonl` has a line for each file: how it was written, what a template has to say of it, the
cells of each row as they must arrive, and the sum of the amounts, added up by exact decimals from the file as it was read back.
"""

import csv
import datetime
import io
import json
import os
import random
import subprocess
import sys
import xml.dom.minidom
import xml.etree.ElementTree as ElementTree
from decimal import Decimal, getcontext

getcontext().prec = 60
folder, seed, count, formats = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4].split(",")
chance = random.Random(seed)

LETTERS = list("abcXYZ019 .,;|-_/'&<>%+=@#()") + ["ß", "ä", "é", "Ø", '"', '""', "  ", "null", "0x1", "1E5", "TRUE"]
WIDE = ["東", "😀", "Ł", "ﬁ", "ı", "\u00a0x", "€", "„", "\u2028"]
LINE_ENDS = ["\n", "\n\n", "\r\n"]
CODEPAGES = {"windows-1252": "cp1252", "iso-8859-15": "iso8859-15"}
LOCALES = {
    "plain": (".", "none", ""), "German": (",", ".", "."), "German without groups": (",", ".", ""), "Swiss": (".", "'", "'"),
    "Swiss, typographic": (".", "'", "’"), "English": (".", ",", ","), "French": (",", " ", "\u202f"), "French, wide": (",", " ", "\u00a0"),
    "comma": (",", "none", ""),
}
MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
DATES = {
    "iso": lambda at: at.strftime("%Y-%m-%d") if at.time() == datetime.time() else at.isoformat(),
    "DD.MM.YYYY": lambda at: at.strftime("%d.%m.%Y"), "D.M.YYYY": lambda at: f"{at.day}.{at.month}.{at.year}",
    "DD.MM.YY": lambda at: at.strftime("%d.%m.%y"), "MM/DD/YYYY": lambda at: at.strftime("%m/%d/%Y"), "YYYYMMDD": lambda at: at.strftime("%Y%m%d"),
    "DD.MM.YYYY HH:mm:ss": lambda at: at.strftime("%d.%m.%Y %H:%M:%S"), "DD/MM/YYYY hh:mm A": lambda at: at.strftime("%d/%m/%Y %I:%M %p"),
    "D. MMMM YYYY": lambda at: f"{at.day}. {MONTHS[at.month - 1]} {at.year}", "YYYY-MM-DD-HH.mm.ss.SSSSSS": lambda at: at.strftime("%Y-%m-%d-%H.%M.%S.%f"),
}


def amount(digits=18):
    decimals = chance.choice([0, 1, 2, 2, 2, 2, 3, 8])
    number = Decimal(chance.randrange(10 ** chance.randint(1, digits))).scaleb(-decimals)
    return -number if chance.random() < 0.3 else number


def moment(keeps_time, first=datetime.datetime(1970, 1, 1)):
    days = chance.randrange((datetime.datetime(2068, 12, 31) - first).days)
    seconds = chance.randrange(86400) if keeps_time else 0
    return first + datetime.timedelta(days=days, seconds=seconds)


def text(codec="utf-8", line_ends=True, spaces=True):
    kind = chance.random()
    if kind < 0.25:
        return str(chance.randrange(10**9)).zfill(chance.randint(3, 14))
    if kind < 0.35:
        return "DE" + str(chance.randrange(10**20)).zfill(20)
    if kind < 0.45:
        return ""
    letters = LETTERS + WIDE + (LINE_ENDS if line_ends else [])
    drawn = "".join(chance.choice(letters) for _ in range(chance.randint(1, 14)))
    drawn = drawn.encode(codec, "ignore").decode(codec)
    if not spaces:
        drawn = drawn.strip()
    # What a spreadsheet shows in place of a value is refused, by design.
    if drawn.strip(" \n\r\t\u00a0\u2028") == "" or drawn.startswith(("#", '="')):
        return "x"
    return drawn


def isotime(at):
    return at.isoformat(timespec="microseconds").rstrip("0").rstrip(".") if at.microsecond else at.isoformat()


def rows_of(make_text, digits=18, keeps_time=False, first=datetime.datetime(1970, 1, 1)):
    return [
        {"amount": amount(digits), "at": moment(keeps_time, first), "texts": [make_text() for _ in range(3)]}
        for _ in range(chance.randint(1, 40))
    ]


def in_locale(number, name):
    mark, _, group = LOCALES[name]
    sign, digits, exponent = number.as_tuple()
    written = "".join(map(str, digits)).zfill(-exponent + 1)
    whole, decimals = (written[:exponent], written[exponent:]) if exponent < 0 else (written + "0" * exponent, "")
    if group and len(whole) > 3:
        head = len(whole) % 3 or 3
        whole = group.join([whole[:head]] + [whole[at : at + 3] for at in range(head, len(whole), 3)])
    bare = whole + (mark + decimals if decimals else "")
    if not sign:
        return bare
    return chance.choice(["-{}", "-{}", "{}-", "({})", "\u2212{}" if group == "\u202f" else "-{}"]).format(bare)


NAMES = ["Konto-Nr.", "Name des Zahlers", "Zweck"]


def delimited(path):
    codec = chance.choice(["utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16le", "utf-16be", "cp1252", "iso8859-15"])
    encoding = {"utf-8-sig": "utf-8", "utf-16": "utf-16le", "cp1252": "windows-1252", "iso8859-15": "iso-8859-15"}.get(codec, codec)
    locale = chance.choice([name for name in LOCALES if codec not in CODEPAGES.values() or name not in ("French", "Swiss, typographic")])
    if codec == "iso8859-15" and locale == "Swiss, typographic":
        locale = "plain"
    form = chance.choice(list(DATES))
    delimiter, end = chance.choice(",;\t|"), chance.choice(["\n", "\r\n"])
    quoting = chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
    keeps_time = "HH" in form or "hh" in form or form == "iso"
    rows = rows_of(lambda: text(codec), keeps_time=keeps_time)
    if form == "DD/MM/YYYY hh:mm A":
        for row in rows:
            row["at"] = row["at"].replace(second=0)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=quoting)
    titles = chance.choice([0, 0, 0, 2])
    for at in range(titles):
        writer.writerow([f"Auszug {at}"])
    writer.writerow(["Betrag", "Datum", *NAMES])
    for row in rows:
        writer.writerow([in_locale(row["amount"], locale), DATES[form](row["at"]), *row["texts"]])
    written = out.getvalue() if chance.random() < 0.8 else out.getvalue()[: -len(end)]
    with open(path, "wb") as file:
        file.write(written.encode(codec))
    mark, group, _ = LOCALES[locale]
    reading = {"format": "delimited", "delimiter": delimiter, "encoding": encoding, "headerRow": titles + 1}
    return rows, {
        "how": f"csv, {codec}, {locale}, {form}", "reading": reading, "numbers": {"decimal": mark, "thousands": group},
        "dates": {"formats": [form], "zone": "as-written"}, "read_back": lambda: read_delimited(path, codec, delimiter, titles, mark),
    }


def read_delimited(path, codec, delimiter, titles, mark):
    with open(path, encoding=codec, newline="") as file:
        cells = [row[0] for row in csv.reader(file, delimiter=delimiter) if row][titles + 1 :]
    return [number_in(cell, mark) for cell in cells]


def number_in(cell, mark):
    negative = any(sign in cell for sign in "-(\u2212")
    digits = "".join("." if letter == mark else letter for letter in cell if letter.isdigit() or letter == mark)
    return -Decimal(digits) if negative else Decimal(digits)


def fixed_width(path):
    codec = chance.choice(["utf-8", "cp1252", "iso8859-15", "utf-16le"])
    widths = [chance.randint(26, 32), 12, *(chance.randint(15, 60) for _ in range(3))]
    end = chance.choice(["\n", "\r\n"])

    def short():
        # Spaces around a cell are those of its width.
        drawn = text(codec, line_ends=False, spaces=False).replace("\u2028", "")
        return drawn.encode("utf-16le")[:30].decode("utf-16le", "ignore").strip()

    rows = rows_of(short, 15)
    right = chance.random() < 0.5
    lines = []
    for row in rows:
        number = in_locale(row["amount"], "plain")
        cells = [number.rjust(widths[0]) if right else number.ljust(widths[0]), row["at"].strftime("%Y-%m-%d").ljust(widths[1])]
        cells += [cell + " " * (width - len(cell)) for cell, width in zip(row["texts"], widths[2:])]
        lines.append("".join(cells))
    with open(path, "wb") as file:
        file.write("".join(line + end for line in lines).encode(codec))
    encoding = {"cp1252": "windows-1252", "iso8859-15": "iso-8859-15"}.get(codec, codec)
    columns = [{"name": name, "width": width} for name, width in zip(["Betrag", "Datum", *NAMES], widths)]
    return rows, {
        "how": f"fixed width, {codec}", "reading": {"format": "fixed-width", "encoding": encoding, "columns": columns},
        "read_back": lambda: [number_in(line[: widths[0]], ".") for line in open(path, "rb").read().decode(codec).split(end) if line],
    }


def written_json(number):
    return chance.choice([str(number), str(number), f"{number:E}"]) if number else "0"


def json_file(path):
    rows = rows_of(text, keeps_time=True)
    as_text = chance.random() < 0.3
    is_ascii = chance.random() < 0.5
    numbers = [written_json(row["amount"]) for row in rows]

    def record(row, number):
        # The marks are taken away behind the encoder, which would change digits.
        made = {"Betrag": number if as_text else f"\u0001{number}\u0001", "Datum": isotime(row["at"])}
        for name, cell in zip(NAMES, row["texts"]):
            if cell != "" or chance.random() < 0.3:
                made[name] = cell if cell != "" or chance.random() < 0.5 else None
        items = list(made.items())
        chance.shuffle(items)
        return dict(items)

    records = [record(row, number) for row, number in zip(rows, numbers)]

    def dumped(value, **more):
        written = json.dumps(value, ensure_ascii=is_ascii, **more)
        return written.replace('"\\u0001', "").replace('\\u0001"', "")

    style = chance.choice(["lines", "list", "indented list", "list within", "objects"])
    reading = {"format": "json"}
    if style == "lines":
        content = "".join(dumped(one) + chance.choice(["\n", "\r\n"]) for one in records)
    elif style == "objects":
        content = "\n".join(dumped(one, indent=1) for one in records)
    elif style == "list within":
        reading["list"] = "/data/rows"
        content = dumped({"head": {"made": "today"}, "data": {"rows": records}, "end": 1})
    else:
        content = dumped(records, **({"indent": 2} if "indented" in style else {}))
    codec = chance.choice(["utf-8", "utf-8-sig", "utf-16le"])
    with open(path, "wb") as file:
        file.write(content.encode(codec))

    def read_back():
        found = []
        decoder = json.JSONDecoder(parse_float=Decimal, parse_int=Decimal)
        at, document = 0, open(path, "rb").read().decode(codec)
        while at < len(document.rstrip()):
            while document[at] in " \r\n":
                at += 1
            value, at = decoder.raw_decode(document, at)
            value = value if isinstance(value, list) else value["data"]["rows"] if "data" in value else [value]
            found += [Decimal(one["Betrag"]) for one in value]
        return found

    reading["encoding"] = {"utf-8-sig": "utf-8"}.get(codec, codec)
    return rows, {"how": f"json, {style}, {codec}", "reading": reading, "read_back": read_back}


def xml_file(path):
    codec = chance.choice(["utf-8", "utf-16", "iso-8859-15", "windows-1252", "us-ascii"])
    rows = rows_of(lambda: text(line_ends=False).replace("\u2028", ""), keeps_time=True)
    style = chance.choice(["elements", "attributes", "namespace", "prefixed", "CDATA", "comments"])
    names = ["Betrag", "Datum", "Konto", "Name", "Zweck"]
    space = "{urn:bank:1}" if style in ("namespace", "prefixed") else ""
    if style == "namespace":
        ElementTree.register_namespace("", "urn:bank:1")
    elif style == "prefixed":
        ElementTree.register_namespace("b", "urn:bank:1")
    root = ElementTree.Element(space + "Export")
    document = xml.dom.minidom.Document()
    top = document.appendChild(document.createElement("Export"))
    for row in rows:
        cells = dict(zip(names, [str(row["amount"]) if "E" not in str(row["amount"]) else f"{row['amount']:f}", isotime(row["at"]), *row["texts"]]))
        if style == "attributes":
            ElementTree.SubElement(root, "Zahlung", {name: cell for name, cell in cells.items() if cell != ""})
        elif style in ("CDATA", "comments"):
            element = top.appendChild(document.createElement("Zahlung"))
            for name, cell in cells.items():
                within = element.appendChild(document.createElement(name))
                half = len(cell) // 2
                if style == "CDATA" and "]]>" not in cell:
                    within.appendChild(document.createTextNode(cell[:half]))
                    within.appendChild(document.createCDATASection(cell[half:]))
                else:
                    within.appendChild(document.createTextNode(cell[:half]))
                    within.appendChild(document.createComment(" halfway "))
                    within.appendChild(document.createTextNode(cell[half:]))
        else:
            element = ElementTree.SubElement(root, space + "Zahlung")
            for name, cell in cells.items():
                ElementTree.SubElement(element, space + name).text = cell
    if style in ("CDATA", "comments"):
        # CDATA cannot hold what an encoding lacks.
        codec = "utf-8"
        open(path, "wb").write(document.toxml(encoding="utf-8"))
    else:
        ElementTree.ElementTree(root).write(path, encoding=codec, xml_declaration=True)

    def read_back():
        parsed = list(ElementTree.parse(path).getroot())
        return [Decimal(one.get("Betrag") or one.find(space + "Betrag").text) for one in parsed]

    columns = [f"@{name}" if style == "attributes" else name for name in names]
    return rows, {"how": f"xml, {style}, {codec}", "reading": {"format": "xml"}, "columns": columns, "read_back": read_back}


EXCEL_NUMBERS = ["General", "0.00", "#,##0.00", '#,##0.00 "€"', "#,##0.00;[Red]-#,##0.00", "0.00%", "# ?/?", '_-* #,##0.00\\ [$€-407]_-']
EXCEL_DAYS = ["yyyy-mm-dd", "DD.MM.YYYY", "d/m/yy", "[$-407]d. mmmm yyyy;@", "mm-dd-yy"]


def plain_xlsx(path):
    """Of which nothing is lost where its cells are written as they are shown."""
    return xlsx(path, 9, ["General"], ["yyyy-mm-dd"], False)


def xlsx(path, digits=15, numbers=EXCEL_NUMBERS, days=EXCEL_DAYS, with_time=True):
    import openpyxl
    from openpyxl.utils.datetime import CALENDAR_MAC_1904

    keeps_time = with_time and chance.random() < 0.5
    rows = rows_of(lambda: text(line_ends=True).replace("\r", "").replace("\u2028", ""), digits, keeps_time, datetime.datetime(1904, 1, 2))
    book = openpyxl.Workbook()
    if chance.random() < 0.2:
        book.epoch = CALENDAR_MAC_1904
    sheet = book.active
    sheet.title = "Umsätze & mehr"
    titles = chance.choice([0, 0, 2])
    for at in range(titles):
        sheet.append([f"Auszug {at}"])
    sheet.append(["Betrag", "Datum", *NAMES])
    form, day = chance.choice(numbers), chance.choice(days) + (" hh:mm:ss" if keeps_time else "")
    for row in rows:
        sheet.append([row["amount"] if chance.random() < 0.5 else float(row["amount"]), row["at"] if keeps_time else row["at"].date()])
        line = sheet.max_row
        sheet.cell(line, 1).number_format = form
        sheet.cell(line, 2).number_format = day
        for at, cell in enumerate(row["texts"]):
            if cell != "":
                within = sheet.cell(line, 3 + at)
                within.value = cell
                within.data_type = "s"
    book.save(path)

    def read_back():
        found = openpyxl.load_workbook(path, read_only=True).active.iter_rows(min_row=titles + 2, values_only=True)
        # A double of 15 digits has them all.
        return [Decimal(f"{row[0]:.15g}") if isinstance(row[0], float) else Decimal(row[0]) for row in found]

    return rows, {"how": f"xlsx, {form}, {day}", "reading": {"format": "xlsx", "headerRow": titles + 1}, "read_back": read_back}


def parquet(path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    scale = chance.choice([0, 2, 2, 5, 9])
    kind = chance.choice(["decimal128", "decimal256", "string", "int64" if scale == 0 else "decimal128", "double"])
    rows = rows_of(text, 15, True)
    for row in rows:
        row["amount"] = row["amount"].quantize(Decimal(1).scaleb(-scale)) if kind != "double" else row["amount"]
    amounts = [row["amount"] for row in rows]
    column = {
        "decimal128": lambda: pa.array(amounts, pa.decimal128(38, scale)), "decimal256": lambda: pa.array(amounts, pa.decimal256(60, scale)),
        "string": lambda: pa.array([f"{one:f}" for one in amounts]), "int64": lambda: pa.array([int(one) for one in amounts], pa.int64()),
        "double": lambda: pa.array([float(one) for one in amounts], pa.float64()),
    }[kind]()
    unit = chance.choice(["s", "ms", "us", "ns", "date32", "string", "int96"])
    if unit == "date32":
        for row in rows:
            row["at"] = row["at"].replace(hour=0, minute=0, second=0)
        when = pa.array([row["at"].date() for row in rows], pa.date32())
    elif unit == "string":
        when = pa.array([isotime(row["at"]) for row in rows])
    else:
        when = pa.array([row["at"] for row in rows], pa.timestamp("ns" if unit == "int96" else unit, chance.choice([None, "UTC"])))
    table = pa.table({"Betrag": column, "Datum": when, **{name: pa.array([row["texts"][at] or None for row in rows], pa.string()) for at, name in enumerate(NAMES)}})
    version = chance.choice(["1.0", "2.4", "2.6"])
    options = {
        "compression": chance.choice(["none", "snappy", "gzip", "zstd", "brotli", "lz4"]), "use_dictionary": chance.random() < 0.5,
        "row_group_size": chance.choice([3, 10, 1000]), "data_page_version": chance.choice(["1.0", "2.0"]), "data_page_size": chance.choice([64, 1024, 1 << 20]),
        "use_deprecated_int96_timestamps": unit == "int96", "write_statistics": chance.random() < 0.5, "store_decimal_as_integer": False,
        "write_page_checksum": chance.random() < 0.3,
    }
    if unit != "int96":
        options["version"] = version
    pq.write_table(table, path, **options)

    def read_back():
        return [Decimal(f"{one:.15g}") if isinstance(one, float) else Decimal(one) for one in pq.read_table(path)["Betrag"].to_pylist()]

    return rows, {"how": f"parquet, {kind}, {unit}, {options['compression']}", "reading": {"format": "parquet"}, "read_back": read_back}


def converted(path, made, into, *filters):
    """Files that LibreOffice writes of others, many in one start of it."""
    subprocess.run(
        ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/office", *filters, "--convert-to", into, "--outdir", f"{folder}/converted", *made],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=1800,
    )


WRITERS = {"csv": (delimited, "csv"), "fixed": (fixed_width, "txt"), "json": (json_file, "json"), "xml": (xml_file, "xml"), "xlsx": (xlsx, "xlsx"), "plain-xlsx": (plain_xlsx, "xlsx"), "parquet": (parquet, "parquet")}


def note(out, path, rows, facts):
    total = sum(facts["read_back"](), Decimal(0))
    drawn = [[f"{row['amount']:f}", isotime(row["at"]), *row["texts"]] for row in rows]
    out.write(json.dumps({
        "file": os.path.basename(path) if os.path.dirname(path) == folder else os.path.relpath(path, folder), "how": facts["how"], "reading": facts["reading"],
        "numbers": facts.get("numbers", {"decimal": ".", "thousands": "none"}), "dates": facts.get("dates", {"formats": ["iso"], "zone": "as-written"}),
        "columns": facts.get("columns", ["Betrag", "Datum", *NAMES]), "rows": drawn, "sum": f"{total:f}",
    }) + "\n")


with open(os.path.join(folder, "drawn.jsonl"), "w", encoding="utf-8") as out:
    to_convert = []
    for number in range(count):
        name = formats[number % len(formats)]
        source = {"calc-xlsx": "xlsx", "calc-csv": "plain-xlsx"}.get(name, name)
        write, ending = WRITERS[source]
        path = os.path.join(folder, f"{number:06}.{ending}")
        rows, facts = write(path)
        if name == source:
            note(out, path, rows, facts)
        else:
            to_convert.append((name, path, rows, facts))
    for name, into, ending in [("calc-xlsx", "xlsx:Calc MS Excel 2007 XML", "xlsx"), ("calc-csv", "csv:Text - txt - csv (StarCalc):59,34,76,1,,1031,false,false", "csv")]:
        own = [one for one in to_convert if one[0] == name]
        for at in range(0, len(own), 200):
            converted(folder, [path for _, path, _, _ in own[at : at + 200]], into)
        for _, path, rows, facts in own:
            made = os.path.join(folder, "converted", f"{os.path.basename(path)[:6]}.{ending}")
            reading = facts["reading"]
            if name == "calc-csv":
                reading = {"format": "delimited", "delimiter": ";", "encoding": "utf-8", "headerRow": reading["headerRow"]}
                facts = {**facts, "numbers": {"decimal": ".", "thousands": "none"}}
            note(out, made, rows, {**facts, "how": f"{name} of {facts['how']}", "reading": reading})
