import { describe, expect, it } from 'vitest';
import { noLines } from '../../src-shared/account.ts';
import { type Happening, happeningOf, isWanted, notificationOf, stopOf } from '../../src-shared/happenings.ts';
import { away, fullDisk, refusal, row, uploading } from '../shells/rows.ts';

function happening(change: Partial<Happening> = {}): Happening {
  return { fileName: 'a.jsonl', connection: 'Bank', hasEnded: true, needsPerson: false, title: 'Processed', ...change };
}
const needy = (fileName: string) =>
  happening({ fileName, hasEnded: false, needsPerson: true, title: 'Waiting for you' });

describe('News', () => {
  it.each([
    ['processed', { hasEnded: true, needsPerson: false }],
    ['rejected', { hasEnded: true, needsPerson: true }],
    ['failed', { hasEnded: true, needsPerson: true }],
    ['held', { hasEnded: false, needsPerson: true }],
    ['check-failed', { hasEnded: false, needsPerson: true }],
  ] as const)('It is news that a submission is now %s', (state, expected) => {
    expect(happeningOf(uploading(1, 10), row(1, { state }))).toMatchObject(expected);
  });

  it('is that the connection refuses it', () => {
    expect(happeningOf(row(1), row(1, { error: refusal }))?.title).toBe('A permission is missing');
  });

  it('The state of an unknown submission is news', () => {
    expect(happeningOf(undefined, row(1, { state: 'held' }))?.fileName).toBe('file-1.jsonl');
  });

  it.each([
    ['the same as before', row(1, { state: 'held' }), row(1, { state: 'held', warnings: 2 })],
    ['that it moves', row(1), uploading(1, 10)],
    ['that the network is away', row(1), row(1, { error: away })],
    ['that somebody cancelled it', row(1), row(1, { state: 'cancelled' })],
  ])('It is not news that a submission is %s', (_what, before, after) => {
    expect(happeningOf(before, after)).toBeUndefined();
  });

  it('The news of a file that was accepted in part tells what became of its lines', () => {
    const account = { ...noLines(), accepted: 17, rejected: 3 };
    const news = happeningOf(uploading(1, 10), row(1, { state: 'partially-accepted', account }));
    expect(notificationOf(news === undefined ? [] : [news])?.body).toMatch(/\n17 accepted · 3 rejected$/);
  });

  it('It is news that needs a person when lines turn out to be at the service twice, also long after the end', () => {
    const processed = row(1, { state: 'processed' });
    const doubled = { ...processed, doubled: { batches: 1, lines: 10 } };
    expect(happeningOf(processed, doubled)).toMatchObject({ hasEnded: true, needsPerson: true });
    expect(happeningOf(doubled, doubled)).toBeUndefined();
  });

  it('It is news that the whole queue has stopped', () => {
    expect(stopOf(fullDisk)).toMatchObject({ title: 'The disk is full', needsPerson: true });
  });
});

describe('The settings', () => {
  const refused = happening({ needsPerson: true });
  it.each([
    ['nothing', { ended: false, needsPerson: false }, [false, false, false]],
    ['what ended', { ended: true, needsPerson: false }, [true, false, true]],
    ['what needs somebody', { ended: false, needsPerson: true }, [false, true, true]],
  ])('The settings can ask for %s', (_what, settings, expected) => {
    expect([happening(), needy('b'), refused].map((each) => isWanted(each, settings))).toEqual(expected);
  });
});

describe('A notification', () => {
  it('There is no notification without news', () => {
    expect(notificationOf([])).toBeUndefined();
  });

  it('A notification about one file names the file and the connection', () => {
    expect(notificationOf([happening()])).toEqual({ title: 'Processed', body: 'a.jsonl (Bank)', ids: [] });
  });

  it('A notification counts simultaneous news', () => {
    const many = [happening(), happening(), needy('c.jsonl')];
    expect(notificationOf(many)?.title).toBe('2 files were processed, 1 needs you');
  });

  it('A notification names those that need a person first, and at most three', () => {
    const many = [happening(), happening({ fileName: 'b.jsonl' }), needy('c.jsonl'), needy('d.jsonl')];
    expect(notificationOf(many)?.body).toBe('c.jsonl\nd.jsonl\na.jsonl\nand 1 more');
  });
});

describe('What a notification leads to', () => {
  const of = (id: number | undefined, isNeedy: boolean) => {
    const { id: _, ...rest } = isNeedy ? needy(`${id}.jsonl`) : happening();
    return id === undefined ? rest : { ...rest, id: row(id).id };
  };

  it('are its submissions, those that need a person first, each once', () => {
    expect(notificationOf([of(1, false), of(2, true), of(3, false), of(2, true)])?.ids).toEqual([2, 1, 3]);
  });

  it('is nothing of its own where the whole queue has stopped', () => {
    expect(notificationOf([of(undefined, true)])?.ids).toEqual([]);
  });
});
