/** @file Exports laid out as banking and accounting systems do it: DATEV, MT940 as CSV, SAP lists, PSD2. */

import type { Template } from '../../../src-shared/template-shapes.ts';
import { type AwkwardExport, jsonPath, payments, singleBytes, windows1252 } from './awkward-export.ts';

const from = (column: string) => ({ source: { from: 'column' as const, column } });

const datev = `"EXTF";700;21;"Buchungsstapel";12;20240131120000000;;"RE";"";"";1001;1;20240101;4;20240101;20240131;"Januar";"";1;0;0;"EUR"
Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Konto;Gegenkonto (ohne BU-Schlüssel);Belegdatum;Belegfeld 1;Buchungstext
"1234,50";"S";"EUR";"";"1200";"8400";0201;"RE-1";"Müller; Söhne"
0,05;"H";"EUR";;1200;70000;3112;"RE-2";"Storno ""alt"""
`;

const mt940 = `:20:STARTUMS;;;;;
"Buchungstag";"Valuta";"Verwendungszweck";"Betrag";"Waehrung";"Info"
"02.01.24";"03.01.24";"SEPA-Überweisung
EREF+4711
SVWZ+Miete, Januar";"-1.250,00";"EUR";"Umsatz gebucht"
"03.01.24";"03.01.24";"Gutschrift";"0,01";"EUR";"Umsatz gebucht"
"";"";"";"";"EUR";"Saldo"
`;

const sap = [
  'Kontonummer  Buch.dat.    Betrag HW  Währg S  Text                ',
  '-'.repeat(66),
  '0000012345   20240102      1.234,50  EUR   S  Miete               ',
  '0000012345   20240103        10,00-  EUR   H  Über 20 Zeichen lang',
  '0000099999   20240104    999.999,99  EUR   H                      ',
  'kurz',
  '',
].join('\n');

const sapTemplate: Template = {
  ...payments,
  name: 'SAP',
  reading: {
    format: 'fixed-width',
    encoding: 'windows-1252',
    headerRow: 0,
    columns: [
      { name: 'Konto', width: 13 },
      { name: 'Datum', width: 8 },
      { name: 'Betrag', width: 14 },
      { name: 'Waehrung', width: 7 },
      { name: 'SH', width: 4 },
      { name: 'Text', width: 20 },
    ],
  },
  columns: ['Konto', 'Datum', 'Betrag', 'Waehrung', 'SH', 'Text'],
  numbers: { decimal: ',', thousands: '.' },
  dates: { formats: ['YYYYMMDD'], zone: 'as-written' },
  fields: {
    'modification.amount': {
      source: { from: 'column', column: 'Betrag' },
      whenEmpty: 'refuse',
    },
    'modification.currency': from('Waehrung'),
    'modification.created_at': from('Datum'),
  },
  additionalFields: { account: from('Konto'), text: from('Text') },
};

export const bankFormats: readonly AwkwardExport[] = [
  {
    name: 'DATEV: a row of settings above the header, days without a year, commas, S and H',
    files: { 'EXTF_Buchungsstapel.csv': singleBytes(datev.replaceAll('\n', '\r\n'), windows1252) },
    template: {
      ...payments,
      name: 'DATEV',
      reading: { format: 'delimited', headerRow: 2 },
      columns: [
        'Umsatz (ohne Soll/Haben-Kz)',
        'Soll/Haben-Kennzeichen',
        'WKZ Umsatz',
        'Belegdatum',
        'Belegfeld 1',
        'Buchungstext',
      ],
      numbers: { decimal: ',', thousands: 'none' },
      fields: {
        'modification.amount': {
          source: { from: 'column', column: 'Umsatz (ohne Soll/Haben-Kz)' },
          sign: { sign: 'by-column', column: 'Soll/Haben-Kennzeichen', negative: ['S'] },
        },
        'modification.currency': from('WKZ Umsatz'),
      },
      additionalFields: {
        reference: from('Belegfeld 1'),
        text: from('Buchungstext'),
        account: from('Gegenkonto (ohne BU-Schlüssel)'),
        day: from('Belegdatum'),
      },
    },
    outcome: {
      lines: [
        '{"modification":{"amount":-1234.50,"currency":"EUR"},"additional_fields":{"reference":"RE-1","text":"Müller; Söhne","account":"8400","day":"0201"}}',
        '{"modification":{"amount":0.05,"currency":"EUR"},"additional_fields":{"reference":"RE-2","text":"Storno \\"alt\\"","account":"70000","day":"3112"}}',
      ],
    },
  },
  {
    name: 'MT940 exported as CSV: a line of the statement above the header, purposes over several lines, a balance at the end',
    files: { 'umsaetze.csv': singleBytes(mt940, windows1252) },
    template: {
      ...payments,
      name: 'MT940',
      reading: { format: 'delimited', headerRow: 2, delimiter: ';' },
      columns: ['Buchungstag', 'Verwendungszweck', 'Betrag', 'Waehrung'],
      numbers: { decimal: ',', thousands: '.' },
      dates: { formats: ['DD.MM.YY'], zone: 'as-written' },
      fields: {
        'modification.amount': from('Betrag'),
        'modification.currency': from('Waehrung'),
        'modification.created_at': from('Buchungstag'),
      },
      additionalFields: { purpose: from('Verwendungszweck') },
      leaveOutRows: [{ column: 'Info', test: 'one-of', values: ['Saldo'] }],
    },
    outcome: {
      lines: [
        '{"modification":{"amount":-1250.00,"currency":"EUR","created_at":"2024-01-02T00:00:00"},"additional_fields":{"purpose":"SEPA-Überweisung\\nEREF+4711\\nSVWZ+Miete, Januar"}}',
        '{"modification":{"amount":0.01,"currency":"EUR","created_at":"2024-01-03T00:00:00"},"additional_fields":{"purpose":"Gutschrift"}}',
      ],
    },
  },
  {
    name: 'SAP: columns by width in characters, umlauts of one byte, a minus behind, a line that is too short',
    files: { 'liste.txt': singleBytes(sap.split('\n').slice(2).join('\r\n'), windows1252) },
    template: sapTemplate,
    outcome: {
      lines: [
        '{"modification":{"amount":1234.50,"currency":"EUR","created_at":"2024-01-02T00:00:00"},"additional_fields":{"account":"0000012345","text":"Miete"}}',
        '{"modification":{"amount":-10.00,"currency":"EUR","created_at":"2024-01-03T00:00:00"},"additional_fields":{"account":"0000012345","text":"Über 20 Zeichen lang"}}',
        '{"modification":{"amount":999999.99,"currency":"EUR","created_at":"2024-01-04T00:00:00"},"additional_fields":{"account":"0000099999"}}',
      ],
      refused: [{ row: 4, column: 'Betrag' }],
    },
  },
  {
    name: 'fixed width in UTF-8: widths are characters, not bytes',
    files: { 'liste.txt': 'Übergrößenä1\r\n😀😀😀😀😀😀😀😀😀😀2\r\n' },
    template: {
      ...payments,
      reading: {
        format: 'fixed-width',
        headerRow: 0,
        columns: [
          { name: 'a', width: 11 },
          { name: 'b', width: 1 },
        ],
      },
      columns: ['a', 'b'],
      fields: {},
      additionalFields: { a: from('a'), b: from('b') },
    },
    outcome: {
      lines: [
        '{"additional_fields":{"a":"Übergrößenä","b":"1"}}',
        '{"additional_fields":{"a":"😀😀😀😀😀😀😀😀😀😀2"}}',
      ],
    },
  },
  {
    name: 'PSD2: booked transactions of an account in a list within an object, one debtor, one creditor',
    files: {
      'account.json': JSON.stringify({
        account: { iban: 'DE89370400440532013000' },
        transactions: {
          booked: [
            {
              transactionId: '1',
              creditorName: 'John Miles',
              transactionAmount: { currency: 'EUR', amount: '-256.67' },
              bookingDate: '2024-10-25',
            },
            {
              transactionId: '2',
              debtorName: 'Paul Simpson',
              transactionAmount: { currency: 'EUR', amount: '343.01' },
              bookingDate: '2024-10-26',
            },
          ],
          pending: [{ transactionId: '3', transactionAmount: { currency: 'EUR', amount: '-100.03' } }],
          _links: { account: { href: '/v1/accounts/1' } },
        },
      }),
    },
    template: {
      ...payments,
      name: 'PSD2',
      reading: { format: 'json', list: '/transactions/booked' },
      columns: ['transactionId', jsonPath('transactionAmount', 'amount'), 'bookingDate'],
      fields: {
        'modification.amount': from(jsonPath('transactionAmount', 'amount')),
        'modification.currency': from(jsonPath('transactionAmount', 'currency')),
        'modification.created_at': from('bookingDate'),
        'sender.unknown.full_name': from('debtorName'),
        'receiver.unknown.full_name': from('creditorName'),
      },
      additionalFields: { reference: from('transactionId') },
    },
    outcome: {
      lines: [
        '{"receiver":{"external_entity_type":"unknown","unknown":{"full_name":"John Miles"}},"modification":{"amount":-256.67,"currency":"EUR","created_at":"2024-10-25T00:00:00"},"additional_fields":{"reference":"1"}}',
        '{"sender":{"external_entity_type":"unknown","unknown":{"full_name":"Paul Simpson"}},"modification":{"amount":343.01,"currency":"EUR","created_at":"2024-10-26T00:00:00"},"additional_fields":{"reference":"2"}}',
      ],
    },
  },
];
