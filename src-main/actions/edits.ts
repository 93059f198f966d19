/** @file The commands for correcting lines of a checked file by hand. */

import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import type { CorrectedLine, EditableLine, LinePayment, RecipeStep } from '../../src-shared/contract.ts';
import { MOST_EDITED_CHARACTERS } from '../../src-shared/edit-limits.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { LineOrigin } from '../../src-shared/line-origin.ts';
import { changesMoney } from '../../src-shared/money-change.ts';
import { checkCorrectedLine } from '../check/corrected-line-check.ts';
import { type FetchedLine, fetchLine } from '../check/line-index.ts';
import { LINE_END_BYTES } from '../check/line-limit.ts';
import { turnsKept } from '../fixing/decided-at.ts';
import { describedFields } from '../fixing/described-fields.ts';
import { isLeftOutBy } from '../fixing/line-drops.ts';
import { LineEditor } from '../fixing/line-editor.ts';
import { paymentOf } from '../fixing/line-payment.ts';
import { inOrder, isFieldStep, keepsOneOfEachId } from '../fixing/recipe.ts';
import type { SubmissionId } from '../send/batch.ts';
import { originOf } from '../send/correction/line-origin.ts';
import type { CheckResult, Submission } from '../send/submission.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { lineIndexOf } from './submission.ts';

type EditCommands = Pick<CommandHandlers, Extract<keyof CommandHandlers, `edits.${string}`>>;
type Ports = Pick<CommandPorts, 'app' | 'signal'>;

/** A UTF-16 unit takes at most three bytes in UTF-8. */
const MOST_BYTES = 3 * MOST_EDITED_CHARACTERS + LINE_END_BYTES;
/** Of one rule in one line. */
const MOST_FINDINGS = 20;

export function editCommands(ports: Ports & Pick<CommandPorts, 'projection' | 'clock'>): EditCommands {
  const { store, queue } = ports.app;
  const { projection, clock } = ports;
  const list = (id: SubmissionId) => {
    const { sha256 } = checked(queue.view(id).submission);
    return store.lineEdits.list({ id, sha256 });
  };
  /** A submission that is not there is refused before anything is told of it. */
  const kept = (id: SubmissionId) => {
    const edits = list(id);
    projection.noteKept(id);
    return edits;
  };
  return {
    'edits.list': ({ id }) => list(id),
    'edits.line': async ({ id, line }) => await editableLine(ports, id, line),
    'edits.check': async ({ id, line, text, steps }) => {
      const { submission } = queue.view(id);
      const found = sharedIdOf(ports, { id, line, steps });
      const original = found.length === 0 ? '' : (await sourceLine(ports, submission, line)).text;
      const after = afterSteps(text, steps);
      const { ruleSet } = submission.options;
      const findings = checkCorrectedLine(after, { line, original, found }, ruleSet, Date.now());
      return { findings, ...(after !== text && { sent: after }) };
    },
    'edits.corrected': async ({ id, line, steps }) => await correctedLine(ports, id, line, steps),
    'edits.payments': async ({ id, lines }) => await paymentsIn(ports, id, lines),
    'edits.save': async ({ id, line, edit }) => {
      const { submission } = queue.view(id);
      const { sha256, lines } = checked(submission);
      if (line > lines) throw new AppError('file.no-line', { path: submission.content, line });
      if (edit.kind === 'replaced' && edit.reason === undefined) {
        const { text } = await sourceLine(ports, submission, line);
        if (changesMoney(text, edit.text)) throw new AppError('edit.no-reason', { line });
      }
      store.lineEdits.save({ id, sha256 }, line, edit);
      return kept(id);
    },
    'edits.explain': ({ id, reasons }) => {
      const { sha256 } = checked(queue.view(id).submission);
      store.lineEdits.explain({ id, sha256 }, reasons);
      return kept(id);
    },
    'edits.undo': ({ id, line }) => {
      store.lineEdits.undo(id, line);
      return kept(id);
    },
    'edits.undoAll': ({ id }) => {
      store.lineEdits.undoAll(id);
      return kept(id);
    },
    'edits.turns': ({ id }) => {
      const { sha256 } = checked(queue.view(id).submission);
      return store.correctionTurns.of({ id, sha256 });
    },
    'edits.keepTurns': ({ id, turns }) => {
      const { sha256 } = checked(queue.view(id).submission);
      const before = store.correctionTurns.of({ id, sha256 });
      const at = new Date(clock.now()).toISOString();
      store.correctionTurns.keep({ id, sha256 }, turnsKept(turns, before, at));
      projection.noteKept(id);
    },
  };
}

async function editableLine(ports: Ports, id: SubmissionId, line: number): Promise<EditableLine> {
  const { store, queue } = ports.app;
  const { submission } = queue.view(id);
  const { sha256, errors } = checked(submission);
  const { text, bytes, isShortened } = await sourceLine(ports, submission, line);
  const edit = store.lineEdits.at({ id, sha256 }, line);
  // A file may have a warning in each line, and one error.
  const severity = errors > 0 ? 'error' : 'warning';
  const previous = store.findings.nearestLine(id, line, 'previous', severity);
  const next = store.findings.nearestLine(id, line, 'next', severity);
  return {
    line,
    bytes,
    fields: describedFields(submission.options.ruleSet),
    ...(!isShortened && text.length <= MOST_EDITED_CHARACTERS && { text }),
    ...(edit !== undefined && { edit }),
    ...originIn(ports, id, line),
    ...(previous !== undefined && { previous }),
    ...(next !== undefined && { next }),
  };
}

async function correctedLine(
  ports: Ports,
  id: SubmissionId,
  line: number,
  steps: readonly RecipeStep[],
): Promise<CorrectedLine> {
  const { store, queue } = ports.app;
  const { submission } = queue.view(id);
  const { sha256 } = checked(submission);
  const { text, isShortened } = await sourceLine(ports, submission, line);
  const edit = store.lineEdits.at({ id, sha256 }, line);
  const origin = originIn(ports, id, line);
  const leftOut = { before: text, isLeftOut: true, findings: [], ...origin };
  if (edit?.kind === 'left-out') return leftOut;
  if (isShortened) return { isLeftOut: false, findings: [], ...origin };
  const byHand = edit?.text ?? text;
  const after = afterSteps(byHand, steps);
  const found = sharedIdOf(ports, { id, line, steps });
  const findings = checkCorrectedLine(after, { line, original: text, found }, submission.options.ruleSet, Date.now());
  if (isLeftOutBy(steps, Buffer.from(byHand), findings)) return leftOut;
  return { before: text, after, isLeftOut: false, findings, ...origin };
}

function originIn({ app: { store } }: Ports, submission: SubmissionId, line: number): { origin?: LineOrigin } {
  const origin = originOf(store, { submission, line });
  return origin === undefined ? {} : { origin };
}

/** What the steps make of the text of a line. */
function afterSteps(text: string, steps: readonly RecipeStep[]): string {
  const fields = inOrder({ steps }).flatMap((step, index) => (isFieldStep(step) ? [{ step, index }] : []));
  return new LineEditor(fields).edit(Buffer.from(text))?.bytes.toString() ?? text;
}

/** That a line shares its id, which is no error any more where one of each is kept. */
function sharedIdOf(
  { app: { store } }: Ports,
  { id, line, steps }: { id: SubmissionId; line: number; steps: readonly RecipeStep[] },
) {
  if (keepsOneOfEachId({ steps })) return [];
  return store.findings.ofLine(id, line, MOST_FINDINGS, { rules: ['modification.duplicate'] });
}

/** Other calls have their turn between two lines: each may be far from where a line is known to begin. */
async function paymentsIn(ports: Ports, id: SubmissionId, lines: readonly number[]): Promise<LinePayment[]> {
  const { submission } = ports.app.queue.view(id);
  const payments: LinePayment[] = [];
  for (const line of lines) {
    const { text, isShortened } = await sourceLine(ports, submission, line);
    payments.push({ line, ...(!isShortened && paymentOf(text)) });
    await setImmediate(undefined, { signal: ports.signal });
  }
  return payments;
}

/** @throws AppError edit.not-checked */
function checked({ check }: Submission): CheckResult {
  if (check === undefined) throw new AppError('edit.not-checked', {});
  return check;
}

async function sourceLine(ports: Ports, submission: Submission, line: number): Promise<FetchedLine> {
  const { content: path } = submission;
  const fetched = fetchLine(path, await lineIndexOf(ports, submission), line, MOST_BYTES);
  if (fetched === undefined) throw new AppError('file.no-line', { path, line });
  // At the start of a file, a byte order mark belongs to no line.
  return line === 1 ? { ...fetched, text: fetched.text.replace(/^\uFEFF/, '') } : fetched;
}
