import fc from 'fast-check';
import { expect, it } from 'vitest';
import { problemOfFormat } from '../../src-main/templates/date-formats.ts';
import { dateReader } from '../../src-main/templates/date-text.ts';
import { monthOfName } from '../../src-main/templates/month-names.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';

const read = (format: string, text: string, zone = 'as-written') => dateReader({ formats: [format], zone })(text);

it.each([
  ['DD.MM.YYYY', '31.01.2024', '2024-01-31T00:00:00'],
  ['D.M.YYYY', '1.2.2024', '2024-02-01T00:00:00'],
  ['D.M.YYYY', '01.02.2024', '2024-02-01T00:00:00'],
  ['DD.MM.YYYY HH:mm:ss', '29.02.2024 23:59:59', '2024-02-29T23:59:59'],
  ['MM/DD/YY hh:mm A', '01/31/24 12:05 AM', '2024-01-31T00:05:00'],
  ['MM/DD/YY hh:mm A', '01/31/24 12:05 pm', '2024-01-31T12:05:00'],
  ['MM/DD/YY h:mm A', '01/31/24 1:05 p.m.', '2024-01-31T13:05:00'],
  ['YYYYMMDD', '20240131', '2024-01-31T00:00:00'],
  ['YYYYMMDDHHmmss', '20240131235958', '2024-01-31T23:59:58'],
  ['YYMMDD', '240131', '2024-01-31T00:00:00'],
  ['DD.MM.YY', '31.12.68', '2068-12-31T00:00:00'],
  ['DD.MM.YY', '31.12.69', '1969-12-31T00:00:00'],
  ['D-MMM-YYYY', '5-Mar-2024', '2024-03-05T00:00:00'],
  ['D. MMMM YYYY', '5. März 2024', '2024-03-05T00:00:00'],
  ['D. MMM YYYY', '5. Sept. 2024', '2024-09-05T00:00:00'],
  ['DD.MMM.YYYY', '05.Dez.2024', '2024-12-05T00:00:00'],
  ['D MMMM YYYY', '14 juillet 2024', '2024-07-14T00:00:00'],
  ['D MMM YYYY', '1 févr. 2024', '2024-02-01T00:00:00'],
  ['D MMM YYYY', '1 FEVR 2024', '2024-02-01T00:00:00'],
  ['D [de] MMMM [de] YYYY', '2 de enero de 2024', '2024-01-02T00:00:00'],
  ['D MMMM YYYY', '2 gennaio 2024', '2024-01-02T00:00:00'],
  ['D MMM YYYY', '2 mrt 2024', '2024-03-02T00:00:00'],
  ['MMM D, YYYY', 'Dec 5, 2024', '2024-12-05T00:00:00'],
  ['ddd, D MMM YYYY HH:mm:ss Z', 'Wed, 31 Jan 2024 12:00:00 +0100', '2024-01-31T12:00:00'],
  ['YYYY-MM-DD-HH.mm.ss.SSSSSS', '2024-01-31-23.59.59.000001', '2024-01-31T23:59:59.000001'],
  ['DD.MM.YYYY HH:mm:ss,S', '31.01.2024 10:00:00,120', '2024-01-31T10:00:00.120'],
  ['DD.MM.YYYY HH:mm', '31.01.2024\u00a0 10:00', '2024-01-31T10:00:00'],
  ['iso', '2024-01-31', '2024-01-31T00:00:00'],
  ['iso', '2024-01-31T23:59:59.1234567890', '2024-01-31T23:59:59.1234567890'],
  ['iso', '2024-01-31 23:59', '2024-01-31T23:59:00'],
  ['iso', '20240131T235959', '2024-01-31T23:59:59'],
  ['excel-serial', '1', '1900-01-01T00:00:00'],
  ['excel-serial', '59', '1900-02-28T00:00:00'],
  ['excel-serial', '61', '1900-03-01T00:00:00'],
  ['excel-serial', '45292', '2024-01-01T00:00:00'],
  ['excel-serial', '45292.5', '2024-01-01T12:00:00'],
  ['excel-serial', '45292,5', '2024-01-01T12:00:00'],
  ['excel-serial', '45292.999988425925', '2024-01-01T23:59:59'],
  ['excel-serial', '45292.999999999', '2024-01-02T00:00:00'],
  ['excel-serial', '2958465', '9999-12-31T00:00:00'],
  ['unix-seconds', '0', '1970-01-01T00:00:00'],
  ['unix-seconds', '-1', '1969-12-31T23:59:59'],
  ['unix-seconds', '1706709900', '2024-01-31T14:05:00'],
  ['unix-seconds', '1706709900.25', '2024-01-31T14:05:00.25'],
  ['unix-milliseconds', '1706709900000', '2024-01-31T14:05:00'],
  ['unix-milliseconds', '1706709900123', '2024-01-31T14:05:00.123'],
  ['unix-milliseconds', '5', '1970-01-01T00:00:00.005'],
])('%s reads %s', (format, text, expected) => {
  expect(read(format, text)).toBe(expected);
});

it.each([
  ['DD.MM.YYYY', '30.02.2024'],
  ['DD.MM.YYYY', '29.02.2023'],
  ['DD.MM.YYYY', '29.02.1900'],
  ['DD.MM.YYYY', '31.04.2024'],
  ['DD.MM.YYYY', '00.01.2024'],
  ['DD.MM.YYYY', '01.13.2024'],
  ['DD.MM.YYYY', '1.2.2024'],
  ['DD.MM.YYYY', '31.01.24'],
  ['DD.MM.YYYY', '31.01.2024 '],
  ['DD.MM.YYYY', '31.01.2024x'],
  ['DD.MM.YYYY', '31/01/2024'],
  ['DD.MM.YYYY', '３１.01.2024'],
  ['DD.MM.YYYY HH:mm', '31.01.2024 24:00'],
  ['DD.MM.YYYY HH:mm', '31.01.2024'],
  ['DD.MM.YYYY HH:mm:ss', '31.01.2024 23:59:60'],
  ['DD.MM.YYYY h:mm A', '31.01.2024 13:00 PM'],
  ['DD.MM.YYYY h:mm A', '31.01.2024 0:30 AM'],
  ['D MMM YYYY', '1 Foo 2024'],
  ['iso', '2024-1-31'],
  ['iso', '2024-02-30T00:00:00Z'],
  ['iso', '2024-01-31T00:00:00+15:00'],
  ['iso', 'now'],
  ['excel-serial', '0'],
  ['excel-serial', '0.5'],
  ['excel-serial', '60'],
  ['excel-serial', '-1'],
  ['excel-serial', '2958466'],
  ['unix-seconds', '1e9'],
  ['unix-seconds', ''],
  ['unix-milliseconds', '999999999999999'],
])('%s refuses %s', (format, text) => {
  expect(read(format, text)).toBeUndefined();
});

it.each([
  ['as-written', '2024-01-31T14:05:00+01:00', '2024-01-31T14:05:00'],
  ['UTC', '2024-01-31T14:05:00+01:00', '2024-01-31T13:05:00'],
  ['Europe/Berlin', '2024-07-01T23:30:00Z', '2024-07-02T01:30:00'],
  ['Europe/Berlin', '2024-01-01T23:30:00.500Z', '2024-01-02T00:30:00.500'],
  ['+05:30', '2024-01-31T23:00:00-0100', '2024-02-01T05:30:00'],
  ['UTC', '2024-01-31T14:05:00-05', '2024-01-31T19:05:00'],
  // Both moments of the hour that comes twice have the same local time.
  ['Europe/Berlin', '2024-10-27T00:30:00Z', '2024-10-27T02:30:00'],
  ['Europe/Berlin', '2024-10-27T01:30:00Z', '2024-10-27T02:30:00'],
  // Without an offset a time stays, even where the clocks of the zone skipped it.
  ['Europe/Berlin', '2024-03-31T02:30:00', '2024-03-31T02:30:00'],
])('In the zone %s, %s becomes %s', (zone, text, expected) => {
  expect(read('iso', text, zone)).toBe(expected);
});

it('Unix time is a moment, so it is brought into the zone', () => {
  expect(read('unix-seconds', '1706709900', 'Europe/Berlin')).toBe('2024-01-31T15:05:00');
});

it('The first format that fits decides', () => {
  const both = dateReader({ formats: ['DD/MM/YYYY', 'MM/DD/YYYY'], zone: 'as-written' });
  expect([both('03/04/2024'), both('03/14/2024'), both('03/04/2024')]).toEqual([
    ...['2024-04-03T00:00:00', '2024-03-14T00:00:00', '2024-04-03T00:00:00'],
  ]);
});

it.each(['en', 'de', 'fr', 'es', 'it', 'nl'])(
  'The months of %s are known, long and short, as the runtime writes them',
  (language) => {
    const months = Array.from({ length: 12 }, (_, index) => Date.UTC(2024, index, 15));
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      const names = months.map((moment) => format.format(moment).replace(/\.$/, ''));
      expect(names.map(monthOfName)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    }
  },
);

it.each([
  ['DD.MM.YYYY at HH', /cannot be read/],
  ['DD.MM', /no year/],
  ['YYYY', /no month/],
  ['YYYY-MM', /no day/],
  ['DD.DD.YYYY MM', /day twice/],
  ['YYYY YY MM DD', /year twice/],
  ['YYYY-MM-DD hh:mm', /needs both h and A/],
  ['YYYY-MM-DD HH:mm A', /needs both h and A/],
  ['YYYY-MM-DD ss', /no minutes/],
  ['YYYY-MM-DD HH:mm.S', /no seconds/],
  ['[open YYYY-MM-DD', /cannot be read/],
  ['ISO', /cannot be read/],
])('The format %s is refused with a reason', (format, reason) => {
  expect(inEnglish(problemOfFormat(format) ?? '')).toMatch(reason);
});

const two = (value: number) => String(value).padStart(2, '0');
const days = fc.date({ min: new Date('1970-01-01'), max: new Date('2068-12-31'), noInvalidDate: true });

/** Each format with the same date written by hand. */
const writers: Readonly<Record<string, (date: Date) => string>> = {
  'DD.MM.YYYY HH:mm:ss': (date) =>
    `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${date.getUTCFullYear()} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`,
  'M/D/YY h:mm:ss A': (date) =>
    `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${two(date.getUTCFullYear() % 100)} ${date.getUTCHours() % 12 === 0 ? 12 : date.getUTCHours() % 12}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} ${date.getUTCHours() < 12 ? 'AM' : 'PM'}`,
  YYYYMMDDHHmmss: (date) => date.toISOString().replace(/\D/g, '').slice(0, 14),
  iso: (date) => `${date.toISOString().slice(0, 19)}Z`,
  'unix-seconds': (date) => String(Math.floor(date.getTime() / 1000)),
  'excel-serial': (date) => String(Math.floor(date.getTime() / 1000) / 86_400 + 25_569),
};

it.each(Object.entries(writers))('Any date written as %s is read back', (format, write) => {
  const reader = dateReader({ formats: [format], zone: 'UTC' });
  fc.assert(
    fc.property(days, (date) => {
      expect(reader(write(date))).toBe(date.toISOString().slice(0, 19));
    }),
  );
});
