import { describe, expect, it } from 'vitest';
import { submissionForPrograms } from '../../../src-main/actions/submission-row.ts';
import type { Batch } from '../../../src-main/send/batch.ts';
import { viewOf } from '../../../src-main/send/submission-view.ts';
import { exitCodeOfRun, hintsAfter, nextCommand, type Run } from '../../../src-main/shells/cli/outcome.ts';
import type { SubmissionForPrograms } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { sampleBatch, submissionIn } from '../../send/samples.ts';

function view(
  id: number,
  { stage = 'approved', ...more }: { stage?: string; [field: string]: unknown },
  ...states: Batch['state'][]
): SubmissionForPrograms {
  const submission = submissionIn(stage, { id, ...more });
  const batches = states.map((state, index) => sampleBatch(index + 1, { state, start: 100 * index }));
  return submissionForPrograms(viewOf(submission, batches));
}

const held = (more: object = {}) => view(1, { stage: 'held', ...more });
const run = (views: SubmissionForPrograms[], more: Partial<Run> = {}): Run => ({
  ending: { kind: 'finished' },
  views,
  waitedBefore: new Set(),
  empty: new Set(),
  onHold: false,
  hours: [],
  ...more,
});
const codeOf = (views: SubmissionForPrograms[], more: Partial<Run> = {}) => exitCodeOfRun(run(views, more));
const needsPerson = { ending: { kind: 'needs-person' } } as const;
const waiting = { waitedBefore: new Set([held().id]) };

const emptyCheck = {
  bytes: 0,
  modifiedAt: 0,
  sha256: 'e',
  lines: 0,
  transactions: 0,
  valid: 0,
  errors: 0,
  warnings: 0,
  byRule: {},
  durationMs: 1,
};

describe('The exit code of a run', () => {
  it('The exit code is 0 when everything in the run succeeded, or when there was nothing to do', () => {
    expect([codeOf([]), codeOf([view(1, {}, 'processed')]), codeOf([view(1, {}, 'processing')])]).toEqual([0, 0, 0]);
  });

  it('The exit code is 1 when the service rejected something in the run, or it failed', () => {
    expect([codeOf([view(1, {}, 'processed', 'rejected')]), codeOf([view(1, {}, 'failed')])]).toEqual([1, 1]);
  });

  it.each(['partially-accepted', 'unreported'] as const)('The exit code is 1 where a batch is %s', (state) => {
    expect([codeOf([view(1, {}, 'processed', state)]), codeOf([view(1, {}, state)])]).toEqual([1, 1]);
  });

  it('The exit code is 1 where the service has rejected a part while the rest is still there, and 0 once that is corrected', () => {
    const rejected = view(1, {}, 'rejected', 'processing');
    expect([codeOf([rejected]), codeOf([{ ...rejected, state: 'corrected' }])]).toEqual([1, 0]);
  });

  it('The exit code is 1 for a file held by its own check, and 4 for one that already waited for a person', () => {
    expect([codeOf([held()]), codeOf([held()], waiting)]).toEqual([1, 4]);
  });

  it('The exit code is 4 where lines are at the service twice, and 1 where some were rejected as well', () => {
    const doubled = { doubled: { batches: 1, lines: 5 } };
    const partial = { ...view(2, {}, 'partially-accepted'), ...doubled };
    expect([codeOf([{ ...view(1, {}, 'processed'), ...doubled }]), codeOf([partial])]).toEqual([4, 1]);
  });

  it('The exit code is that of the check that could not finish', () => {
    const error = new AppError('file.not-found', { path: '/a' }).toRecord();
    expect(codeOf([view(1, { stage: 'check-failed', error })])).toBe(2);
  });

  it('The exit code is 4 when only paused work is left, and 3 when a connection waits for a person', () => {
    const paused = [view(1, { paused: true }, 'waiting')];
    expect([codeOf(paused, needsPerson), codeOf(paused, { ...needsPerson, onHold: true })]).toEqual([4, 3]);
  });

  it('The exit code reports a failure before a wait for a person', () => {
    const paused = view(2, { paused: true }, 'waiting');
    expect([
      codeOf([paused, view(3, {}, 'failed')], needsPerson),
      codeOf([held(), view(2, {}, 'failed')], waiting),
    ]).toEqual([1, 1]);
  });

  it.each(['interrupted', 'timed-out', 'unreachable', 'hours'] as const)(
    'The exit code is 4 when the run was %s',
    (kind) => {
      expect(codeOf([view(1, {}, 'waiting')], { ending: { kind } })).toBe(4);
    },
  );

  it('The exit code is that of the error that stopped the queue', () => {
    const error = new AppError('disk.full', { folder: '/data' });
    expect(codeOf([], { ending: { kind: 'stopped', error } })).toBe(5);
  });
});

describe('Next steps', () => {
  it.each([['processed', 'partially-accepted'], ['partially-accepted'], ['rejected']] as const)(
    'The repair and the report are a next step after %s, %s',
    (...states) => {
      const words = hintsAfter(run([view(1, {}, ...states)])).join('\n');
      expect(words).toContain('“tranship fix 1 --recipe FILE --add --out FILE” corrects the rejected lines');
      expect(words).toContain('“tranship resend 1” sends what is missing again');
      expect(words).toContain('“tranship report BATCH_ID” fetches the service’s report');
    },
  );

  it('A file with errors leads to the correction, and to sending its valid lines, with the number to type', () => {
    const words = hintsAfter(run([held({ check: { ...emptyCheck, lines: 3, valid: 2, errors: 1 } })])).join('\n');
    expect(words).toContain('“tranship fix 1” says how to correct them');
    expect(words).toContain('“tranship queue approve 1 --ingest-valid --reason TEXT”');
    expect(words).toContain('--on-invalid service-decides --ingest-valid');
  });

  it('Where it is about several submissions, the number is for the person to fill in', () => {
    const words = hintsAfter(run([view(1, {}, 'rejected'), view(2, {}, 'rejected')])).join('\n');
    expect(words).toContain('“tranship resend ID”');
  });

  it('The next command about what is open is one to type', () => {
    const faulty = held({ check: { ...emptyCheck, lines: 3, valid: 2, errors: 1 } });
    expect([
      nextCommand(faulty, false),
      nextCommand(held(), true),
      nextCommand(view(4, {}, 'partially-accepted'), false),
      nextCommand(view(5, {}, 'unreported'), false),
      nextCommand(view(6, { paused: true }, 'waiting'), false),
      nextCommand(view(7, {}, 'processing'), false),
    ]).toEqual([
      'tranship fix 1',
      'tranship queue remove 1',
      'tranship fix 4',
      'tranship queue retry 5',
      'tranship queue resume 6',
      'tranship work',
    ]);
  });

  it('Nothing is to be repaired of what was accepted, or is still under way', () => {
    const hints = [view(1, {}, 'processed'), view(2, {}, 'processing')].flatMap((one) => hintsAfter(run([one])));
    expect(hints).toEqual([]);
    expect(hintsAfter(run([view(1, {}, 'rejected', 'processing')])).join()).not.toContain('fix');
  });

  it('Approving is never a next step for a file that cannot be sent', () => {
    const faulty = held({ check: { ...emptyCheck, errors: 1 } });
    const words = (more: Partial<Run>) => hintsAfter(run([faulty], more)).join('\n');
    const empty = words({ empty: new Set([faulty.id]) });
    expect(empty).toMatch(/contains nothing that can be sent.*queue remove/);
    expect(empty).not.toContain('approve');
    expect(words({})).toContain('“tranship queue approve 1 --ingest-valid --reason TEXT”');
  });
});

describe('What a run says of what is done later', () => {
  const id = {
    about: 'abandoned-id',
    submission: view(1, {}).id,
    batchId: 'b-1',
    at: 0,
    outlastsRestart: true,
  } as const;
  const said = (more: Partial<Run>) => hintsAfter(run([], more)).at(-1);

  it('names the time, and who asks about an abandoned id then', () => {
    expect(said({ next: id })).toMatch(/b-1 was abandoned, .* at .* 1970.*“tranship work” then does so\.$/);
    expect(said({ next: id, holder: 'the window' })).toMatch(/: the window does so\.$/);
  });

  it('is that “tranship work” asks at once about a batch that a person has to decide about', () => {
    const next = { ...id, about: 'batch', outlastsRestart: false } as const;
    expect(said({ ...needsPerson, next })).toMatch(/“tranship work” asks about batch b-1 at once\.$/);
    expect(said({ next })).toBeUndefined();
  });

  it('is the end of a pause that the other side has asked for', () => {
    expect(said({ ending: { kind: 'timed-out' }, next: { ...id, about: 'batch' } })).toContain('batch b-1 goes on at');
  });
});
