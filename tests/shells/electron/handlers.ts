/** @file Command handlers that only record their calls. */

import { vi } from 'vitest';
import type { CommandHandlers } from '../../../src-main/actions/ports.ts';
import { commandNames } from '../../../src-shared/channels.ts';
import type { Settings } from '../../../src-shared/contract.ts';

export const settings: Settings = {
  appearance: 'system',
  language: 'system',
  notifications: { ended: true, needsPerson: true },
  startAtLogin: false,
  window: { hasSeenTour: false, singleStrokes: true, recentCommands: [] },
  idIndex: true,
  transfer: { uploadsPerConnection: 4, stallSeconds: 60, askSeconds: 120, retryHours: 12 },
  retention: { submissions: null, findings: 90, reports: 90, ids: null, logs: 14 },
  sending: { connection: 'Bank', onInvalid: 'stop', ingestValid: false, maxBatchBytes: 1_000_000 },
  ruleSet: '',
  list: { rows: 'comfortable', grouping: 'together', details: 'beside', detailsWidth: 380 },
};

/** The given handlers answer; the others return nothing. */
export function handlersDouble(given: Partial<CommandHandlers> = {}): CommandHandlers {
  const noted = commandNames.map((name) => [name, vi.fn(given[name] as () => unknown)]);
  // One for each name of the contract.
  return Object.fromEntries(noted) as CommandHandlers;
}
