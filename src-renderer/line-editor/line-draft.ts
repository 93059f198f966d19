/** @file One line while a person corrects it: its text, what is kept of it, and what the check finds in it. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type { EditableLine, FindingRow, LineEdit, RecipeStep, SubmissionRow } from '../../src-shared/contract.ts';
import { MOST_EDITED_CHARACTERS } from '../../src-shared/edit-limits.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { changesMoney } from '../../src-shared/money-change.ts';
import { LiveCheck } from './live-check.ts';
import { asOneLine, laidOut } from './one-line.ts';

export interface LineDraft {
  /** As it is being edited. */
  text: string;
  /** As it stands in the file, laid out. */
  original: string;
  /** What is kept: the text that the corrected file gets, unless the line is left out. */
  kept: string;
  /** Why its money is other than in the file, as it is being written and as it is kept; empty until that is said. */
  reason: string;
  keptReason: string;
  isLeftOut: boolean;
  /** The findings about the text; those about the text before until the check has answered; undefined at first. */
  findings: readonly FindingRow[] | undefined;
  /** What is sent of the text, where what was decided for all lines changes it. */
  sent: string | undefined;
  isChecking: boolean;
  /** What could not be done. */
  problem: ErrorRecord | 'too-long' | undefined;
  /** The line is on the screen: checks it. */
  start(): void;
  /** `at`: the place in it; what is written there in one go is taken back in one go. */
  write(text: string, at?: string): void;
  explain(reason: string): void;
  /** Keeps the text. Returns whether nothing is lost by leaving. */
  save(): Promise<boolean>;
  /** The errors that the line has only since it was corrected. */
  madeErrors(): Promise<readonly FindingRow[]>;
  /** Returns why that failed. */
  leaveOut(reason: string): Promise<ErrorRecord | undefined>;
  /** The line counts again; a text that was changed meanwhile is not kept yet. */
  takeIn(): Promise<void>;
  /** The line is as in the file again. Returns whether that worked. */
  undo(): Promise<boolean>;
  /** Takes back what was written last; where all of it is kept, what was kept last. */
  takeBack(): Promise<void>;
  /** What was not kept yet is given up. */
  giveUp(): void;
  /** The line is no longer on the screen: keeps what was not kept yet. Returns why that failed. */
  end(): Promise<ErrorRecord | undefined>;
}

/** What could not be kept when its line was left, by submission and line, for when a person comes back to it. */
type Unkept = Map<string, Pick<LineDraft, 'text' | 'reason'>>;

const unkeptOfWindow: Unkept = new Map();

interface Ports {
  bridge: Pick<Bridge, 'invoke'>;
  id: SubmissionRow['id'];
  /** Returns why an edit could not be kept; undefined puts the line back as it is in the file. */
  keep: (edit: LineEdit | undefined) => Promise<ErrorRecord | undefined>;
  /** What was decided for all lines, now; nothing unless it is given. */
  steps?: () => readonly RecipeStep[];
  /** By default that of the window. */
  unkept?: Unkept;
}

/** Whether its money is other than in the file. */
export const needsReason = ({ text, original }: Pick<LineDraft, 'text' | 'original'>): boolean =>
  text !== original && changesMoney(original, text);

/** Whether something of it is not kept yet. */
export const isUnsaved = (draft: LineDraft): boolean =>
  draft.text !== draft.kept || (needsReason(draft) && draft.reason.trim() !== draft.keptReason);

/** @param editable a line that is too long has no text, and can only be left out */
export function createLineDraft(
  { bridge, id, keep, steps = () => [], unkept = unkeptOfWindow }: Ports,
  editable: EditableLine,
): StoreApi<LineDraft> {
  const { line, text: inFile, edit } = editable;
  const original = laidOut(inFile ?? '');
  const kept = edit?.kind === 'replaced' ? laidOut(edit.text) : original;
  const keptReason = (edit?.kind === 'replaced' && edit.reason) || '';
  const place = `${id} ${line}`;
  return createStore<LineDraft>((set, get) => {
    const check = new LiveCheck(
      (text) => bridge.invoke['edits.check']({ id, line, text, steps: [...steps()] }),
      (judgement) => {
        if (judgement.kind === 'checking') set({ isChecking: true });
        else if (judgement.kind === 'failed') set({ isChecking: false, problem: judgement.error });
        else set({ isChecking: false, findings: judgement.findings, sent: judgement.sent });
      },
    );

    /** It is no correction, and has no reason that a later one could be saved with. */
    const asInFile = { kept: original, reason: '', keptReason: '', isLeftOut: false };

    /** Does what the app is asked for; a failure becomes a problem. */
    const act = async (asked: Promise<ErrorRecord | undefined>, done: Partial<LineDraft>): Promise<boolean> => {
      const problem = await asked;
      set(problem === undefined ? { ...done, problem } : { problem });
      return problem === undefined;
    };

    const show = (text: string) => {
      set({ text, problem: undefined });
      check.write(text);
    };

    const keepText = async (text: string, reason: string): Promise<boolean> => {
      if (text === original) return await act(keep(undefined), asInFile);
      const replaced = asOneLine(text);
      if (replaced.length > MOST_EDITED_CHARACTERS) {
        set({ problem: 'too-long' });
        return false;
      }
      const edited = { kind: 'replaced' as const, text: replaced, ...(reason !== '' && { reason }) };
      return await act(keep(edited), { kept: text, reason, keptReason: reason });
    };

    /** What stood there before each piece that was written and is not kept yet. */
    let written: { text: string; at: string | undefined }[] = [];
    /** What was kept before, the last at the end. */
    const keptBefore = kept === original ? [] : [{ text: original, reason: '' }];

    return {
      text: kept,
      original,
      kept,
      reason: keptReason,
      ...unkept.get(place),
      keptReason,
      isLeftOut: edit?.kind === 'left-out',
      findings: undefined,
      sent: undefined,
      isChecking: false,
      problem: undefined,
      start() {
        if (inFile !== undefined) check.write(get().text, true);
      },
      write(text, at) {
        const isMore = at !== undefined && written.at(-1)?.at === at;
        const { kept, keptReason, reason } = get();
        if (!isMore && text !== get().text) written.push({ text: get().text, at });
        show(text);
        // Other money than what was explained wants its own reason.
        const isExplained = !changesMoney(kept, text);
        if (isExplained && reason === '') set({ reason: keptReason });
        else if (!isExplained && reason === keptReason) set({ reason: '' });
      },
      explain: (reason) => set({ reason, problem: undefined }),
      async save() {
        const { text, kept, keptReason, isLeftOut } = get();
        if (!isUnsaved(get()) || isLeftOut) return true;
        if (!(await keepText(text, needsReason(get()) ? get().reason.trim() : ''))) return false;
        written = [];
        keptBefore.push({ text: kept, reason: keptReason });
        return true;
      },
      async madeErrors() {
        const errorsOf = async (text: string) => {
          const result = await bridge.invoke['edits.check']({ id, line, text, steps: [...steps()] });
          return result.ok ? result.value.findings.filter(({ severity }) => severity === 'error') : [];
        };
        const { text, isLeftOut } = get();
        if (text === original || isLeftOut) return [];
        const [before, now] = await Promise.all([errorsOf(original), errorsOf(text)]);
        return now.filter(({ rule, path }) => !before.some((one) => one.rule === rule && one.path === path));
      },
      async leaveOut(reason) {
        const problem = await keep({ kind: 'left-out', reason });
        if (problem === undefined) set({ isLeftOut: true, problem });
        return problem;
      },
      async takeIn() {
        await act(keep(undefined), asInFile);
      },
      async undo() {
        const { kept, keptReason, isLeftOut } = get();
        if ((kept !== original || isLeftOut) && !(await act(keep(undefined), {}))) return false;
        if (kept !== original) keptBefore.push({ text: kept, reason: keptReason });
        written = [];
        set({ ...asInFile, text: original });
        get().start();
        return true;
      },
      async takeBack() {
        const { text, kept, isLeftOut } = get();
        const last = text === kept || isLeftOut ? undefined : written.pop();
        const before = keptBefore.at(-1);
        if (isLeftOut) await get().takeIn();
        else if (last !== undefined) show(last.text);
        else if (text === kept && before !== undefined && (await keepText(before.text, before.reason))) {
          keptBefore.pop();
          show(before.text);
          set({ reason: before.reason });
        }
      },
      giveUp() {
        written = [];
        unkept.delete(place);
        show(get().kept);
        set({ reason: get().keptReason });
      },
      async end() {
        check.stop();
        unkept.delete(place);
        if (await get().save()) return undefined;
        const { problem, text, reason } = get();
        unkept.set(place, { text, reason });
        return problem === 'too-long' ? undefined : problem;
      },
    };
  });
}
