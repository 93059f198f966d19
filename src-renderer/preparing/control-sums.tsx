/** @file The control sums by currency and day, beside the figures that the source system gives. */

import { Checkbox, Group, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { amountDigits } from '../../src-shared/amounts.ts';
import type { ControlFigure, Plan } from '../../src-shared/contract.ts';
import { balanceInWords, missingInWords } from '../../src-shared/control-words.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { flowInWords } from '../../src-shared/money-flow.ts';
import { DataTable } from '../table/data-table.tsx';
import { resultTexts } from '../texts/preparing.ts';
import { number } from '../wording.ts';
import {
  asDifference,
  type ComparedSum,
  compareSums,
  isCompared,
  isDifferent,
  type PlannedSum,
  typedAmount,
  withFigure,
} from './control-figures.ts';
import classes from './finish.module.css';
import panels from './panels.module.css';

interface ControlSumsProps {
  sums: readonly PlannedSum[];
  figures: readonly ControlFigure[];
  /** What of the sums comes in; absent where no row can say so. */
  incoming: Plan['incoming'];
  /** Whether amounts lose their sign, because it says who is the sender. */
  areUnsigned: boolean;
  onFigures: (figures: ControlFigure[]) => void;
}

/** More days than a person compares by eye. */
const MOST_ROWS = 400;

export function ControlSums({ sums, figures, incoming, areUnsigned, onFigures }: ControlSumsProps) {
  const [isByDay, setByDay] = useState(figures.some(({ day }) => day !== undefined));
  const compared = compareSums(sums, figures, incoming)
    .filter(({ day }) => isByDay || day === undefined)
    .slice(0, MOST_ROWS);
  const onFigure = (figure: ControlFigure) => onFigures(withFigure(figures, figure));
  const hasDays = sums.some(({ day }) => day !== undefined);
  return (
    <section className={panels['panel']} aria-labelledby="sums">
      <div>
        <Group justify="space-between">
          <Title order={2} id="sums">
            {resultTexts.sums}
          </Title>
          {hasDays && (
            <Checkbox
              label={resultTexts.byDay}
              checked={isByDay}
              onChange={(event) => setByDay(event.currentTarget.checked)}
            />
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {resultTexts.sumsHint} {areUnsigned && resultTexts.unsigned}
        </Text>
        {incoming !== undefined &&
          flowInWords(
            sums.filter(({ day }) => day === undefined),
            incoming,
          ).map((flow) => (
            <Text key={flow} size="sm">
              {flow}
            </Text>
          ))}
      </div>
      <DataTable
        label={resultTexts.sumsTable}
        isInBlocks
        frame="bordered"
        frameClass={classes['rows']}
        rows={compared}
        keyOf={({ currency, day = '' }) => `${currency} ${day}`}
        below={(sum) => (isCompared(sum) ? <Difference sum={sum} /> : undefined)}
        columns={[
          { heading: resultTexts.currency, cell: ({ currency }) => currency },
          isByDay && { heading: resultTexts.day, cell: ({ day }) => day ?? resultTexts.allDays },
          { heading: resultTexts.count, align: 'end', cell: ({ count }) => number(count) },
          { heading: resultTexts.theirCount, cell: (sum) => <TheirCount sum={sum} onFigure={onFigure} /> },
          { heading: resultTexts.amount, align: 'end', cell: ({ amount, currency }) => amountDigits(amount, currency) },
          { heading: resultTexts.theirAmount, cell: (sum) => <TheirAmount sum={sum} onFigure={onFigure} /> },
        ]}
      />
    </section>
  );
}

interface TheirsProps {
  sum: ComparedSum;
  onFigure: (figure: ControlFigure) => void;
}

const whatOf = ({ currency, day }: ComparedSum) => `${currency}, ${day ?? resultTexts.allDays}`;

/** What was typed of a sum, with another part of it. */
function figureOf({ currency, day, typed }: ComparedSum, part: Pick<ControlFigure, 'count' | 'amount'>): ControlFigure {
  const { count, amount } = { ...typed, ...part };
  return {
    currency,
    ...(day !== undefined && { day }),
    ...(count !== undefined && { count }),
    ...(amount !== undefined && { amount }),
  };
}

function TheirCount({ sum, onFigure }: TheirsProps) {
  const { count } = sum.typed;
  return (
    <TextInput
      size="xs"
      className={classes['typed'] ?? ''}
      inputMode="numeric"
      aria-label={resultTexts.theirCountOf(whatOf(sum))}
      value={count === undefined ? '' : String(count)}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, 12);
        onFigure(figureOf(sum, { count: digits === '' ? undefined : Number(digits) }));
      }}
    />
  );
}

function TheirAmount({ sum, onFigure }: TheirsProps) {
  const [text, setText] = useState(sum.typed.amount ?? '');
  const isWrong = text.trim() !== '' && typedAmount(text) === undefined;
  return (
    <TextInput
      size="xs"
      className={classes['typed'] ?? ''}
      inputMode="decimal"
      aria-label={resultTexts.theirAmountOf(whatOf(sum))}
      value={text}
      error={isWrong && resultTexts.wrongAmount}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        onFigure(figureOf(sum, { amount: typed.trim() === '' ? undefined : typedAmount(typed) }));
      }}
    />
  );
}

/** Below its row, where it has the whole width: of figures that differ, no digit may be cut. */
function Difference({ sum }: { sum: ComparedSum }) {
  const isCounted = !sum.isBalance || sum.typed.count !== undefined;
  const told = [
    ...(isCounted ? [missingInWords(asDifference(sum))] : []),
    ...(sum.isBalance ? [balanceInWords()] : []),
  ];
  const words = told.join('; ');
  return isDifferent(sum) ? (
    <strong className={classes['differs']}>{labelled(resultTexts.difference, words)}</strong>
  ) : (
    words
  );
}
