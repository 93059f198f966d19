/** @file The control sums by currency and day, beside the figures that the source system gives. */

import { Checkbox, Group, Table, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { amountDigits } from '../../src-shared/amounts.ts';
import type { ControlFigure } from '../../src-shared/contract.ts';
import { resultTexts } from '../texts/preparing.ts';
import { number } from '../wording.ts';
import { type ComparedSum, compareSums, type PlannedSum, typedAmount, withFigure } from './control-figures.ts';
import classes from './finish.module.css';
import panels from './panels.module.css';

interface ControlSumsProps {
  sums: readonly PlannedSum[];
  figures: readonly ControlFigure[];
  onFigures: (figures: ControlFigure[]) => void;
}

/** More days than a person compares by eye. */
const MOST_ROWS = 400;

export function ControlSums({ sums, figures, onFigures }: ControlSumsProps) {
  const [isByDay, setByDay] = useState(figures.some(({ day }) => day !== undefined));
  const compared = compareSums(sums, figures)
    .filter(({ day }) => isByDay || day === undefined)
    .slice(0, MOST_ROWS);
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
          {resultTexts.sumsHint}
        </Text>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes['rows']} tabIndex={0} aria-label={resultTexts.sumsTable}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{resultTexts.currency}</Table.Th>
              {isByDay && <Table.Th>{resultTexts.day}</Table.Th>}
              <Table.Th className={classes['number'] ?? ''}>{resultTexts.count}</Table.Th>
              <Table.Th>{resultTexts.theirCount}</Table.Th>
              <Table.Th className={classes['number'] ?? ''}>{resultTexts.amount}</Table.Th>
              <Table.Th>{resultTexts.theirAmount}</Table.Th>
              <Table.Th className={classes['number'] ?? ''}>{resultTexts.difference}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {compared.map((sum) => (
              <SumRow
                key={`${sum.currency} ${sum.day ?? ''}`}
                sum={sum}
                isByDay={isByDay}
                onFigure={(figure) => onFigures(withFigure(figures, figure))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </section>
  );
}

interface SumRowProps {
  sum: ComparedSum;
  isByDay: boolean;
  onFigure: (figure: ControlFigure) => void;
}

function SumRow({ sum, isByDay, onFigure }: SumRowProps) {
  const { currency, day, count, amount, typed, countDifference, amountDifference } = sum;
  const [typedText, setTypedText] = useState(typed.amount ?? '');
  const [isWrong, setWrong] = useState(false);
  const what = `${currency}, ${day ?? resultTexts.allDays}`;
  const figure = (part: Pick<ControlFigure, 'count' | 'amount'>) => {
    const { count: knownCount, amount: knownAmount } = { ...typed, ...part };
    onFigure({
      currency,
      ...(day !== undefined && { day }),
      ...(knownCount !== undefined && { count: knownCount }),
      ...(knownAmount !== undefined && { amount: knownAmount }),
    });
  };
  const differences = [
    ...(countDifference === undefined
      ? []
      : [`${countDifference > 0 ? '+' : '−'}${number(Math.abs(countDifference))}`]),
    ...(amountDifference === undefined ? [] : [`${amountDifference} ${currency}`]),
  ];
  const isTyped = typed.count !== undefined || typed.amount !== undefined;
  return (
    <Table.Tr>
      <Table.Td>{currency}</Table.Td>
      {isByDay && <Table.Td>{day ?? resultTexts.allDays}</Table.Td>}
      <Table.Td className={classes['number'] ?? ''}>{number(count)}</Table.Td>
      <Table.Td>
        <TextInput
          size="xs"
          className={classes['typed'] ?? ''}
          inputMode="numeric"
          aria-label={resultTexts.theirCountOf(what)}
          value={typed.count === undefined ? '' : String(typed.count)}
          onChange={(event) => {
            const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, 12);
            figure({ count: digits === '' ? undefined : Number(digits) });
          }}
        />
      </Table.Td>
      <Table.Td className={classes['number'] ?? ''}>{amountDigits(amount, currency)}</Table.Td>
      <Table.Td>
        <TextInput
          size="xs"
          className={classes['typed'] ?? ''}
          inputMode="decimal"
          aria-label={resultTexts.theirAmountOf(what)}
          value={typedText}
          error={isWrong && resultTexts.wrongAmount}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTypedText(text);
            const next = text.trim() === '' ? undefined : typedAmount(text);
            setWrong(text.trim() !== '' && next === undefined);
            figure({ amount: next });
          }}
        />
      </Table.Td>
      <Table.Td className={classes['number'] ?? ''} data-troubled={differences.length > 0}>
        {differences.length > 0 ? differences.join(' · ') : isTyped ? resultTexts.noDifference : ''}
      </Table.Td>
    </Table.Tr>
  );
}
