/** @file JSON and XML in the arrangements that core banking systems and payment standards write. */

import type { Template } from '../../../src-shared/template-shapes.ts';
import {
  type AwkwardExport,
  joined,
  jsonPath,
  paid,
  payments,
  paymentsWith,
  singleBytes,
  texted,
  texts,
  utf16,
  xmlPath,
} from './awkward-export.ts';

const json = paymentsWith({ reading: { format: 'json' } });
const one = '{"Reference":"A","Booked":"2024-01-02","Amount":0.10000000000000001,"Currency":"EUR"}';
const two =
  '{"Currency":"EUR","Reference":"B ]}[{ \\" é","Amount":"12345678901234567890123456789012345678","Booked":"2024-01-02"}';
const lines = [paid('A', '0.10000000000000001'), paid('B ]}[{ " é', '12345678901234567890123456789012345678')];
const pretty = (text: string) => JSON.stringify(JSON.parse(text), undefined, 4);
const prettyLines = [paid('A', '0.1'), paid('C', '5')];
const three = '{"Reference":"C","Booked":"2024-01-02","Amount":5,"Currency":"EUR"}';
const list = (path: string): Template => paymentsWith({ reading: { format: 'json', list: path } });

const nested: Template = {
  ...payments,
  columns: [jsonPath('id'), jsonPath('amount', 'value'), jsonPath('amount', 'currency'), jsonPath('booking', 'at')],
  reading: { format: 'json' },
  dates: { formats: ['iso'], zone: 'as-written' },
  fields: {
    'modification.amount': { source: { from: 'column', column: jsonPath('amount', 'value') } },
    'modification.currency': { source: { from: 'column', column: jsonPath('amount', 'currency') } },
    'modification.created_at': { source: { from: 'column', column: jsonPath('booking', 'at') } },
  },
  additionalFields: { reference: { source: { from: 'column', column: 'id' } } },
};

const entry = (reference: string, amount: string, sign: string, day: string, name: string) => `
      <Ntry>
        <Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>
        <!-- <Amt Ccy="USD">999</Amt> --><Sts>BOOK</Sts>
        <BookgDt><Dt>${day}</Dt></BookgDt>
        <NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>
          <RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties></TxDtls></NtryDtls>
      </Ntry>`;
const statement = (entries: string, prolog = '<?xml version="1.0" encoding="UTF-8"?>') => `${prolog}
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
  <BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
    <Stmt><Id>S1</Id>${entries}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`;
const camtColumn = {
  amount: xmlPath('Amt'),
  currency: xmlPath('Amt', '@Ccy'),
  sign: xmlPath('CdtDbtInd'),
  day: xmlPath('BookgDt', 'Dt'),
  reference: xmlPath('NtryDtls', 'TxDtls', 'Refs', 'EndToEndId'),
  name: xmlPath('NtryDtls', 'TxDtls', 'RltdPties', 'Cdtr', 'Nm'),
};
const from = (column: string) => ({ source: { from: 'column' as const, column } });
const camt: Template = {
  ...payments,
  name: 'camt.053',
  reading: { format: 'xml', element: '/Document/BkToCstmrStmt/Stmt/Ntry' },
  columns: Object.values(camtColumn),
  dates: { formats: ['iso'], zone: 'as-written' },
  fields: {
    'modification.amount': {
      source: { from: 'column', column: camtColumn.amount },
      sign: { sign: 'by-column', column: camtColumn.sign, negative: ['DBIT'] },
    },
    'modification.currency': from(camtColumn.currency),
    'modification.created_at': from(camtColumn.day),
    'receiver.unknown.full_name': from(camtColumn.name),
  },
  additionalFields: { reference: from(camtColumn.reference) },
};
const booked = (reference: string, amount: string, day: string, name: string) =>
  `{"receiver":{"external_entity_type":"unknown","unknown":{"full_name":${JSON.stringify(name)}}},"modification":{"amount":${amount},"currency":"EUR","created_at":"${day}T00:00:00"},"additional_fields":{"reference":"${reference}"}}`;
const twoEntries =
  entry('E1', '1234.50', 'DBIT', '2024-01-02', 'Müller &amp; Söhne &lt;GmbH&gt;') +
  entry('E2', '0.10000000000000001', 'CRDT', '2024-01-03', '<![CDATA[R&D <x>]]>&#8364;');
const bookedLines = [
  booked('E1', '-1234.50', '2024-01-02', 'Müller & Söhne <GmbH>'),
  booked('E2', '0.10000000000000001', '2024-01-03', 'R&D <x>€'),
];
const xmlTexts = (columns: readonly string[], element = '/list/row') => texts(columns, { format: 'xml', element });

export const structured: readonly AwkwardExport[] = [
  {
    name: 'JSON Lines with names of their own',
    files: { 'export.jsonl': `${one}\n${two}\n` },
    template: json,
    outcome: { lines },
  },
  {
    name: 'JSON Lines with carriage returns, blank lines, a byte order mark and no end',
    files: { 'export.jsonl': `\ufeff${one}\r\n\r\n${two}` },
    template: json,
    outcome: { lines },
  },
  {
    name: 'a list of objects in one line',
    files: { 'export.json': `[${one},${two}]` },
    template: json,
    outcome: { lines },
  },
  {
    name: 'a list over several lines, as programs lay it out',
    files: { 'export.json': `[\n${pretty(one)},\n${pretty(three)}\n]\n` },
    template: json,
    outcome: { lines: prettyLines },
  },
  {
    name: 'objects one after the other, without anything between them',
    files: { 'export.json': `${one}${two}` },
    template: json,
    outcome: { lines },
  },
  {
    name: 'objects one after the other, each over several lines',
    files: { 'export.json': `${pretty(one)}\n${pretty(three)}\n` },
    template: json,
    outcome: { lines: prettyLines },
  },
  {
    name: 'an object with a list inside, at a path that the template tells',
    files: {
      'export.json': `{"meta":{"rows":[1,2,3],"note":"]"},"export":{"head":[{"x":1}],"transactions":[${one},\n${two}],"sum":5},"end":[{}]}`,
    },
    template: list('/export/transactions'),
    outcome: { lines },
  },
  {
    name: 'an object with one list inside, which is found',
    files: { 'export.json': `{"bank":"x","created":"2024-01-01","transactions":[${one},${two}],"count":2}` },
    template: json,
    outcome: { lines },
  },
  {
    name: 'a list of JSON in UTF-16',
    files: { 'export.json': joined(Uint8Array.of(0xff, 0xfe), utf16(`[${one},${two}]`, 'little')) },
    template: json,
    outcome: { lines },
  },
  {
    name: 'values within values are columns by their path, and digits stay',
    files: {
      'export.json':
        '[{"id":7,"amount":{"value":1.50,"currency":"EUR"},"booking":{"at":"2024-01-02T03:04:05Z"},"tags":[]},{"id":"8","amount":{"value":"2","currency":"EUR"},"booking":{"at":"2024-01-02"}}]',
    },
    template: nested,
    outcome: { lines: [paid('7', '1.50', '2024-01-02T03:04:05'), paid('8', '2')] },
  },
  {
    name: 'null is a missing cell; true, false and numbers are cells as they are written',
    files: { 'export.jsonl': '{"a":null,"b":true,"c":1.0}\n{"a":"","b":false,"c":-0}\n{"a":"x"}\n' },
    template: texts(['a', 'b', 'c'], { format: 'json' }),
    outcome: { lines: [texted({ b: 'true', c: '1.0' }), texted({ b: 'false', c: '-0' }), texted({ a: 'x' })] },
  },
  {
    name: 'a key that appears only in a late row becomes a column',
    files: { 'export.jsonl': `${`{"a":"${'1'.repeat(100)}"}\n`.repeat(2000)}{"a":"2","late":"x"}\n` },
    template: { ...texts(['a'], { format: 'json' }), otherColumns: 'additional-fields' },
    outcome: { lines: [...Array<string>(2000).fill(texted({ a: '1'.repeat(100) })), texted({ a: '2', late: 'x' })] },
  },
  {
    name: 'escapes of JSON are read: letters, pairs, and control characters',
    files: { 'export.jsonl': '{"a":"\\u00e9\\ud83d\\ude00\\n\\t\\/\\u0000","b":"\\\\"}\n' },
    template: texts(['a', 'b'], { format: 'json' }),
    outcome: { lines: [texted({ a: 'é😀\n\t/\0', b: '\\' })] },
  },
  {
    name: 'a line that is no JSON, a number and a list among the lines are refused rows, and the others are prepared',
    files: { 'export.jsonl': `${one}\n{"Reference":"B",}\n5\n[]\n${two}\n` },
    template: json,
    outcome: { lines, refused: [{ row: 2 }, { row: 3 }, { row: 4 }] },
  },
  {
    name: 'a list that is cut off says so',
    files: { 'export.json': `[${one},${two.slice(0, 40)}` },
    template: json,
    outcome: { error: 'file.export-unreadable', says: /end|cut/i },
  },
  {
    name: 'an empty list has nothing to prepare',
    files: { 'export.json': '[]' },
    template: json,
    outcome: { error: 'file.export-unreadable', says: /no rows/ },
  },
  {
    name: 'a key named __proto__ is a column and nothing else',
    files: { 'export.jsonl': '{"a":"1","__proto__":{"b":"2"},"constructor":{"prototype":{"c":"3"}}}\n' },
    template: texts(['a', 'b', 'c'], { format: 'json' }),
    outcome: { lines: [texted({ a: '1' })] },
  },
  {
    name: 'camt.053: attributes, comments, entities, CDATA and signs by a code',
    files: { 'statement.xml': statement(twoEntries) },
    template: camt,
    outcome: { lines: bookedLines },
  },
  {
    name: 'camt.053 with a prefix on every element, in one line',
    files: {
      'statement.xml': statement(twoEntries)
        .replaceAll(/<(\/?)(?=[A-Z][A-Za-z]*[ >])/g, '<$1c:')
        .replace('xmlns=', 'xmlns:c=')
        .replaceAll(/>\s+</g, '><')
        .replace('<c:Amt Ccy="USD">', '<c:Amt>'),
    },
    template: camt,
    outcome: { lines: bookedLines },
  },
  {
    name: 'camt.053 in the encoding that its first line declares',
    files: {
      'statement.xml': singleBytes(
        statement(entry('E1', '1', 'CRDT', '2024-01-02', 'Müller'), '<?xml version="1.0" encoding="ISO-8859-1"?>'),
      ),
    },
    template: camt,
    outcome: { lines: [booked('E1', '1', '2024-01-02', 'Müller')] },
  },
  {
    name: 'camt.053 in UTF-16',
    files: {
      'statement.xml': joined(
        Uint8Array.of(0xfe, 0xff),
        utf16(statement(twoEntries, '<?xml version="1.0" encoding="UTF-16"?>'), 'big'),
      ),
    },
    template: camt,
    outcome: { lines: bookedLines },
  },
  {
    name: 'two statements in one file are one table',
    files: {
      'statement.xml': statement(twoEntries).replace(
        '</Stmt>',
        `</Stmt><Stmt><Id>S2</Id>${entry('E3', '3', 'CRDT', '2024-01-04', 'x')}</Stmt>`,
      ),
    },
    template: camt,
    outcome: { lines: [...bookedLines, booked('E3', '3', '2024-01-04', 'x')] },
  },
  {
    name: 'XML with attributes only, empty elements and elements that are missing',
    files: { 'rows.xml': '<list><row a="1" b="2"/><row a="3"></row><row b=""/><row a="4"><c/></row></list>' },
    template: xmlTexts([xmlPath('@a'), xmlPath('@b')]),
    outcome: {
      lines: [texted({ '@a': '1', '@b': '2' }), texted({ '@a': '3' }), texted({ '@a': '4' })],
    },
  },
  {
    name: 'XML that is cut off says so',
    files: { 'statement.xml': statement(twoEntries).slice(0, -60) },
    template: camt,
    outcome: { error: 'file.export-unreadable' },
  },
  {
    name: 'XML whose elements close in the wrong order says so',
    files: { 'rows.xml': '<list><row><a>1</b></row></list>' },
    template: xmlTexts(['a']),
    outcome: { error: 'file.export-unreadable' },
  },
  {
    name: 'XML without the element that the template wants says so',
    files: { 'rows.xml': '<list><entry><a>1</a></entry></list>' },
    template: xmlTexts(['a']),
    outcome: { error: 'file.export-unreadable', says: /row/ },
  },
];
