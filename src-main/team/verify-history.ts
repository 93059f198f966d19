/** @file Verifies the history of a data folder against everything that was noted of it, and the queue against the history. Changes nothing. */

import { AppError, saidBy, toAppError } from '../../src-shared/errors.ts';
import type { Said } from '../../src-shared/languages/fact.ts';
import { readAnchors } from '../audit/anchors.ts';
import { type AuditSettings, settingsAsText } from '../audit/audit-settings.ts';
import { keptCheckpoints, readHead } from '../audit/head-file.ts';
import type { HistoryKey } from '../audit/history-key.ts';
import { type ChainReport, type Checkpoint, openFlaws, unchecked, verifyChain } from '../audit/verification.ts';
import { flawsOfQueue } from '../send/sealed/sealed-queue.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { AnchorComparison } from './history/anchor-comparison.ts';
import type { NotedHistory } from './noted-histories.ts';

export interface HistoryQuestion {
  store: QueueStore;
  /** The data folder. */
  folder: string;
  key: HistoryKey | undefined;
  settings: AuditSettings;
  /** A copy of the anchor file to compare with, instead of the one in the settings. */
  anchorCopy?: string;
  /** Ends the wait for the anchor file, which may be on a share. */
  signal?: AbortSignal;
  /** Whether the folder has a key, so that its history must be sealed. */
  mustBeSealed: boolean;
  /** The team ledgers to compare with. */
  ledgers?: readonly NotedHistory[];
}

/** kept: it was compared · not-sealed: this key has no entry, so it needs no head · the others are flaws */
export type HeadState = 'kept' | 'not-sealed' | 'no-key' | 'removed' | 'unreadable' | 'forged';

/** How the history compares with a team ledger. */
export interface LedgerVerification extends Omit<AnchorComparison, 'checkpoints'> {
  ledger: string;
  /** Why it was not compared. */
  problem?: Said;
}

export interface Verification {
  chain: ChainReport;
  /** The head that is kept beside the queue. */
  head: HeadState;
  /** The file outside of the folder, if one is set. */
  anchors: { path: string; lines: number; unreadable: number[]; problem?: Said } | undefined;
  ledgers: LedgerVerification[];
  /** The settings for auditing are not those that the history has recorded last. */
  settingsDiffer: boolean;
  /**
   * needs-key: what can be checked here is sound, but entries were sealed with a key that is not here ·
   * needs-ledger: the same, but a team ledger did not answer
   */
  verdict: 'holds' | 'fails' | 'needs-key' | 'needs-ledger';
}

/** Reads every entry and the whole queue: a million entries take seconds. */
export async function verifyHistory(question: HistoryQuestion): Promise<Verification> {
  const { store, folder, key, settings, mustBeSealed } = question;
  // Before the chain: what is noted may lag behind it, and must not run ahead.
  const kept = key === undefined ? undefined : readHead(folder, key);
  const checkpoints = keptCheckpoints(folder, key);
  const { anchors, noted } = await anchorsAt(question.anchorCopy ?? settings.anchorFile, question.signal);
  const compared = await Promise.all((question.ledgers ?? []).map((ledger) => comparedWith(ledger, store)));
  const told = compared.flatMap((one) => one.checkpoints);
  const chain = store.atOneTime(() =>
    verifyChain({
      entries: store.entries(),
      key,
      checkpoints: [...checkpoints, ...noted, ...told],
      mustBeSealed,
      has: (hash) => store.hasHash(hash),
      highest: store.highestPosition(),
      flawsOfQueue: flawsOfQueue(store),
    }),
  );
  const head = headState(kept?.kind, chain, key);
  const settingsDiffer = differ(store, settings);
  const isSound =
    openFlaws(chain).length === 0 &&
    chain.unlisted === 0 &&
    !['removed', 'unreadable', 'forged'].includes(head) &&
    !settingsDiffer &&
    (anchors === undefined || (anchors.problem === undefined && anchors.unreadable.length === 0));
  const ledgers = compared.map(({ checkpoints: _, ...ledger }) => ledger);
  return { chain, head, anchors, ledgers, settingsDiffer, verdict: isSound ? verdictOfSound(chain, ledgers) : 'fails' };
}

function verdictOfSound(chain: ChainReport, ledgers: readonly LedgerVerification[]): Verification['verdict'] {
  if (unchecked(chain).length > 0) return 'needs-key';
  return ledgers.some(({ problem }) => problem !== undefined) ? 'needs-ledger' : 'holds';
}

async function comparedWith(
  { ledger, compare }: NotedHistory,
  store: HistoryQuestion['store'],
): Promise<LedgerVerification & Pick<AnchorComparison, 'checkpoints'>> {
  try {
    const chain = store.historyAfter(0, 1)[0]?.hash;
    return { ledger, ...(await compare((position) => store.historyHashAt(position), chain)) };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { ledger, anchors: 0, latest: undefined, checkpoints: [], doubts: [], problem: saidBy(thrown.toRecord()) };
  }
}

function headState(
  kept: ReturnType<typeof readHead>['kind'] | undefined,
  { stretches }: ChainReport,
  key: HistoryKey | undefined,
): HeadState {
  if (kept === undefined) return 'no-key';
  if (kept !== 'absent') return kept;
  return stretches.some((stretch) => stretch.key === key?.id) ? 'removed' : 'not-sealed';
}

async function anchorsAt(
  path: string | undefined,
  signal: AbortSignal | undefined,
): Promise<{ anchors: Verification['anchors']; noted: readonly Checkpoint[] }> {
  if (path === undefined) return { anchors: undefined, noted: [] };
  try {
    const { checkpoints, unreadable } = await readAnchors(path, signal);
    return { anchors: { path, lines: checkpoints.length, unreadable }, noted: checkpoints };
  } catch (thrown) {
    signal?.throwIfAborted();
    const problem = saidBy(toAppError(thrown));
    return { anchors: { path, lines: 0, unreadable: [], problem }, noted: [] };
  }
}

function differ(store: HistoryQuestion['store'], settings: AuditSettings): boolean {
  const recorded = store.lastEntry('audit-set');
  const now = JSON.stringify(settingsAsText(settings));
  return (recorded?.detail ?? JSON.stringify(settingsAsText({}))) !== now;
}
