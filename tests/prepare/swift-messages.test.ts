/** @file Messages of SWIFT MT as rows: the dialects of field 86, further kinds of messages, and what is wrong with one. */

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayOrTime } from '../../src-main/exports/payments/payment-columns.ts';
import type { ReadingHints } from '../../src-main/exports/reading-hints.ts';
import { AppError } from '../../src-shared/errors.ts';
import { inEnglish, inWords } from '../../src-shared/languages/message.ts';
import { open, rowsOf } from '../exports/reading-all.ts';
import { inBrackets, isTranslated } from '../languages/bracketed.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { preparedMessage } from './exports/prepare-message.ts';

const fixture = (name: string) => readFileSync(new URL(`payment-files/${name}`, import.meta.url), 'latin1');

interface Read {
  /** Each transaction, by the names of the columns. */
  rows: Record<string, string | undefined>[];
  /** Why rows are refused. */
  refused: string[];
  /** What is wrong with the file as a whole. */
  problems: string[];
}

async function read(content: string | Uint8Array, hints: ReadingHints = {}): Promise<Read> {
  const path = join(temporaryFolder(), 'day.sta');
  await writeFile(path, content);
  const { tables } = await open([path], { hints });
  const [table] = tables;
  if (table === undefined) throw new Error('no table');
  const { rows, faults } = await rowsOf(table);
  const inOtherLanguages = faults.map(({ message }) => inBrackets(() => inWords(message)));
  expect(inOtherLanguages.filter((words) => !isTranslated(words))).toEqual([]);
  return {
    rows: rows.map(({ cells }) => Object.fromEntries(table.columns.map((name, at) => [name, cells[at]]))),
    refused: faults.filter(({ isOfFile }) => isOfFile !== true).map(({ message }) => inEnglish(message)),
    problems: faults.filter(({ isOfFile }) => isOfFile === true).map(({ message }) => inEnglish(message)),
  };
}

async function whyNot(content: string): Promise<string> {
  const thrown = await read(content).catch((reason: unknown) => reason);
  if (!(thrown instanceof AppError)) throw new Error('it was read');
  return thrown.detail;
}

/** Written by hand, by the guides of the banks and the standard. null: nothing stands there. */
const expected: Record<string, Record<string, string | null>[]> = JSON.parse(fixture('expected-by-hand.json'));

describe('A message has the transactions that a person reads in it', () => {
  it.each(Object.entries(expected))('%s', async (name, transactions) => {
    const { rows, refused, problems } = await read(fixture(name));
    expect({ refused, problems, count: rows.length }).toEqual({
      refused: [],
      problems: [],
      count: transactions.length,
    });
    for (const [at, transaction] of transactions.entries())
      for (const [column, value] of Object.entries(transaction))
        expect([at, column, rows[at]?.[column]]).toEqual([at, column, value ?? undefined]);
  });
});

const OWN = 'DE02120300000000202051';
const entries = [':61:2611231123C10,50NTRFNONREF//A1', ':86:ONE', ':61:2611231123D0,50NTRFNONREF//A2', ':86:TWO'];

/** A statement, with other lines in place of its own. */
function statement({
  number = '1/1',
  opening = 'C261122EUR100,00',
  closing = 'C261123EUR110,00',
  lines = entries,
} = {}): string {
  return [
    '{1:F01BYLADEM1AXXX0000000000}{2:O9401200261123BYLADEM1XXXX00000000002611231200N}{4:',
    ':20:STARTUMS',
    `:25:${OWN}`,
    `:28C:${number}`,
    `:60F:${opening}`,
    ...lines,
    `:62F:${closing}`,
    '-}',
    '',
  ].join('\r\n');
}

const acknowledgement = '{1:F21BYLADEM1AXXX0000000000}{4:{177:2611231200}{451:0}}';
const free = '{1:F01BYLADEM1AXXX0000000000}{2:I199NDEASESSXXXXN}{4:\r\n:20:A\r\n:79:TEXT\r\n-}\r\n';

describe('Among messages that are read', () => {
  it.each([
    ['an MT199 in front', free + statement(), 'Messages MT199 are among the messages, 1 of them, the first on line 1'],
    ['an MT199 behind', statement() + free, 'Messages MT199 are among the messages, 1 of them, the first on line 12'],
    ['two of them', free + statement() + free, 'Messages MT199 are among the messages, 2 of them, the first on line 1'],
  ])('%s is named, and the others are read', async (_, text, words) => {
    const { rows, problems } = await read(text);
    expect(rows.map(({ Amount }) => Amount)).toEqual(['10.50', '0.50']);
    expect(problems).toEqual([expect.stringContaining(words)]);
  });

  it.each([
    ['in front', `${acknowledgement}\r\n${statement()}`],
    ['on the same line', acknowledgement + statement()],
    ['behind', statement() + acknowledgement],
  ])('An acknowledgement %s is passed over', async (_, text) => {
    const { rows, problems } = await read(text);
    expect(rows.map(({ Amount }) => Amount)).toEqual(['10.50', '0.50']);
    expect(problems).toEqual([]);
  });

  it.each([
    ['an MT199', free, 'an MT199'],
    ['an acknowledgement', acknowledgement, 'an acknowledgement of SWIFT (F21)'],
    ['an MT202, which is between banks', free.replace('I199', 'I202'), 'an MT202'],
  ])('A file with nothing but %s is refused by name', async (_, text, words) => {
    expect(await whyNot(text)).toContain(words);
  });
});

describe('What is wrong is named, with its place', () => {
  it.each([
    ['no day', ':61:26113C10,50NTRFNONREF', 'does not begin with the day of its value (YYMMDD)'],
    ['no day that exists', ':61:2613231123C10,50NTRFNONREF', 'does not begin with the day of its value (YYMMDD)'],
    ['no mark', ':61:261123112310,50NTRFNONREF', 'has no mark (C, D, RC, RD, EC or ED) behind its days'],
    ['an amount without a comma', ':61:2611231123C10NTRFNONREF', 'has no amount with a comma before its decimals'],
    ['an amount with a point', ':61:2611231123C10.50NTRFNONREF', 'has no amount with a comma before its decimals'],
    ['no type', ':61:2611231123C10,50', 'has no type (such as NTRF) behind its amount'],
  ])('An entry with %s', async (_, line, words) => {
    const { refused, rows } = await read(statement({ lines: [line, ':86:ONE', ...entries.slice(2)] }));
    expect(refused).toEqual([expect.stringContaining(words)]);
    expect(refused[0]).toContain(`Entry 1 of Statement 1/1 of account ${OWN}, on line 6,`);
    expect(refused[0]).toContain(`“${line.slice(4)}”`);
    expect(rows).toHaveLength(1);
  });

  it.each([
    [
      'an opening balance without a comma',
      statement({ opening: 'C261122EUR100' }),
      'The opening balance (60F) of Statement 1/1',
    ],
    [
      'a closing balance without a comma',
      statement({ closing: 'C261123EUR110' }),
      'The closing balance (62F) of Statement 1/1',
    ],
    [
      'a gap between the numbers',
      statement() + statement({ number: '3/1', opening: 'C261123EUR110,00', closing: 'C261124EUR120,00' }),
      'follows on number 1: one between them is missing',
    ],
    [
      'a wrong sum of credits',
      fixture('65-mt942.sta').replace('90C:1EUR20,50', '90C:1EUR20,51'),
      'credits, says that its amounts add up to 20.51',
    ],
    [
      'a wrong number of debits',
      fixture('65-mt942.sta').replace('90D:1', '90D:2'),
      'debits, says that it has 2 entries',
    ],
    [
      'a wrong sum of an MT102',
      fixture('68-mt102.fin').replace(':19:150,50', ':19:151,50'),
      'says that its amounts add up to 151.5',
    ],
    [
      'a wrong sum of an MT104',
      fixture('69-mt104.fin').replace('EUR21,50', 'EUR22,50'),
      'says that its amounts add up to 22.5',
    ],
    [
      'an order without a transaction',
      '{1:F01COMPDEFFAXXX0000000000}{2:I101DEUTDEFFXXXXN}{4:\r\n:20:ORDER7\r\n:30:261125\r\n-}',
      'has no transaction (field 21) in it',
    ],
  ])('%s', async (_, text, words) => {
    const { problems } = await read(text);
    expect(problems).toEqual([expect.stringContaining(words)]);
  });

  it('An order with an amount without a comma', async () => {
    const text = fixture('67-mt101.fin').replace('1500,25', '1500.25');
    const { rows, refused } = await read(text);
    expect(refused).toEqual([
      'Transaction TX-1 of the message on line 1 has no currency and amount with a comma (EUR1234,56) in field 32B: “EUR1500.25”. Ask for the file again.',
    ]);
    expect(rows).toHaveLength(1);
  });

  it('A statement without an opening balance has no currency', async () => {
    const { refused } = await read(statement().replace(/:60F:.*\r\n/, ''));
    expect(refused[0]).toContain('has no currency: its statement has no opening balance (60F)');
  });

  it.each([
    ['within its text', 250],
    ['within its last mark', -4],
  ])('A message that is cut off %s', async (_, end) => {
    expect(await whyNot(statement().slice(0, end))).toContain('The message on line 1 has no end');
  });

  it('A second message that is cut off before its text', async () => {
    expect(await whyNot(`${statement()}{1:F01BYLADEM1AXXX0000000000}{2:O9401200`)).toContain(
      'The message on line 12 has no end',
    );
  });
});

describe('Another encoding', () => {
  it.each([
    ['cp437', 'Bäcker', Buffer.from('B\x84cker', 'latin1')],
    ['iso-8859-2', 'Świątek', Buffer.from('\xa6wi\xb1tek', 'latin1')],
  ] as const)('%s, where the reading says so', async (encoding, name, bytes) => {
    const [before = '', behind = ''] = statement({
      lines: [entries[0] ?? '', ':86:166?20A?32NAME', ...entries.slice(2)],
    }).split('NAME');
    const { rows } = await read(Buffer.concat([Buffer.from(before), bytes, Buffer.from(behind)]), { encoding });
    expect(rows[0]?.['Debtor name']).toBe(name);
  });
});

it('24:00:00 is the beginning of the next day', () => {
  expect(
    ['2026-12-31T24:00:00', '2026-11-23T24:00:00.000+01:00', '2026-11-23T23:59:59', '2026-11-23+01:00'].map(dayOrTime),
  ).toEqual(['2027-01-01T00:00:00', '2026-11-24T00:00:00+01:00', '2026-11-23T23:59:59', '2026-11-23']);
});

describe('What is no fault', () => {
  it.each([
    ['numbers that are those of the days', '3/1', 'C261125EUR120,00'],
    ['the first number of a new year', '1/1', 'C270104EUR120,00'],
  ])('%s', async (_, number, closing) => {
    const { problems } = await read(statement() + statement({ number, opening: 'C261123EUR110,00', closing }));
    expect(problems).toEqual([]);
  });

  it('One account in two currencies, which have balances of their own', async () => {
    const dollars = statement({ number: '8/1', opening: 'C261122USD7,00', closing: 'C261123USD17,00' });
    expect((await read(statement() + dollars)).problems).toEqual([]);
  });

  it('A field that the bank has added for itself', async () => {
    const { rows } = await read(statement({ lines: [...entries.slice(0, 2), ':NS:22ANNA BERG', ...entries.slice(2)] }));
    expect(rows.map(({ Remittance }) => Remittance)).toEqual(['ONE', 'TWO']);
  });
});

describe('Whose side is known', () => {
  const sides = async (name: string) =>
    (await preparedMessage(fixture(name), name)).lines.map(({ sender, receiver }) => [
      sender.by_external_id ?? sender.unknown?.full_name,
      receiver.by_external_id ?? receiver.unknown?.full_name,
    ]);

  it('Of an order, it is the one whose order it is; between banks, the debtor', async () => {
    expect(await sides('67-mt101.fin')).toEqual([
      ['DE89370400440532013000', 'NORDISK AB'],
      ['CH5604835012345678009', 'SUOMI OY'],
    ]);
    expect(await sides('69-mt104.fin')).toEqual([
      ['ANNA BERG', 'DE89370400440532013000'],
      ['BERT OY', 'DE89370400440532013000'],
    ]);
    expect(await sides('70-mt107.fin')).toEqual([['SE4550000000058398257466', 'VEREIN E V']]);
  });
});
