/** @file Takes steps: at once, or after a question if they have consequences. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type { PickedFiles, Result, SubmissionRow } from '../../src-shared/contract.ts';
import type { QueueView } from '../queue/queue-view.ts';
import type { WindowQueue } from '../window-queue.ts';
import { isCommon, type Step, sendsHeld } from './next-steps.ts';
import { namedHosts, questionBefore, type StepQuestion } from './question.ts';

interface Host {
  connection: string;
  host: string;
}

/** A step that waits for the answer to its question. */
export interface AskedStep {
  step: Step;
  ids: readonly SubmissionRow['id'][];
  /** The host to allow. */
  host?: Host;
  question: StepQuestion;
}

export interface StepsStore {
  asked: AskedStep | undefined;
  /** A file that was only checked and is to be sent: its dialog asks where to. */
  sending: SubmissionRow | undefined;
  /**
   * Takes a step for these submissions, after a question if it has consequences. A single one is removed at once,
   * except with a key, which may have been pressed by mistake.
   */
  begin(step: Step, rows: readonly SubmissionRow[], by?: 'button' | 'key'): Promise<void>;
  /** Takes the step in question. `own`: reasons of single files in place of the common one. */
  confirm(reason?: string, typed?: string, own?: ReadonlyMap<SubmissionRow['id'], string>): Promise<void>;
  /** Pauses after what is being sent, in place of at once. */
  pauseAfter(): Promise<void>;
  /** Cancels the step; closes the dialog that asks where to send. */
  goBack(): void;
}

export function createStepsStore(
  bridge: Bridge,
  queue: StoreApi<WindowQueue>,
  queueView: StoreApi<QueueView>,
  chooseFile: () => Promise<Result<PickedFiles>>,
): StoreApi<StepsStore> {
  const take = async (
    { step, ids, host, question }: Omit<AskedStep, 'question'> & { question?: StepQuestion },
    ...[common, typed, own = new Map()]: Parameters<StepsStore['confirm']>
  ) => {
    const { act, allowHost, approve } = queue.getState();
    if (step === 'remove') queueView.getState().unselect(ids);
    if (step === 'allowHost') {
      if (host !== undefined) await allowHost(host);
    } else if (isCommon(step)) await act(step, ids, common === undefined ? undefined : { reason: common });
    else {
      const needsNone = new Set(question?.files?.filter((file) => !file.needsReason).map(({ id }) => id));
      const reasonFor = (id: SubmissionRow['id']) => (needsNone.has(id) ? undefined : own.get(id)?.trim() || common);
      await approve(
        ids.map((id) => ({ id, reason: reasonFor(id) })),
        typed,
      );
    }
  };
  /** Nothing where the person has chosen nothing. */
  const findFile = async ([row]: readonly SubmissionRow[]): Promise<void> => {
    if (row === undefined) return;
    const chosen = await chooseFile();
    const [offer] = chosen.ok ? chosen.value.offers : [];
    const error = chosen.ok ? chosen.value.refused[0]?.error : chosen.error;
    const { fileName } = row;
    if (offer === undefined) queue.getState().complain(error === undefined ? [] : [{ error, fileName }]);
    else await queue.getState().findFile(row.id, offer.offer);
  };
  /** Only the details contain how the service should treat faulty batches. */
  const ingestsValid = async ([row]: readonly SubmissionRow[]): Promise<boolean | undefined> => {
    if (row === undefined || row.state !== 'held' || row.errors === 0) return undefined;
    const result = await bridge.invoke['submission.details']({ id: row.id });
    return result.ok ? result.value.ingestValid : undefined;
  };
  const questionFor = async (step: Step, rows: readonly SubmissionRow[]): Promise<StepQuestion | undefined> => {
    const question = questionBefore(step, rows, await ingestsValid(rows), queue.getState().list?.rows.values());
    if (question === undefined || !sendsHeld(step)) return question;
    const summary = await bridge.invoke['queue.summary']({ ids: rows.map(({ id }) => id) });
    return summary.ok ? { ...question, summary: summary.value } : { ...question, unknown: summary.error };
  };
  return createStore<StepsStore>((set, get) => ({
    asked: undefined,
    sending: undefined,
    async begin(step, rows, by = 'button') {
      if (step === 'findFile') return await findFile(rows);
      if (step === 'send') {
        set({ sending: rows[0] });
        return;
      }
      const ids = rows.map(({ id }) => id);
      const isAsked = step !== 'remove' || rows.length > 1 || by === 'key';
      const question = isAsked ? await questionFor(step, rows) : undefined;
      const [row] = rows;
      const named = step === 'allowHost' && row !== undefined;
      const host = named ? { host: { connection: row.connection, host: namedHosts(row).host } } : {};
      if (question === undefined) await take({ step, ids, ...host });
      else set({ asked: { step, ids, ...host, question } });
    },
    async confirm(...reasons) {
      const { asked } = get();
      set({ asked: undefined });
      if (asked !== undefined) await take(asked, ...reasons);
    },
    async pauseAfter() {
      const { asked } = get();
      set({ asked: undefined });
      if (asked !== undefined) await queue.getState().act('pause', asked.ids, { letsFinish: true });
    },
    goBack: () => set({ asked: undefined, sending: undefined }),
  }));
}
