import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recognise } from '../../src-main/exports/recognise.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { zipOf } from './archives.ts';
import { open } from './reading-all.ts';

const texts: Record<string, string> = {
  'a letter':
    'Dear Mrs Smith,\n\nplease find enclosed the statements of November, December and January.\nWe ask you to check them, and to call us if anything is missing.\n\nYours sincerely,\nA. Jones, Example Bank plc\n',
  'a letter in German':
    'Sehr geehrte Frau Müller,\n\nanbei erhalten Sie die Umsätze für November, wie besprochen.\nBitte prüfen Sie sie; bei Fragen rufen Sie uns an.\n\nMit freundlichen Grüßen\nIhre Sparkasse\n',
  'one sentence': 'Hello Anna, the export is on the other drive.',
  'a log of times with commas': Array.from(
    { length: 30 },
    (_, at) => `2026-11-27 06:43:${10 + at},123 INFO job - step ${at} of the night run done`,
  ).join('\n'),
  'a log of a web server': Array.from(
    { length: 30 },
    (_, at) => `10.0.0.${at} - - [27/Nov/2026:06:43:21 +0000] "GET /a/${'x'.repeat(at)} HTTP/1.1" 200 ${at * 913}`,
  ).join('\n'),
  'a log of a system': Array.from(
    { length: 30 },
    (_, at) => `Nov 27 06:43:${10 + at} host cron[${at * 97}]: (root) CMD ( cd / && run-parts ${at})`,
  ).join('\n'),
  'a Makefile':
    'CC = gcc\nall: main.o\n\t$(CC) -o main main.o\n\nclean:\n\trm -f *.o main\n\t@echo done\n\ninstall: all\n\tcp main /usr/bin\n',
  'source code in C':
    '#include <stdio.h>\n\nint main(int argc, char **argv) {\n\tint a = 1; int b = 2;\n\tfor (int i = 0; i < argc; i++) {\n\t\tprintf("%s, %d\\n", argv[i], a + b);\n\t}\n\treturn 0;\n}\n',
  'source code in Python':
    'import os, sys\n\ndef main(args):\n    for one in args:\n        print(one, len(one), sep=", ")\n    return 0\n\nif __name__ == "__main__":\n    sys.exit(main(sys.argv))\n',
  SQL: "select a.id, a.amount, b.name\nfrom payments a\njoin parties b on b.id = a.party\nwhere a.booked >= date '2026-01-01'\norder by a.id;\n",
  'a script': '#!/bin/sh\nset -e\nfor f in *.csv; do\n  cut -d";" -f1 "$f" | sort | uniq > "$f.ids"\ndone\necho done\n',
  settings: '[server]\nhost = localhost\nport = 8080\n\n[paths]\nin = /var/in\nout = /var/out\n# who: a, b and c\n',
  YAML: 'name: nightly\non:\n  schedule:\n    - cron: "0 3 * * *"\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm ci\n',
  'a style sheet': 'body {\n  margin: 0;\n  font: 12px/1.4 Arial, sans-serif;\n}\nh1, h2 {\n  color: red;\n}\n',
  'a difference':
    'diff --git a/a.ts b/a.ts\nindex 1..2 100644\n--- a/a.ts\n+++ b/a.ts\n@@ -1,4 +1,5 @@\n import a, { b } from "c";\n-const d = 1;\n+const d = 2;\n+const e = 3;\n',
  'a stack trace':
    'Error: boom\n    at run (/app/main.js:10:5)\n    at async start (/app/index.js:3:1)\nCaused by: other, with a comma\n    at read (/app/read.js:8:9)\n',
  'a poem':
    'The bank is closed, the night is long,\nthe batch has run, the sums are wrong,\nand no one knows\nwhere money goes\nbut those who sing this song.\n',
  'a README with a table in it':
    '# Export\n\nThis folder has the exports of the night.\nEach is named by its day, and kept for a year.\n\n| file | what |\n|---|---|\n| a.csv | payments |\n\nAsk the desk for older ones.\nDo not change them here.\nThey are read at six.\n\nSee also the guide.\n',
  'a changelog':
    'example (1.0-2) unstable; urgency=low\n\n  * Mend the build, the tests and the docs.\n  * Say why.\n\n -- A. Jones <a@example.com>  Fri, 27 Nov 2026 06:43:21 +0000\n',
};

const isTable = (text: string | Uint8Array) => {
  const found = recognise(Buffer.from(text));
  return found.kind === 'format' && found.format === 'delimited';
};

describe('Text without a table is named as such', () => {
  it.each(Object.entries(texts))('%s', async (_, text) => {
    const path = join(temporaryFolder(), 'november.txt');
    writeFileSync(path, text);
    await expect(open([path])).rejects.toMatchObject({
      code: 'file.export-unreadable',
      detail: expect.stringContaining('It is text without a table'),
    });
  });

  it('The documents, sources and licences of this project', () => {
    const own = globSync([
      '*.md',
      'docs/decisions/0*.md',
      'src-main/exports/*.ts',
      'node_modules/[a-b]*/{LICENSE*,README.md}',
    ]);
    expect(own.length).toBeGreaterThan(60);
    expect(own.filter((path) => isTable(readFileSync(path)))).toEqual([]);
  });

  it('An e-mail is named as one, whatever is in it', async () => {
    const path = join(temporaryFolder(), 'message.eml');
    writeFileSync(
      path,
      'Return-Path: <a@example.com>\r\nFrom: A <a@example.com>\r\nSubject: statements\r\nMIME-Version: 1.0\r\n\r\nid;amount\r\n1;2\r\n3;4\r\n',
    );
    await expect(open([path])).rejects.toMatchObject({ detail: expect.stringContaining('It is an e-mail') });
  });

  it('Among exports, it is left out and named', async () => {
    const path = join(temporaryFolder(), 'exports.zip');
    writeFileSync(path, await zipOf({ 'README.txt': texts['a letter'] ?? '', 'a.csv': 'id;amount\n1;2\n' }));
    const { tables, facts } = await open([path]);
    expect(tables.map(({ name }) => name)).toEqual(['a.csv']);
    expect(facts.leftOut).toEqual([{ name: 'README.txt', reason: expect.stringContaining('is text without a table') }]);
  });

  it('It is a table of one column where a template asks for one', async () => {
    const path = join(temporaryFolder(), 'list.txt');
    writeFileSync(path, 'Name of the party\nAnna Smith\nBert Jones, junior\nClara Miller\n');
    expect(isTable(readFileSync(path))).toBe(false);
    const { tables } = await open([path], { hints: { format: 'delimited', delimiter: ';', headerRow: 1 } });
    expect(tables[0]?.columns).toEqual(['Name of the party']);
  });
});

describe('A table stays one', () => {
  const rows = 'id;booked;amount;party\n1;2026-11-23;10,50;Anna\n2;2026-11-23;19,50;Bert\n';
  it.each([
    [
      'below a title of several lines',
      `Example Bank plc\nStatement of November\n\nAccount 123\nOwner: A. Jones\nMade on 27.11.2026\n\n${rows}`,
    ],
    ['with totals below it', `${rows}\nSum of the credits: 30,00\nEnd of the statement\n`],
    [
      'between a title and remarks that are longer than it',
      `Example Bank plc\nStatement\nAccount 123\nOwner A. Jones\n${rows}All amounts in euros.\nErrors excepted.\nThis is no invoice.\nAsk us for more.\nThank you.\n`,
    ],
    [
      'whose empty cells at the end are left out',
      'a;b;c;d;e;f;g\n1;2;3;4;5;6;7\n1;2;3\n1;2;3;4\n1;2;3;4;5\n1;2;3;4;5;6\n',
    ],
    [
      'below a title, with a blank behind each comma',
      'Example Bank plc\nStatement\nid, booked, amount, party\n1, 2026-11-23, 10.50, Anna\n2, 2026-11-23, 119.50, Bert\n',
    ],
    ['of one row', 'id;amount\n1;2\n'],
    ['of names alone', 'id;amount;party\n'],
    ['with empty cells', 'id,amount,party,town\n1,,,\n,2,,\n,,3,\n'],
    ['of ids', 'payment_id\nA-1\nA-2\nA-3\n'],
    ['with texts that have commas', 'id,text\n1,"Dear Anna, thanks, bye"\n2,"Yes, no, perhaps"\n'],
    ['with cells of several lines', 'id,text\n1,"one\ntwo\nthree\nfour"\n2,"five\nsix\nseven"\n'],
    ['with a blank behind each comma', 'id, amount\n"1", 5\n"2", 6\n'],
    ['whose separator is declared', 'sep=|\nonly\n'],
    [
      'of fixed widths, filled up',
      'Anna Smith      10.50  2026-11-23\nBert            219.50 2026-11-23\nClara Maria     1.00   2026-11-24\n',
    ],
    ['of fixed widths without blanks', '0001EUR0000001050\n0002EUR0000021950\n'],
    ['of fixed widths, with amounts to the right', 'Anna Smith   10.50\nBert       1219.50\nÅsa Öberg     1.00\n'],
  ])('%s', (_, text) => expect(isTable(text)).toBe(true));

  it('in UTF-16', () => expect(isTable(Buffer.from(`\ufeff${rows}`, 'utf16le'))).toBe(true));
  it('where its first record is larger than what is looked at', () =>
    expect(isTable(`id;text\n1;"${'long text\n'.repeat(10_000)}"`)).toBe(true));
});
