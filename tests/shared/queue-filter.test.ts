import { describe, expect, it } from 'vitest';
import { type Findable, judgeOf, noFilter } from '../../src-shared/queue-filter.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

const findable = (fileName: string, folder = ''): Findable => ({
  id: submissionIdSchema.parse(12),
  fileName,
  folder,
  state: 'held',
  connection: 'Nordbank',
  addedAt: 0,
});
const finds = (search: string, row: Findable) => judgeOf({ ...noFilter, search }, 0)(row) === 0;

describe('Words that are searched for', () => {
  it.each([
    ['überweisung', 'U\u0308berweisung.jsonl'],
    ['ubEr', 'Überweisung.jsonl'],
    ['istanbul', 'İSTANBUL.jsonl'],
    ['invoice.exe', 'invoice\u202E.exe'],
    ['مدفوعات', 'مدفوعات-التجزئة.jsonl'],
    ['2026年10月', '決済データ_2026年10月.jsonl'],
    ['a,b "c"', 'a,b "c".jsonl'],
    ['=cmd', '=cmd|calc.jsonl'],
    ['  ', 'anything'],
  ])('%j finds %j', (search, fileName) => expect(finds(search, findable(fileName))).toBe(true));

  it.each(['#1', '#012', 'march april', '.*', '%'])('%j does not find “march.jsonl”, number 12', (search) =>
    expect(finds(search, findable('march.jsonl', '/exports'))).toBe(false),
  );

  it('are not found across the end of the folder and the beginning of the name', () => {
    expect(finds('exportsmarch', findable('march', '/exports'))).toBe(false);
  });
});
