/** @file Awkward exports through the whole engine, against results that were worked out by hand. */

import { describe, expect, test } from 'vitest';
import { prepare } from '../../src-main/prepare/prepare.ts';
import { amountExports } from './exports/amounts.ts';
import type { AwkwardExport } from './exports/awkward-export.ts';
import { bankFormats } from './exports/bank-formats.ts';
import { cells } from './exports/cells.ts';
import { dateExports } from './exports/dates.ts';
import { encodings } from './exports/encodings.ts';
import { hostile } from './exports/hostile.ts';
import { inOneForm } from './exports/json-in-one-form.ts';
import { mappings } from './exports/mappings.ts';
import { packedExports } from './exports/packed.ts';
import { type Prepared, prepareExport } from './exports/prepare-export.ts';
import { structured } from './exports/structured.ts';
import { workbooks } from './exports/workbooks.ts';

const groups: Readonly<Record<string, readonly AwkwardExport[]>> = {
  'encodings and line endings': encodings,
  'quotes, separators and ragged rows': cells,
  amounts: amountExports,
  dates: dateExports,
  mapping: mappings,
  'JSON and XML': structured,
  'formats of banking systems': bankFormats,
  'packed exports and folders': packedExports,
  'workbooks and Parquet': workbooks,
  'hostile files': hostile,
};

const named = (exports: readonly AwkwardExport[]) =>
  exports.map((given): [string, AwkwardExport] => [given.name, given]);

function expectOutcome({ outcome }: AwkwardExport, prepared: Prepared): void {
  if ('error' in outcome) {
    if (prepared.kind === 'prepared')
      expect.unreachable(`prepared ${prepared.lines.length} lines: ${prepared.lines[0]?.slice(0, 200)}`);
    expect(prepared.code, prepared.words).toBe(outcome.error);
    if (outcome.says !== undefined) expect(prepared.words).toMatch(outcome.says);
    return;
  }
  if (prepared.kind === 'error') expect.unreachable(`${prepared.code}: ${prepared.words}`);
  // A long list that differs in one line must not be printed as a whole.
  const lines = prepared.lines.map(inOneForm);
  const wanted = outcome.lines.map(inOneForm);
  const found = wanted.findIndex((line, at) => line !== lines[at]);
  const differing = found === -1 ? wanted.length : found;
  expect(lines[differing], `line ${differing + 1}: ${prepared.messages.slice(0, 3)}`).toBe(wanted[differing]);
  expect(prepared.refused, prepared.messages.join('\n')).toEqual(outcome.refused ?? []);
}

describe.each(Object.entries(groups))('%s', (_group, exports) => {
  test.each(named(exports))('%s', async (_name, given) => {
    expectOutcome(given, await prepareExport(given));
  });
});

describe('in the threads as they ship, with their little heap and stack', () => {
  const ofSomeGroups = [cells, structured, packedExports, workbooks, mappings].flatMap((exports) =>
    exports.slice(0, 1),
  );
  const large = hostile.filter(({ name }) => /16 MB|million|200,000 deep/.test(name));
  test.each(named([...ofSomeGroups, ...large]))('%s', async (_name, given) => {
    expectOutcome(given, await prepareExport(given, prepare));
  });
});
