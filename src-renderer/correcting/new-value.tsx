/** @file What is sent in the place of a value: written by a person, proposed, or chosen of several ways. */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import type { FaultEntry, FaultKind, RecipeStep } from '../../src-shared/contract.ts';
import { nameOf, roleToIdentify } from '../../src-shared/fault-kind-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { meaningOf } from '../texts/code-meanings.ts';
import { dayOf } from '../wording.ts';
import classes from './correcting.module.css';
import { type EntryOfFile, stepOfValue, textOf } from './draft.ts';
import { decisionInWords, entryInWords, identifierOf, madeByWay, refusalInWords } from './fault-words.ts';
import { ZoneField } from './zone-field.tsx';

interface NewValueProps {
  kind: FaultKind;
  entry: FaultEntry;
  /** What was decided. */
  step: RecipeStep | undefined;
  /** What was decided about the same value in another field. */
  elsewhere: { step: RecipeStep; kind: FaultKind } | undefined;
  onDecide: (step: RecipeStep) => void;
  /** -1 for a row that only the arrow keys reach: Tab leads from the chosen one to its line. */
  tabIndex: 0 | -1;
  /** Corrects its first line by hand. */
  onByHand: () => void;
}

/** Two cells: the new value, and what it means or what can be done. */
export function NewValue(props: NewValueProps) {
  const { fault } = props.entry;
  if (props.step?.step === 'drop-with-value') return <LeftOut />;
  switch (fault.kind) {
    case 'value':
    case 'missing': {
      // No value can be written in the place of an object.
      const isShortened = fault.kind === 'value' && fault.isShortened === true;
      return isShortened || props.kind.holds === undefined ? <ByHand {...props} /> : <WrittenValue {...props} />;
    }
    case 'form':
      return <Form {...props} />;
    case 'both-forms':
      return <Choice {...props} />;
    case 'blank':
    case 'same-id':
    case 'whole-file':
      return <OnlyWay {...props} />;
    case 'shared':
    case 'line':
      return <ByHand {...props} />;
  }
}

function WrittenValue({ kind, entry, step, elsewhere, tabIndex, onDecide }: NewValueProps) {
  const way: FaultEntry['ways'][number] | undefined = elsewhere ?? entry.ways[0];
  const role = roleToIdentify(kind);
  const proposed = way === undefined ? '' : decisionInWords(way.step);
  const kept = step === undefined ? proposed : decisionInWords(step);
  const [said, setSaid] = useState<{ for: string; text: string }>();
  // What was undone or taken elsewhere counts again.
  const text = said?.for === kept ? said.text : kept;
  const wanted = text === proposed && way !== undefined ? way.step : stepOfValue(kind, entry, text);
  const isDone = step !== undefined && text === kept;
  const meant = isDone ? step : wanted;
  const isRefused = wanted === undefined && text.trim() !== '' && !isDone;
  /** The text of which a person was told that it is not taken. */
  const [told, setTold] = useState<string>();
  const apply = () => wanted !== undefined && text !== '' && !isDone && onDecide(wanted);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply();
    if (event.key === 'Enter' && isRefused) {
      setTold(text);
      // The focus stays, and nothing is sent.
      event.preventDefault();
    }
    if (event.key === 'Escape') setSaid(undefined);
  };
  return (
    <>
      <td>
        <TextInput
          size="xs"
          data-value
          tabIndex={tabIndex}
          aria-label={
            role === undefined ? message('Send {value} as', { value: entryInWords(entry) }) : identifierOf(role)
          }
          classNames={{ input: classes['cell'] ?? '' }}
          data-state={isDone ? 'done' : text === proposed && text !== '' ? 'proposed' : 'open'}
          maxLength={200}
          spellCheck={false}
          error={isRefused && told === text && refusalInWords(kind, text)}
          errorProps={{ role: 'alert' }}
          value={text}
          onBlur={() => setTold(text)}
          onChange={(event) => setSaid({ for: kept, text: event.currentTarget.value })}
          onKeyDown={press}
        />
      </td>
      <td className={classes['meaning']}>
        {text !== '' && meant !== undefined && <span>{meaningOf(kind, decisionInWords(meant))}</span>}
        {elsewhere !== undefined && text === proposed && (
          <span>{message('as in {field}', { field: nameOf(elsewhere.kind) })}</span>
        )}
        {way?.earlier !== undefined && text === proposed && <Earlier {...way.earlier} />}
        {isDone ? (
          <DoneMark label={message('Decided')} />
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            tabIndex={tabIndex}
            disabled={wanted === undefined || text === ''}
            onClick={apply}
          >
            {text === proposed && text !== '' ? message('Use') : message('Apply')}
          </Button>
        )}
      </td>
    </>
  );
}

/** Where a person has decided so before. */
function Earlier({ submission, at }: NonNullable<FaultEntry['ways'][number]['earlier']>) {
  return <span title={dayOf(Date.parse(at))}>{message('as in submission {submission}', { submission })}</span>;
}

function Form({ kind, entry, step, tabIndex, onDecide, onByHand }: NewValueProps) {
  const ways = entry.ways.map((way) => way.step);
  const isOpen = ways.length > 1;
  // Of several ways none is taken for granted: a person chooses.
  const [chosen, setChosen] = useState(isOpen ? placeOf(step, ways) : 0);
  const way = ways[chosen];
  const hasZone = entry.fault.kind === 'form' && entry.fault.hasZone;
  // Each zone makes other times of them, also where they stay as they are written.
  const [zone, setZone] = useState(step !== undefined && 'zone' in step ? step.zone : undefined);
  if (ways.length === 0) return <ByHand tabIndex={tabIndex} onByHand={onByHand} />;
  const wanted = wantedOf(way, hasZone ? zone : 'as-written');
  const isDone = step !== undefined && JSON.stringify(step) === JSON.stringify(wanted);
  return (
    <>
      <td>
        {isOpen && (
          <NativeSelect
            size="xs"
            data-value
            tabIndex={tabIndex}
            aria-label={message('How {example} is read', { example: textOf(entry) })}
            value={chosen}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
            data={[
              ...(way === undefined ? [{ value: `${NONE}`, label: message('Choose…') }] : []),
              ...entry.ways.map((one, index) => ({ value: `${index}`, label: madeByWay(kind, entry, one) })),
            ]}
          />
        )}
        {!isOpen && !hasZone && entry.ways.map((one) => <bdi key={one.after}>{madeByWay(kind, entry, one)}</bdi>)}
        {hasZone && <ZoneField examples={examplesOf(entry)} zone={zone} tabIndex={tabIndex} onZone={setZone} />}
      </td>
      <td className={classes['meaning']}>
        {way !== undefined && !hasZone && <span>{decisionInWords(way)}</span>}
        {isDone ? (
          <DoneMark label={message('Decided')} />
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            data-value
            tabIndex={tabIndex}
            disabled={wanted === undefined}
            onClick={() => wanted && onDecide(wanted)}
          >
            {message('Use')}
          </Button>
        )}
      </td>
    </>
  );
}

const examplesOf = ({ fault }: FaultEntry): string[] =>
  fault.kind === 'form' ? [fault.example, ...(fault.another === undefined ? [] : [fault.another])] : [];

/** Undefined where it needs a zone, and none was chosen. */
function wantedOf(way: RecipeStep | undefined, zone: string | undefined): RecipeStep | undefined {
  if (way === undefined || !('zone' in way)) return way;
  return zone === undefined ? undefined : { ...way, zone };
}

/** One of several steps, of which none is likelier. */
function Choice({ entry, step, tabIndex, onDecide }: NewValueProps) {
  return (
    <>
      <td>
        {entry.ways.map((way) => (
          <Button
            key={JSON.stringify(way.step)}
            size="compact-xs"
            variant="default"
            data-value
            tabIndex={tabIndex}
            aria-pressed={JSON.stringify(way.step) === JSON.stringify(step)}
            onClick={() => onDecide(way.step)}
          >
            {decisionInWords(way.step)}
          </Button>
        ))}
      </td>
      <td className={classes['meaning']}>{step !== undefined && <DoneMark label={message('Decided')} />}</td>
    </>
  );
}

export const DoneMark = ({ label }: { label: string }) => (
  <IconCheck size={16} className={classes['done']} role="img" aria-label={label} />
);

/** Whether nothing is left to say in a row of an entry: the keyboard reaches the row as a whole. */
export function isWithoutField({ fault, left, ways }: EntryOfFile, step: RecipeStep | undefined): boolean {
  if (step === undefined) return left === 0;
  if (step.step === 'drop-with-value') return true;
  if (fault.kind === 'form') return ways.length === 1 && !fault.hasZone;
  return ways.length > 0 && ['blank', 'same-id', 'whole-file'].includes(fault.kind);
}

/** The lines with this value. */
function LeftOut() {
  return (
    <>
      <td className={classes['quiet']}>{message('left out')}</td>
      <td className={classes['meaning']}>
        <DoneMark label={message('Decided')} />
      </td>
    </>
  );
}

const NONE = -1;

/** That of a step that was taken, whatever its zone; none where there is no step. */
function placeOf(step: RecipeStep | undefined, ways: readonly RecipeStep[]): number {
  const withoutZone = (one: RecipeStep) => JSON.stringify({ ...one, zone: undefined });
  return step === undefined ? NONE : ways.findIndex((way) => withoutZone(way) === withoutZone(step));
}

function OnlyWay({ entry: { ways }, step, tabIndex, onDecide, onByHand }: NewValueProps) {
  const [way] = ways;
  if (way === undefined) return <ByHand tabIndex={tabIndex} onByHand={onByHand} />;
  return (
    <>
      <td>{decisionInWords(way.step)}</td>
      <td className={classes['meaning']}>
        {step !== undefined ? (
          <DoneMark label={message('Decided')} />
        ) : (
          <Button size="compact-xs" variant="subtle" data-value tabIndex={tabIndex} onClick={() => onDecide(way.step)}>
            {message('Use')}
          </Button>
        )}
      </td>
    </>
  );
}

function ByHand({ tabIndex, onByHand }: Pick<NewValueProps, 'tabIndex' | 'onByHand'>) {
  return (
    <>
      <td className={classes['quiet']}>{message('by hand')}</td>
      <td className={classes['meaning']}>
        <Button size="compact-xs" variant="subtle" data-value tabIndex={tabIndex} onClick={onByHand}>
          {message('Correct…')}
        </Button>
      </td>
    </>
  );
}
