import fc from 'fast-check';
import { expect, test } from 'vitest';
import { declaredEncoding } from '../../src-main/exports/xml/declared-encoding.ts';
import { xmlTable } from '../../src-main/exports/xml/xml-table.ts';
import { everythingOf, never, recordsOf, sourceOf } from './source.ts';

async function open(text: string | Uint8Array, element?: string, partBytes?: number) {
  const { table } = await xmlTable(
    sourceOf(text, partBytes),
    element === undefined ? { format: 'xml' } : { format: 'xml', element },
    never,
  );
  return table;
}

const STATEMENT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-02T06:00:00+01:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>S1</Id>
      <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
      <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1000.00</Amt></Bal>
      <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1090.50</Amt></Bal>
      <Ntry>
        <Amt Ccy="EUR">100.50</Amt>
        <CdtDbtInd>CRDT</CdtDbtInd>
        <NtryDtls><TxDtls>
          <RltdPties><Dbtr><Nm>Müller &amp; Söhne &#x20AC; &lt;KG&gt;</Nm></Dbtr></RltdPties>
          <RmtInf><Ustrd>Rechnung 1</Ustrd><Ustrd><![CDATA[Kunde <2> & Co]]></Ustrd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>
      <Ntry>
        <Amt Ccy="USD">10.00</Amt>
        <CdtDbtInd>DBIT</CdtDbtInd>
        <BookgDt/>
      </Ntry>
      <Ntry><Amt Ccy="EUR">0.00</Amt></Ntry>
    </Stmt>
  </BkToCstmrStmt>
</Document>`;

test('the entries of an account statement are its rows, flattened by path', async () => {
  for (const partBytes of [1, 5, 10_000]) {
    const table = await open(STATEMENT, undefined, partBytes);
    expect(table.reading).toEqual({ format: 'xml', element: '/Document/BkToCstmrStmt/Stmt/Ntry' });
    expect(table.columns).toEqual([
      'Amt/@Ccy',
      'Amt',
      'CdtDbtInd',
      'NtryDtls/TxDtls/RltdPties/Dbtr/Nm',
      'NtryDtls/TxDtls/RmtInf/Ustrd',
      'NtryDtls/TxDtls/RmtInf/Ustrd (2)',
      'BookgDt',
      'BkToCstmrStmt/GrpHdr/MsgId',
      'BkToCstmrStmt/GrpHdr/CreDtTm',
      'Stmt/Id',
      'Stmt/Acct/Id/IBAN',
      'Stmt/Bal/Tp/CdOrPrtry/Cd',
      'Stmt/Bal/Amt/@Ccy',
      'Stmt/Bal/Amt',
      'Stmt/Bal (2)/Tp/CdOrPrtry/Cd',
      'Stmt/Bal (2)/Amt/@Ccy',
      'Stmt/Bal (2)/Amt',
    ]);
    const message = ['M1', '2026-11-02T06:00:00+01:00'];
    const around = [...message, 'S1', 'DE89370400440532013000', 'OPBD', 'EUR', '1000.00', 'CLBD', 'EUR', '1090.50'];
    expect((await everythingOf(table)).rows).toEqual([
      {
        number: 1,
        cells: ['EUR', '100.50', 'CRDT', 'Müller & Söhne € <KG>', 'Rechnung 1', 'Kunde <2> & Co', undefined, ...around],
      },
      { number: 2, cells: ['USD', '10.00', 'DBIT', undefined, undefined, undefined, '', ...around] },
      { number: 3, cells: ['EUR', '0.00', undefined, undefined, undefined, undefined, undefined, ...around] },
    ]);
  }
});

test('another element is read where its path is named, with or without prefixes', async () => {
  for (const path of ['/Document/BkToCstmrStmt/Stmt/Bal', 'x:Document/x:BkToCstmrStmt/x:Stmt/x:Bal'])
    expect(await recordsOf(await open(STATEMENT, path))).toMatchObject([
      { 'Tp/CdOrPrtry/Cd': 'OPBD', 'Amt/@Ccy': 'EUR', Amt: '1000.00', 'Stmt/Id': 'S1' },
      { 'Tp/CdOrPrtry/Cd': 'CLBD', 'Amt/@Ccy': 'EUR', Amt: '1090.50', 'Stmt/Id': 'S1' },
    ]);
});

test('a path that is not there is named in the error', async () => {
  await expect(open(STATEMENT, '/Document/Entry')).rejects.toMatchObject({
    code: 'file.export-unreadable',
    detail: '/exports/payments: There is no element /Document/Entry in it.',
  });
});

test('rows come from all elements with the path, not from the same name elsewhere', async () => {
  const text = '<a><r><i>1</i><r><i>inner</i></r></r><b><r><i>no</i></r></b><r><i>2</i></r><r/></a>';
  expect(await recordsOf(await open(text, '/a/r'))).toEqual([{ i: '1', 'r/i': 'inner' }, { i: '2' }, {}]);
});

test('attributes alone make rows', async () => {
  const table = await open('<rows><row id="1" n="a &quot;b&quot;"/><row id="2" xml:lang="de"/></rows>');
  expect(await recordsOf(table)).toEqual([
    { '@id': '1', '@n': 'a "b"' },
    { '@id': '2', '@lang': 'de' },
  ]);
});

test('elements with nothing but text make rows of one column', async () => {
  expect(await recordsOf(await open('<list><id>1</id><id>2</id></list>'))).toEqual([{ id: '1' }, { id: '2' }]);
});

test('prefixes are left out, unless two elements differ in nothing else', async () => {
  const table = await open(
    '<x:a xmlns:x="1" xmlns:y="2"><x:r><x:n>1</x:n><y:n>2</y:n><y:m>3</y:m></x:r><x:r><y:n>4</y:n></x:r></x:a>',
  );
  expect(await recordsOf(table)).toEqual([{ n: '1', 'y:n': '2', m: '3' }, { 'y:n': '4' }]);
});

test('an element without a prefix that comes behind one with a prefix is not taken for it', async () => {
  const table = await open('<a xmlns:x="1"><r><x:n>1</x:n><n>2</n><m x:k="3" k="4"/></r><r><n>5</n></r></a>', '/a/r');
  expect(await recordsOf(table)).toEqual([{ n: '1', ':n': '2', 'm/@k': '3', 'm/@:k': '4', m: '' }, { ':n': '5' }]);
});

test('repeated elements are numbered, with all that is inside', async () => {
  const table = await open('<a><r><t><n>1</n></t><t k="v"><n>2</n><n>3</n></t></r><r/></a>', '/a/r');
  expect(await recordsOf(table)).toEqual([{ 't/n': '1', 't (2)/@k': 'v', 't (2)/n': '2', 't (2)/n (2)': '3' }, {}]);
});

test('space is kept in a text, and left out between elements; mixed content keeps its text', async () => {
  const table = await open('<a><r>\n  <n> x </n>\n  <m>  </m>\n  <p>one <b>two</b> three</p>\n</r><r/></a>', '/a/r');
  expect(await recordsOf(table)).toEqual([{ n: ' x ', m: '  ', 'p/b': 'two', p: 'one  three' }, {}]);
});

test('a text in parts, with comments and CDATA between them, is one', async () => {
  const table = await open('<a><r><n>1<!-- no -->2<![CDATA[<3>]]>4<?pi x?>5</n></r><r/></a>', '/a/r');
  expect(await recordsOf(table)).toEqual([{ n: '12<3>45' }, {}]);
});

test('an element that says it is nil has no cell', async () => {
  const table = await open(
    '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><r><n xsi:nil="true"/><m/></r><r/></a>',
    '/a/r',
  );
  expect(await recordsOf(table)).toEqual([{ m: '' }, {}]);
});

test('an element that appears late is among the other cells', async () => {
  const table = await open(`<a>${'<r><n>1</n></r>'.repeat(1500)}<r><late>2</late></r></a>`, undefined, 1000);
  expect(table.columns).toEqual(['n']);
  expect((await everythingOf(table)).rows.at(-1)).toEqual({
    number: 1501,
    cells: [undefined],
    others: [['late', '2']],
  });
});

test('a row with too many values is faulty, and the others are read', async () => {
  const { rows, faults } = await everythingOf(
    await open(`<a><r><n>1</n></r><r>${'<n/>'.repeat(5001)}</r><r><n>3</n></r></a>`, '/a/r', 1000),
  );
  expect(rows.map(({ number }) => number)).toEqual([1, 3]);
  expect(faults).toEqual([{ number: 2, message: 'Row 2 has more than 5,000 values.' }]);
});

test.each([
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY x "y">]><a><r>&x;</r><r/></a>', /Line 1 .*entity.*not read/],
  [
    'entities that make it endless',
    '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>\n<a><r>&b;</r></a>',
    /Line 2 .*entity/,
  ],
  ['an entity from another file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><r>&x;</r></a>', /entity/],
  ['an end that is missing', '<a><r>1</r>\n<r>2', /ends before all elements are closed/],
  ['tags that do not match', '<a>\n<r>1</s></a>', /Line 2 of its XML is broken/],
  ['an ampersand', '<a><r>A & B</r></a>', /Line 1 of its XML is broken/],
  ['a control character', '<a><r>\u0001</r></a>', /Line 1 of its XML is broken/],
  ['elements that are nested too deeply', '<a>'.repeat(300), /nested deeper than 256/],
  ['two roots', '<a><r>1</r></a><a/>', /Line 1 of its XML is broken/],
  ['nothing', ' ', /there is nothing in it/],
  ['only a root', '<a/>', /no element in which rows could be/],
])('XML with %s is refused in words', async (_, text, message) => {
  const read = async () => await everythingOf(await open(text));
  await expect(read()).rejects.toMatchObject({
    code: 'file.export-unreadable',
    detail: expect.stringMatching(message),
  });
});

test('a text that fills the memory is refused', async () => {
  const text = `<a><r>1</r><r ${'x'.repeat(17 * 1024 * 1024)}`;
  await expect(open(text, '/a/r', 65_536)).rejects.toMatchObject({
    detail: expect.stringMatching(/larger than 16 MB/),
  });
});

test('bytes that are no UTF-8 are refused with their place', async () => {
  const bytes = new TextEncoder().encode('<a><r>?</r><r/></a>');
  bytes[6] = 0xff;
  await expect(open(bytes)).rejects.toMatchObject({ detail: expect.stringMatching(/no characters in UTF-8/) });
});

test.each([
  ['<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'iso-8859-1'],
  ["<?xml version='1.0'\n encoding = 'windows-1252' standalone='yes'?>", 'windows-1252'],
  ['<?xml version="1.0"?><a encoding="x"/>', undefined],
  ['<a encoding="utf-8"/>', undefined],
])('the prolog of %s declares %s', (text, encoding) => {
  expect(declaredEncoding(new TextEncoder().encode(text))).toBe(encoding);
});

test('cells come back as they were written, however the bytes come', async () => {
  const character = fc.oneof(
    fc.constantFrom('<', '>', '&', '"', "'", ']]>', ' ', '\n', '\t', 'é', '😀'),
    fc.string({
      minLength: 1,
      maxLength: 3,
      unit: fc
        .integer({ min: 0x20, max: 0xd7ff })
        .map((code) => String.fromCharCode(code))
        .filter((one) => !/[\u007f-\u009f]/.test(one)),
    }),
  );
  const cell = fc.option(
    fc.array(character).map((parts) => parts.join('')),
    { nil: undefined },
  );
  const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 30 }), async (rows, partBytes) => {
      const elements = rows.map(
        (cells) =>
          `<r><id/>${cells.map((text, at) => (text === undefined ? '' : `<c${at}>${escaped(text)}</c${at}>`)).join('')}</r>`,
      );
      const read = await recordsOf(await open(`<a>${elements.join('\n')}</a>`, '/a/r', partBytes));
      expect(read).toEqual(
        rows.map((cells) =>
          Object.fromEntries([
            ['id', ''],
            ...cells.flatMap((text, at) => (text === undefined ? [] : [[`c${at}`, text]])),
          ]),
        ),
      );
    }),
    { numRuns: 200 },
  );
});

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
