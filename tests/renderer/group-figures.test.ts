import { describe, expect, it } from 'vitest';
import { tonesOf } from '../../src-renderer/progress/tones.ts';
import {
  commonFolder,
  extentInWords,
  figuresOf,
  hiddenOf,
  nameOfGroup,
  rowsTogether,
} from '../../src-renderer/queue/group-figures.ts';
import { noLines } from '../../src-shared/account.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';
import { row } from '../shells/rows.ts';

const id = (number: number) => submissionIdSchema.parse(number);
const stage = (bytes: number) => ({ bytes, batches: 1 });

describe('What files come to that came together', () => {
  it('counts them as the tabs above the list do, and adds up what became of their lines', () => {
    const done = { state: 'processed', bytes: 500, account: { ...noLines(), accepted: 10 } } as const;
    const held = { state: 'held', bytes: 300, account: { ...noLines(), invalid: 2, unsent: 8 } } as const;
    const figures = figuresOf([row(1, done), row(2, held), row(3, done)]);
    expect(figures).toMatchObject({ files: 3, lines: 30, bytes: 1300, isMoving: false });
    expect(figures.states).toEqual(['held', 'processed']);
    expect(figures.counts).toEqual({ needs: 1, moving: 0, done: 2 });
    // Of two states, the first is not that of all.
    expect(figures.standing).toEqual({ count: 1, of: 3 });
    expect(figuresOf([row(1, done), row(2, done)]).standing).toBeUndefined();
    expect(figures.account).toEqual({ ...noLines(), accepted: 20, invalid: 2, unsent: 8 });
  });

  it('says what a tab hides of them, and the account is then that of all', () => {
    const together = { addition: { id: 'a', by: 'person' } } as const;
    const done = row(1, { ...together, state: 'processed', account: { ...noLines(), accepted: 10 } });
    const held = row(2, { ...together, state: 'held', account: { ...noLines(), invalid: 2 } });
    const known = new Map([done, held, row(3)].map((one) => [one.id, one]));
    expect(rowsTogether(known, 'a')).toEqual([done, held]);
    expect(hiddenOf([done], rowsTogether(known, 'a'))).toEqual({
      account: { ...noLines(), accepted: 10, invalid: 2 },
      rows: 2,
      counts: { needs: 1, moving: 0, done: 0 },
    });
    expect(hiddenOf([done, held], rowsTogether(known, 'a'))).toBeUndefined();
  });

  it('tells the pace and the time that is left for all of it, with what waits', () => {
    const moving = { state: 'uploading', bytes: 1000, whole: stage(1000), sent: stage(400) } as const;
    const waiting = { state: 'waiting', bytes: 1000, whole: stage(1000) } as const;
    const speed = { bytesPerSecond: 100 };
    expect(figuresOf([row(1, { ...moving, speed }), row(2, waiting)])).toMatchObject({
      isMoving: true,
      pace: { bytesPerSecond: 100, remainingMs: 16_000 },
    });
    const checking = { state: 'checking', bytes: 1000, checkedBytes: 300 } as const;
    expect(figuresOf([row(1, { ...moving, speed }), row(2, checking)]).pace).toEqual({ bytesPerSecond: 100 });
  });

  it('is not complete while one of them is held, though nothing else is to be sent for now', () => {
    const moving = { state: 'uploading', bytes: 1000, whole: stage(1000), sent: stage(400) } as const;
    const held = { state: 'held', bytes: 3000, checkedBytes: 3000, whole: stage(0) } as const;
    const figures = figuresOf([row(1, { ...moving, speed: { bytesPerSecond: 100 } }), row(2, held)]);
    expect(tonesOf(figures.progress)[1]).toEqual({ tone: 'sent', share: 0.1, percent: 10 });
    expect(figures.pace).toEqual({ bytesPerSecond: 100, remainingMs: 6000 });
  });

  it('counts each row, and the lines of a file with its correction once, by what became of them in the end', () => {
    const whole = { ...noLines(), accepted: 10 };
    const first = row(1, {
      ...{ state: 'corrected', bytes: 500 },
      account: { ...noLines(), accepted: 8, rejected: 2 },
      story: { account: whole, correctedBy: id(2) },
    });
    const correction = row(2, {
      ...{ state: 'processed', lines: 2, bytes: 100 },
      account: { ...noLines(), accepted: 2 },
      story: { account: whole, first: id(1), corrects: id(1) },
    });
    expect(figuresOf([first, correction])).toMatchObject({
      files: 1,
      corrections: 1,
      counts: { needs: 0, moving: 0, done: 2 },
      ...{ lines: 10, bytes: 500 },
      account: whole,
    });
    // Its own file is elsewhere: what became of that is not told of these lines.
    expect(figuresOf([correction])).toMatchObject({
      ...{ files: 0, lines: 2, bytes: 100 },
      account: { ...noLines(), accepted: 2 },
    });
  });

  it('says of how many rows some are held, those that were corrected among them, as its other numbers do', () => {
    const first = row(1, { state: 'corrected', bytes: 500, story: { correctedBy: id(2) } });
    const correction = row(2, { state: 'processed', bytes: 400, story: { first: id(1), corrects: id(1) } });
    const held = row(3, { state: 'held', bytes: 300 });
    expect(figuresOf([first, correction, held])).toMatchObject({
      counts: { needs: 1, moving: 0, done: 2 },
      standing: { count: 1, of: 3 },
    });
  });

  it('counts the lines of a file once where two corrections have a part of it each', () => {
    const whole = { ...noLines(), accepted: 8, invalid: 2 };
    const story = { account: whole, partOf: id(1) };
    const first = row(1, { state: 'corrected', story: { ...story, correctedBy: id(2) } });
    const parts = [
      row(2, { state: 'processed', lines: 8, story: { ...story, first: id(1), corrects: id(1) } }),
      row(3, { state: 'held', lines: 2, story: { ...story, first: id(1), corrects: id(1) } }),
    ];
    expect(figuresOf([first, ...parts])).toMatchObject({ files: 1, corrections: 2, lines: 10, account: whole });
  });
});

it('A rest whose file was removed counts by itself, and stands in the name beside the files', () => {
  const whole = { ...noLines(), accepted: 8, invalid: 2 };
  const rest = row(3, {
    ...{ state: 'held', lines: 2 },
    account: { ...noLines(), invalid: 2 },
    story: { account: whole, first: id(1), partOf: id(1), corrects: id(1) },
  });
  const other = row(2, { state: 'processed', lines: 5, account: { ...noLines(), accepted: 5 } });
  expect(figuresOf([other, rest])).toMatchObject({ lines: 7, account: { ...noLines(), accepted: 5, invalid: 2 } });
  const south = { id: id(2), fileName: 'south.jsonl' };
  const north = { id: id(3), fileName: 'north.rest.jsonl', story: { first: id(1), corrects: id(1) } };
  expect(nameOfGroup(undefined, '', [north, south])).toBe('south.jsonl and 1 more');
});

it('A correction whose own file was removed counts with the first file, once', () => {
  const whole = { ...noLines(), accepted: 10 };
  const first = row(1, { state: 'corrected', story: { account: whole, correctedBy: id(2) } });
  const last = row(3, {
    ...{ state: 'processed', lines: 2 },
    account: { ...noLines(), accepted: 2 },
    story: { account: whole, first: id(1), corrects: id(2) },
  });
  expect(figuresOf([first, last])).toMatchObject({ lines: 10, account: whole });
  expect(nameOfGroup(undefined, '', [first, last])).toBe(first.fileName);
});

describe('What came together, in words', () => {
  it.each([
    [{ files: 3, corrections: 0 }, '3 files'],
    [{ files: 3, corrections: 5 }, '3 files, 5 corrections'],
    [{ files: 0, corrections: 1 }, '1 correction'],
  ])('says of %j that it has %s', (figures, words) => {
    expect(extentInWords(figures)).toBe(words);
  });
});

describe('The name of what came together', () => {
  it.each([
    [['/exports/november', '/exports/november'], '/exports/november'],
    [['/exports/november/a', '/exports/november/b'], '/exports/november'],
    [['/exports/november', '/exports/november 2'], '/exports'],
    [['C:\\exports\\a', 'C:\\exports\\b'], 'C:\\exports'],
    [['C:\\exports', 'D:\\exports'], ''],
    [['', ''], ''],
  ])('Files in %j have the folder %j', (folders, common) => {
    expect(commonFolder(folders.map((folder) => ({ folder })))).toBe(common);
  });

  it('is that of the preparation, else of the folder, else of the files that were added', () => {
    const addition = { id: 'a', by: 'preparation', name: 'Accounts' } as const;
    const correction = { id: id(3), fileName: 'north.corrected.jsonl', story: { first: id(1), corrects: id(1) } };
    const north = { id: id(1), fileName: 'north.jsonl' };
    const files = [correction, { id: id(2), fileName: 'south.jsonl' }, north];
    expect([
      nameOfGroup(addition, '/exports/november', files),
      nameOfGroup(undefined, '/exports/november', files),
      nameOfGroup(undefined, 'C:', files),
      nameOfGroup(undefined, '', files),
      nameOfGroup(undefined, '', [correction, north]),
      nameOfGroup(undefined, '', [correction]),
    ]).toEqual([
      'Accounts',
      'november',
      'north.jsonl and 1 more',
      'north.jsonl and 1 more',
      'north.jsonl',
      'north.corrected.jsonl',
    ]);
  });
});
