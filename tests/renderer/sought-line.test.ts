import { describe, expect, it } from 'vitest';
import { keyOf } from '../../src-renderer/correcting/draft.ts';
import { placeOfLine } from '../../src-renderer/correcting/sought-line.ts';
import type { FaultKind } from '../../src-shared/contract.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { quoted } from '../../src-shared/languages/quoted.ts';

const sentence = (value: string) => fact('{path} must be two letters, but is {value}.', { path, value: quoted(value) });
const path = 'payment_source_country';

const countries: FaultKind = {
  name: 'countries',
  rule: 'field.format',
  field: path,
  message: sentence('Sweden'),
  lines: 3,
  more: 0,
  entries: ['Sweden', 'Norway'].map((value, at) => ({
    fault: { kind: 'value', value },
    lines: 2,
    first: at + 1,
    next: [],
    ways: [],
    isCertain: false,
  })),
};
const rejected: FaultKind = {
  ...countries,
  name: 'rejected',
  rule: 'service',
  field: '',
  entries: [8, 9].map((first) => ({ fault: { kind: 'line' }, lines: 1, first, next: [], ways: [], isCertain: false })),
};
const kinds = [rejected, countries];
const finding = (value: string, severity: 'error' | 'warning' = 'error') => ({
  severity,
  rule: 'field.format',
  path,
  message: sentence(value),
});

describe('a line that a person came for', () => {
  it('stands at its value, although another line is the first that has it', () => {
    const [, norway] = countries.entries;
    expect(placeOfLine(kinds, 7, [finding('Norway')])).toEqual({
      line: 7,
      kind: 'countries',
      entry: norway && keyOf(countries, norway),
    });
  });

  it('stands at its id where it shares that, whichever of the lines it is', () => {
    const shared: FaultKind = {
      ...{ ...countries, name: 'shared', rule: 'modification.duplicate' },
      entries: [
        { fault: { kind: 'same-id' }, lines: 1, first: 2, next: [4], ways: [], isCertain: true },
        {
          ...{ fault: { kind: 'shared', id: 'id' }, lines: 2, first: 2, next: [4], ways: [], isCertain: false },
          alike: [[2, 4]],
        },
      ],
    };
    const [, pair] = shared.entries;
    const found = { ...finding('Norway'), rule: 'modification.duplicate' };
    expect(placeOfLine([shared], 4, [found])?.entry).toBe(pair && keyOf(shared, pair));
  });

  it('stands among those that only the service rejected, where the check finds no error in it', () => {
    expect(placeOfLine(kinds, 9, [finding('Norway', 'warning')])).toMatchObject({ line: 9, kind: 'rejected' });
  });

  it('is nowhere once it is right', () => {
    expect(placeOfLine([countries], 9, [])).toBeUndefined();
    expect(placeOfLine(kinds, 7, [finding('Atlantis')])).toBeUndefined();
  });
});
