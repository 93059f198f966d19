/** @file A command as the palette lists it: what it is called, where it stands, and what it does. Pure. */

import type { Savable, Settings, SubmissionRow } from '../../src-shared/contract.ts';
import type { PageName } from '../../src-shared/pages.ts';
import type { WindowCommandName } from '../../src-shared/window-commands.ts';
import type { Removal } from '../history/removals.ts';
import type { ReceiptOwner } from '../receipts/receipt-store.ts';
import type { StatementPlace } from '../statement/statement-place.ts';
import type { Step, Way } from '../steps/next-steps.ts';
import type { Rankable } from './ranking.ts';

/** What a command does, once it is chosen. */
export type Act =
  | { kind: 'window'; command: Exclude<WindowCommandName, 'show-commands'> }
  | { kind: 'page'; page: PageName }
  | { kind: 'statement'; place: StatementPlace }
  | { kind: 'step'; step: Step; ids: readonly SubmissionRow['id'][] }
  | { kind: 'way'; way: Way; id: SubmissionRow['id'] }
  | { kind: 'submission'; id: SubmissionRow['id'] }
  | { kind: 'receipt'; of: ReceiptOwner }
  /** Without a text: leads to the field. */
  | { kind: 'search'; text?: string }
  | { kind: 'diagnose'; connection: string }
  | { kind: 'hours'; connection: string }
  | { kind: 'appearance'; appearance: Settings['appearance'] }
  | { kind: 'list-look'; look: Partial<Pick<Settings['list'], 'rows' | 'grouping'>> }
  | { kind: 'language'; language: Settings['language'] }
  | { kind: 'save'; what: Savable }
  | { kind: 'restore'; removals: readonly Removal[] }
  /** What a part of the page that is shown offers: it does it itself. */
  | { kind: 'offered'; run: () => void };

/** The groups in their order, as long as nothing is typed. */
export const commandGroups = [
  'recent',
  'offered',
  'steps',
  'work',
  'pages',
  'connections',
  'exports',
  // Never first: Enter must not end something that a person only looked at.
  'endings',
  'window',
  'submissions',
] as const;
export type CommandGroup = (typeof commandGroups)[number];

export interface PaletteCommand extends Rankable {
  group: Exclude<CommandGroup, 'recent'>;
  /** What it is about, or where it stands now. */
  hint?: string;
  /** Keys that do the same, as `src-shared/window-commands.ts` writes them. */
  keys?: string;
  act: Act;
}
