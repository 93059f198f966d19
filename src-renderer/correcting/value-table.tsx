/** @file The values of a kind, each with what is sent in its place: a proposal, or what a person says. */

import { Button, Group, Text } from '@mantine/core';
import { IconCheck, IconClipboard } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { FaultEntry, RecipeStep, SubmissionRow, Turn } from '../../src-shared/contract.ts';
import { faultKindInWords, roleToIdentify } from '../../src-shared/fault-kind-words.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useStores } from '../stores.ts';
import { number } from '../wording.ts';
import classes from './correcting.module.css';
import {
  canLeaveOut,
  decidedElsewhere,
  type EntryKey,
  type EntryOfFile,
  hasProposals,
  inShownOrder,
  isOpenEntry,
  type KindOfFile,
  keyOf,
  keyOfAll,
  pasted,
  proposalsIn,
} from './draft.ts';
import { entryInWords, identifierOf, noReasonInWords } from './fault-words.ts';
import { LeaveKindOut, stayingButton } from './leave-out.tsx';
import { DoneMark, isWithoutField, NewValue } from './new-value.tsx';
import { PairTable } from './pair-table.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { useOrigins } from './use-origins.ts';

/** Rows that are drawn before a person asks for more. */
const SHOWN = 200;

interface ValueTableProps {
  id: SubmissionRow['id'];
  kind: KindOfFile;
  /** All of the file: what was decided in one field is offered in another. */
  kinds: readonly KindOfFile[];
  done: ReadonlyMap<EntryKey, RecipeStep>;
  chosen: FaultEntry | undefined;
  onChoose: (entry: EntryKey) => void;
  /** Corrects a line by hand. */
  onByHand: (line: number) => void;
  /** Goes to the lines of the chosen entry. */
  onEnter: () => void;
}

export function ValueTable({ id, kind, kinds, done, chosen, onChoose, onByHand, onEnter }: ValueTableProps) {
  const { workbenches } = useStores();
  const { take } = workbenches(id).getState();
  const [shown, setShown] = useState(SHOWN);
  const [isPasting, setPasting] = useState(false);
  // Decisions do not move the rows; the next time the kind is opened they do.
  const [order] = useState(() => inShownOrder(kind, done).map((entry) => keyOf(kind, entry)));
  const byKey = new Map(kind.entries.map((entry) => [keyOf(kind, entry), entry]));
  const added = [...byKey.keys()].filter((key) => !order.includes(key));
  const entries = [...order, ...added].flatMap((key) => byKey.get(key) ?? []);
  // Of lines that share an id, what can be left out at once is asked for beside the kinds.
  const pairs = entries.filter(({ fault }) => fault.kind === 'shared');
  const proposals = proposalsIn([kind], done);
  const isOpen = (entry: EntryOfFile) => isOpenEntry(kind, entry, done);
  const chosenKey = chosen && keyOf(kind, chosen);
  // From a row that is settled, Tab leads to what is still to be decided.
  const isSettled = entries.some((entry) => keyOf(kind, entry) === chosenKey && !isOpen(entry));
  const next = isSettled ? entries.find(isOpen) : undefined;
  /** Those that have several ways cannot be decided together with others. */
  const isStop = (entry: EntryOfFile) =>
    keyOf(kind, entry) === chosenKey || entry === next || (isOpen(entry) && entry.ways.length > 1);
  const hasHandTurns = useStore(workbenches(id), ({ turns }) =>
    turns.some((turn) => turn.byHand && turn.kind === kind.name),
  );
  const origins = useOrigins(id);
  const role = roleToIdentify(kind);
  const body = useRef<HTMLTableSectionElement>(null);
  const decide = (entry: FaultEntry, step: RecipeStep) => {
    const decision = { entry: keyOf(kind, entry), step };
    take({ decisions: [decision], lines: entry.lines, kind: kind.name });
  };
  const paste = (turn: Turn | undefined) => {
    setPasting(false);
    if (turn !== undefined) take(turn);
  };
  return (
    <section className={classes['values']} aria-label={message('Values')}>
      <div className={classes['paneHead']}>
        <h2>{faultKindInWords(kind)}</h2>
        <Group gap="xs">
          {hasProposals(kind) && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconCheck size={14} aria-hidden />}
              {...(proposals === undefined ? stayingButton : { onClick: () => take(proposals) })}
            >
              {proposals === undefined
                ? message('No proposal left')
                : message('Use {count, plural, one {# proposal} other {# proposals}}', {
                    count: proposals.decisions.length,
                  })}
            </Button>
          )}
          {kind.holds !== undefined && kind.entries.some(({ fault }) => fault.kind === 'value') && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconClipboard size={14} aria-hidden />}
              onClick={() => setPasting(true)}
            >
              {message('Paste values from Excel…')}
            </Button>
          )}
          {canLeaveOut(kind) && <LeaveKindOut id={id} kind={kind} />}
        </Group>
      </div>
      {kind.field !== '' && <p className={classes['path']}>{kind.field}</p>}
      {role !== undefined && (
        <Text size="sm" className={classes['hint'] ?? ''}>
          {message(
            'Type the identifier of a customer whom the service knows; it is set in all these lines. For a single line, correct by hand.',
          )}
        </Text>
      )}
      {kind.rule === 'modification.duplicate' && (
        <Text size="sm" className={classes['hint'] ?? ''}>
          {sharedInWords(kind)}
        </Text>
      )}
      {noReasonInWords(kind.rule) !== undefined && kind.entries.some(({ ways }) => ways.length > 0) && (
        <Text size="sm" className={classes['hint'] ?? ''}>
          {noReasonInWords(kind.rule)}
        </Text>
      )}
      {kind.entries.every(({ fault }) => fault.kind === 'line' || fault.kind === 'whole-file') && (
        <Text size="sm" className={classes['hint'] ?? ''}>
          {/* Each of several lines has its own cause, which stands beside it. */}
          {kind.entries.length === 1 && `${findingSentence(kind.message)} `}
          {message('Choose a line to correct it by hand. What you do not correct stays for later.')}
        </Text>
      )}
      {pairs.length > 0 ? (
        <PairTable id={id} kind={kind} pairs={pairs} chosen={chosenKey} onChoose={onChoose} onEnter={onEnter} />
      ) : (
        <table className={classes['valueTable']} data-holds={kind.holds}>
          <thead>
            <tr>
              <th>{message('In the file')}</th>
              <th className={classes['figure']}>{message('Lines')}</th>
              <th>{role === undefined ? message('Send as') : identifierOf(role)}</th>
              <th className={classes['figure']}>
                {message('{open, number} open', { open: entries.filter(isOpen).length })}
              </th>
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={(event) => walk(event, body.current)}>
            {entries.slice(0, shown).map((entry) => {
              const key = keyOf(kind, entry);
              const step = done.get(key);
              const tabIndex = isStop(entry) ? 0 : -1;
              return (
                <tr
                  key={key}
                  aria-selected={key === chosenKey}
                  {...(isWithoutField(entry, step) && { tabIndex, 'data-value': true })}
                  data-open={isOpen(entry)}
                  onClick={() => onChoose(key)}
                  onFocus={() => onChoose(key)}
                >
                  <td className={classes['value']}>
                    <bdi>{entryInWords(entry)}</bdi>
                    {entry.fault.kind === 'line' && <Origin words={origins([entry.first])} />}
                  </td>
                  <td className={classes['figure']}>{linesInWords(entry)}</td>
                  {step === undefined && entry.left === 0 ? (
                    <DoneOtherwise isByHand={hasHandTurns} isLeftOut={done.has(keyOfAll(kind))} />
                  ) : (
                    <NewValue
                      kind={kind}
                      entry={entry}
                      step={step}
                      elsewhere={decidedElsewhere(kinds, kind, entry, done)}
                      tabIndex={tabIndex}
                      onDecide={(next) => decide(entry, next)}
                      onByHand={() => onByHand(entry.first)}
                    />
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {pairs.length === 0 && entries.length > shown && (
        <Button variant="subtle" onClick={() => setShown(shown + SHOWN)}>
          {message('Show {count, number} more', { count: Math.min(SHOWN, entries.length - shown) })}
        </Button>
      )}
      {kind.more > 0 && (
        <Text size="sm" className={classes['hint'] ?? ''}>
          {message(
            '{count, plural, one {# more value comes} other {# more values come}} once some of these are corrected.',
            {
              count: kind.more,
            },
          )}
        </Text>
      )}
      <PasteDialog isOpen={isPasting} look={(text) => pasted(kind, text, entries)} onClose={paste} />
    </section>
  );
}

const linesInWords = ({ left, lines }: EntryOfFile): string =>
  left > 0 && left < lines ? message('{left} of {lines}', { left: number(left), lines: number(lines) }) : number(lines);

/** The number in the bank's own file, beside the one in this file. */
const Origin = ({ words }: { words: string | undefined }) =>
  words === undefined ? undefined : <bdi className={classes['origin']}>{words}</bdi>;

/** All of its lines are right without a decision about it. */
function DoneOtherwise({ isByHand, isLeftOut }: { isByHand: boolean; isLeftOut: boolean }) {
  const how = isLeftOut
    ? isByHand
      ? message('by hand, or left out')
      : message('left out')
    : isByHand
      ? message('done by hand')
      : message('done with others');
  return (
    <>
      <td className={classes['quiet']}>{how}</td>
      <td className={classes['meaning']}>
        <DoneMark label={message('Done')} />
      </td>
    </>
  );
}

/** How often ids are used, and what of that can be left out. */
function sharedInWords({ lines, entries }: KindOfFile): string {
  const repeated = entries.find(({ fault }) => fault.kind === 'same-id')?.lines ?? 0;
  const isOnlyRepeated = entries.every(({ alike = [] }) => alike.length < 2);
  return isOnlyRepeated
    ? message(
        '{ids, plural, one {# id is used} other {# ids are used}} more than once, in {lines, number} lines. {repeated, plural, one {# line says} other {# lines say}} the same as another and can be left out.',
        { ids: lines - repeated, lines, repeated },
      )
    : message(
        '{lines, number} lines share their id with another. {repeated, plural, =0 {No line says the same as another} one {# says the same as another and can be left out} other {# say the same as another and can be left out}}; those that say different things are different payments with one id, or one payment in two versions: a person must say which.',
        { lines, repeated },
      );
}

/** The arrow keys go from field to field, Enter to the next row that is open: it has decided before, or kept the focus. */
function walk(event: KeyboardEvent, body: HTMLElement | null): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || body === null) return;
  // A closed list of choices goes from one to the next.
  if (event.target instanceof HTMLSelectElement) return;
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
  if (step === 0 || (event.key === 'Enter' && !(event.target instanceof HTMLInputElement))) return;
  const fields = [...body.querySelectorAll<HTMLElement | SVGElement>('[data-value]')];
  const at = fields.findIndex((field) => Object.is(field, event.target));
  const row = fields[at]?.closest('tr');
  const isOpen = (field: Element) => field.closest('tr[data-open="true"]') !== null && field.closest('tr') !== row;
  const next =
    event.key === 'Enter' ? [...fields.slice(at + 1), ...fields.slice(0, at)].find(isOpen) : fields[at + step];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
}
