/** @file Every command that is possible now. Pure. */

import { partsInWords } from '../../src-shared/account-words.ts';
import { connectionInWords } from '../../src-shared/connection-words.ts';
import type { AppInfo, ConnectionRow, Settings, SubmissionRow } from '../../src-shared/contract.ts';
import { type LanguageSetting, languages } from '../../src-shared/languages/languages.ts';
import { message, spokenLanguage } from '../../src-shared/languages/message.ts';
import { pagesThere } from '../../src-shared/pages.ts';
import { counted } from '../../src-shared/quantities.ts';
import { factsOf } from '../../src-shared/states.ts';
import {
  menuKeysOfPage,
  pageKeys,
  type WindowCommandName,
  windowCommands,
  windowCommandTitle,
} from '../../src-shared/window-commands.ts';
import type { Removal } from '../history/removals.ts';
import { hasReceipt } from '../receipts/receipt-store.ts';
import { comparePlaceOf, type StatementPlace } from '../statement/statement-place.ts';
import { type Action, fitTogether, isWay, nextActions, type Step, stepsForMany } from '../steps/next-steps.ts';
import { connectionTexts } from '../texts/connections.ts';
import { paletteTexts } from '../texts/palette.ts';
import { lookTexts } from '../texts/queue.ts';
import { saveListTexts } from '../texts/queue-filters.ts';
import { receiptTexts } from '../texts/receipts.ts';
import { appearanceTexts, helpTexts } from '../texts/settings.ts';
import { statementTexts } from '../texts/statement.ts';
import { standingInWords } from '../texts/states.ts';
import { actionWords, stepWords } from '../texts/steps.ts';
import type { PaletteCommand } from './palette-command.ts';

/** What of the window decides about the commands. */
export interface Situation {
  shell: AppInfo['shell'];
  /** The submissions that the commands are about: those selected, or the one that is open or has the keyboard. */
  chosen: readonly SubmissionRow[];
  /** A person has selected them. */
  areSelected: boolean;
  /** The submissions of the queue as its page shows them; none elsewhere. */
  shown: readonly SubmissionRow[];
  /** What these were searched for; empty for all. */
  search: string;
  /** Filters show only some of them. */
  isFiltered: boolean;
  /** There is something in the queue. */
  hasFiles: boolean;
  connections: readonly Pick<ConnectionRow, 'name'>[];
  /** The organisation has set the connections. */
  areConnectionsManaged: boolean;
  /** A team ledger is named. */
  isInTeam: boolean;
  appearance: Settings['appearance'];
  /** How the queue looks. */
  list: Pick<Settings['list'], 'rows' | 'grouping'>;
  /** The code of the language that is spoken. */
  language: string;
  /** What was removed last, and can be brought back. */
  removals: readonly Removal[];
  /** What the page that is shown offers. */
  offered: readonly PaletteCommand[];
}

/** Files of the list whose correction is a command of its own. */
const MOST_CORRECTIONS = 5;

/** All commands but the jumps to submissions. */
export function commandsIn(situation: Situation): PaletteCommand[] {
  const { shell, connections, areConnectionsManaged } = situation;
  const hasConnection = connections.length > 0;
  const steps = stepsOf(situation.chosen);
  // What ends a file at which the keyboard only was does not come before what is about the list.
  const comesLater = ({ group }: PaletteCommand) => group === 'endings' && !situation.areSelected;
  return [
    ...situation.offered,
    ...steps.filter((step) => !comesLater(step)),
    ...(hasConnection ? [ofWindow('add-files', 'work', shell)] : []),
    ...worksOf(situation),
    ...steps.filter(comesLater),
    ...restoreOf(situation.removals),
    ...(areConnectionsManaged ? [] : [ofWindow('new-connection', 'connections', shell)]),
    ...pagesThere(situation.isInTeam).map(
      ({ page, title }): PaletteCommand => ({
        id: `page:${page}`,
        title,
        hint: paletteTexts.page,
        aliases: paletteTexts.pageAliases[page],
        group: 'pages',
        keys: (shell === 'electron' ? menuKeysOfPage(page) : undefined) ?? pageKeys[page],
        act: { kind: 'page', page },
      }),
    ),
    ...(situation.hasFiles ? [find] : []),
    {
      id: 'statement',
      title: statementTexts.title,
      hint: paletteTexts.page,
      aliases: message('what arrived sums of a day migration print'),
      group: 'pages',
      act: { kind: 'statement', place: {} },
    },
    {
      id: 'compare',
      title: statementTexts.compare,
      hint: statementTexts.title,
      aliases: compareAliases(),
      group: 'pages',
      act: { kind: 'statement', place: { compares: true } },
    },
    ...connections.map(
      ({ name }): PaletteCommand => ({
        id: `diagnose:${name}`,
        title: connectionTexts.diagnoseOf(name),
        aliases: message('test the connection check network'),
        group: 'connections',
        act: { kind: 'diagnose', connection: name },
      }),
    ),
    ...connections.map(
      ({ name }): PaletteCommand => ({
        id: `hours:${name}`,
        title: connectionTexts.hoursOf(name),
        aliases: message('sending hours night office send between times limit'),
        group: 'connections',
        act: { kind: 'hours', connection: name },
      }),
    ),
    ...exportsOf(situation),
    ...(['system', 'light', 'dark'] as const).map(
      (appearance): PaletteCommand => ({
        id: `appearance:${appearance}`,
        title: paletteTexts.appearance(appearanceTexts.choices[appearance]),
        aliases: paletteTexts.appearanceAliases,
        group: 'window',
        ...(appearance === situation.appearance && { hint: paletteTexts.isChosen }),
        act: { kind: 'appearance', appearance },
      }),
    ),
    ...(['comfortable', 'compact'] as const).map(
      (rows): PaletteCommand => ({
        id: `rows:${rows}`,
        title: lookTexts.choices[rows],
        aliases: message('density height space of the rows in the queue list'),
        group: 'window',
        ...(rows === situation.list.rows && { hint: paletteTexts.isChosen }),
        act: { kind: 'list-look', look: { rows } },
      }),
    ),
    ...(['together', 'single'] as const).map(
      (grouping): PaletteCommand => ({
        id: `grouping:${grouping}`,
        title: lookTexts.groupings[grouping],
        aliases: message('group folder files of the queue list'),
        group: 'window',
        ...(grouping === situation.list.grouping && { hint: paletteTexts.isChosen }),
        act: { kind: 'list-look', look: { grouping } },
      }),
    ),
    ...languageCommands(situation.language),
    ofWindow('show-shortcuts', 'window', shell),
    ofWindow('show-tour', 'window', shell),
  ];
}

const find: PaletteCommand = {
  id: 'find',
  title: message('Find in the queue'),
  aliases: message('search look for file name folder id payment'),
  group: 'pages',
  act: { kind: 'search' },
};

/** What is to be done in the list, wherever the keyboard is in it. */
function worksOf({ chosen, shown, search, isFiltered }: Situation): PaletteCommand[] {
  const isChosen = new Set(chosen.map(({ id }) => id));
  const toCorrect = shown.filter((row) => !isChosen.has(row.id) && nextActions(row)[0] === 'correct');
  const done = shown.filter(({ state }) => ['success', 'settled'].includes(factsOf(state).end ?? ''));
  return [
    ...toCorrect.slice(0, MOST_CORRECTIONS).map(correctionOf),
    ...(done.length > 0 ? [removalOf(done, { search, isFiltered })] : []),
  ];
}

function correctionOf(row: SubmissionRow): PaletteCommand {
  const { label, explanation } = actionWords('correct', row);
  return {
    id: `correct:${row.id}`,
    title: label,
    aliases: `${explanation} ${row.fileName}`,
    group: 'work',
    hint: row.fileName,
    act: { kind: 'way', way: 'correct', id: row.id },
  };
}

const removalOf = (
  done: readonly SubmissionRow[],
  { search, isFiltered }: Pick<Situation, 'search' | 'isFiltered'>,
): PaletteCommand => ({
  id: 'remove-done',
  // Of a search that stands still in its field, a person may not think any more.
  title:
    search !== ''
      ? message('Remove what is done of what “{search}” finds', { search })
      : isFiltered
        ? message('Remove what is done of what the filter shows')
        : message('Remove what is done from the list'),
  aliases: stepWords.remove.explanation,
  group: 'work',
  hint: counted(done.length, 'submission'),
  act: { kind: 'step', step: 'remove', ids: done.map(({ id }) => id) },
});

function restoreOf(removals: readonly Removal[]): PaletteCommand[] {
  if (removals.length === 0) return [];
  const command: PaletteCommand = {
    id: 'restore',
    title: paletteTexts.restore(removals),
    aliases: message('restore bring back undo removal removed deleted recover'),
    group: 'work',
    act: { kind: 'restore', removals },
  };
  return [command];
}

function languageCommands(spoken: string): PaletteCommand[] {
  const command = (language: LanguageSetting, title: string): PaletteCommand => ({
    id: `language:${language}`,
    title,
    aliases: paletteTexts.languageAliases,
    group: 'window',
    ...(language === spoken && { hint: paletteTexts.isChosen }),
    act: { kind: 'language', language },
  });
  return [
    command('system', message('Language: same as the system')),
    ...languages.map(({ code, name }) => command(code, message('Language: {name}', { name }))),
  ];
}

function ofWindow(
  command: Exclude<WindowCommandName, 'show-commands'>,
  group: PaletteCommand['group'],
  shell: AppInfo['shell'],
): PaletteCommand {
  const { keys, menuKeys } = windowCommands[command];
  const shown = keys ?? (shell === 'electron' ? menuKeys : undefined);
  return {
    id: `window:${command}`,
    title: windowCommandTitle(command),
    aliases: paletteTexts.windowAliases[command],
    group,
    ...(shown !== undefined && { keys: shown }),
    act: { kind: 'window', command },
  };
}

function stepsOf(rows: readonly SubmissionRow[]): PaletteCommand[] {
  const [row] = rows;
  if (row === undefined) return [];
  if (rows.length > 1) return stepsForMany.flatMap((step) => stepForMany(step, rows));
  const steps = nextActions(row).map((action): PaletteCommand => {
    const { label, explanation } = actionWords(action, row);
    const isRemoval = action === 'remove';
    return {
      id: `step:${action}`,
      title: isRemoval ? message('Remove {fileName}', { fileName: row.fileName }) : label,
      aliases: `${explanation} ${row.fileName}`,
      group: groupOf(action),
      ...(!isRemoval && { hint: row.fileName }),
      act: isWay(action) ? { kind: 'way', way: action, id: row.id } : { kind: 'step', step: action, ids: [row.id] },
    };
  });
  const place = comparePlaceOf(row);
  return [
    ...steps,
    ...(hasReceipt(row) ? [receiptOf(row)] : []),
    ...(place === undefined ? [] : [compareOf(row, place)]),
  ];
}

const receiptOf = ({ id, fileName }: SubmissionRow): PaletteCommand => ({
  id: 'receipt',
  title: receiptTexts.open(fileName),
  aliases: message('proof print export PDF'),
  group: 'steps',
  act: { kind: 'receipt', of: { id, fileName } },
});

const compareOf = ({ fileName }: SubmissionRow, place: StatementPlace): PaletteCommand => ({
  id: 'compare-file',
  title: statementTexts.compareFile(fileName),
  aliases: compareAliases(),
  group: 'steps',
  act: { kind: 'statement', place },
});

const compareAliases = (): string =>
  message('reconcile check against control figures sums of the core system bookkeeping');

const groupOf = (action: Action): PaletteCommand['group'] =>
  action === 'cancel' || action === 'remove' ? 'endings' : 'steps';

function stepForMany(step: Step, rows: readonly SubmissionRow[]): PaletteCommand[] {
  const { label, explanation } = stepWords[step];
  const parts = fitTogether(step, rows);
  return parts.map((fitting) => ({
    id: `step:${step}${parts.length > 1 ? `:${fitting[0]?.connection}` : ''}`,
    title: parts.length > 1 ? `${label} ${connectionInWords(fitting[0]?.connection ?? '')}` : label,
    aliases: explanation,
    group: groupOf(step),
    hint: message('{count, number} selected', { count: fitting.length }),
    act: { kind: 'step', step, ids: fitting.map(({ id }) => id) },
  }));
}

function exportsOf({ chosen, shown, shell }: Situation): PaletteCommand[] {
  const [row] = chosen.length === 1 ? chosen : [];
  const { findings, receipt, savedList } = paletteTexts;
  const save = (id: string, title: string, what: SaveAct['what'], hint?: string): PaletteCommand => ({
    id: `save:${id}`,
    title,
    aliases: message('export download file table spreadsheet Excel'),
    group: 'exports',
    ...(hint !== undefined && { hint }),
    act: { kind: 'save', what },
  });
  const ofRow: PaletteCommand[] = [];
  if (row !== undefined && row.errors + row.warnings > 0) {
    for (const format of ['csv', 'jsonl'] as const)
      ofRow.push(
        save(
          `findings-${format}`,
          findings[format],
          { kind: 'findings', id: row.id, format, language: spokenLanguage().code },
          row.fileName,
        ),
      );
  }
  if (row !== undefined && hasReceipt(row)) {
    for (const format of shell === 'electron' ? (['pdf', 'html', 'json'] as const) : (['html', 'json'] as const))
      ofRow.push(
        save(
          `receipt-${format}`,
          receipt[format],
          { kind: 'submission-receipt', id: row.id, format, language: spokenLanguage().code },
          row.fileName,
        ),
      );
  }
  const ofList =
    shown.length === 0
      ? []
      : (['csv', 'jsonl'] as const).map((format) =>
          save(
            `list-${format}`,
            savedList[format],
            { kind: 'queue-list', ids: shown.map(({ id }) => id), format, language: spokenLanguage().code },
            saveListTexts.note(shown.length),
          ),
        );
  return [
    ...ofRow,
    ...ofList,
    save('support', helpTexts.save, { kind: 'support' }),
    save('history', helpTexts.history, { kind: 'history', language: spokenLanguage().code }),
  ];
}

type SaveAct = Extract<PaletteCommand['act'], { kind: 'save' }>;

/** With what became of its lines, where the service has taken only some of them. */
function standingWithAccount(row: SubmissionRow): string {
  const standing = standingInWords(row);
  if (row.account === undefined || factsOf(row.state).end !== 'partial') return standing;
  return paletteTexts.standing(standing, partsInWords(row.account));
}

/** The jumps to submissions, by the name of their file or their number; only where something is typed. */
export function jumpsTo(rows: Iterable<SubmissionRow>): PaletteCommand[] {
  const jumps: PaletteCommand[] = [];
  for (const row of rows)
    jumps.push({
      id: `submission:${row.id}`,
      title: row.fileName,
      aliases: `#${row.id} ${row.id}`,
      group: 'submissions',
      // Only what is shown is put into words.
      get hint() {
        return message('#{id} · {connection} · {standing}', {
          id: `${row.id}`,
          connection: connectionInWords(row.connection),
          standing: standingWithAccount(row),
        });
      },
      act: { kind: 'submission', id: row.id },
    });
  // Of those that fit alike, the newest first.
  return jumps.reverse();
}
