/** @file The filter by the day on which files were added: a named one, or a range. */

import { Radio, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Days, dayRange, type NamedDays, namedDays } from '../../src-shared/calendar-days.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useQueueView } from '../stores.ts';
import { filterTexts, namedDayWords } from '../texts/queue-filters.ts';
import { ChoiceLabel } from './choice.tsx';
import classes from './filters.module.css';

/** The fields of the range, which may hold what is no day yet. */
interface Typed {
  from: string;
  to: string;
}

export function AddedChoice({ counts }: { counts: Readonly<Record<NamedDays, number>> }) {
  const added = useQueueView((view) => view.added);
  const wish = useQueueView((view) => view.wish);
  const [typed, setTyped] = useState<Typed>(fieldsOf(added));
  const [isRange, setRange] = useState(typeof added === 'object');
  // The way back, or a chip, may have changed it.
  useEffect(() => {
    if (typeof added !== 'object') {
      setTyped({ from: '', to: '' });
      if (added !== undefined) setRange(false);
      return;
    }
    setRange(true);
    setTyped((before) => (isSame(added, dayRange(before.from, before.to)) ? before : fieldsOf(added)));
  }, [added]);
  const take = (next: Typed) => {
    setTyped(next);
    const range = dayRange(next.from, next.to);
    // What is no day yet leaves the list as it is.
    if (range !== undefined || (next.from === '' && next.to === '')) wish({ added: range });
  };
  const choose = (value: string) => {
    setRange(value === 'range');
    wish({ added: value === 'range' ? dayRange(typed.from, typed.to) : namedDays.find((days) => days === value) });
  };
  return (
    <fieldset className={classes['part']}>
      <legend>{filterTexts.added}</legend>
      <Radio.Group
        aria-label={filterTexts.added}
        value={isRange ? 'range' : typeof added === 'string' ? added : 'any'}
        onChange={choose}
      >
        <div className={classes['choices']}>
          <Radio size="xs" value="any" label={message('At any time')} />
          {namedDays.map((days) => (
            <Radio
              key={days}
              size="xs"
              value={days}
              label={<ChoiceLabel name={namedDayWords[days]} count={counts[days]} />}
            />
          ))}
          <Radio size="xs" value="range" label={message('On days of your choice')} />
        </div>
      </Radio.Group>
      {isRange && (
        <div className={classes['range']}>
          <TextInput
            type="date"
            size="xs"
            label={message('From', {}, { context: 'the first day' })}
            value={typed.from}
            onChange={(event) => take({ ...typed, from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            size="xs"
            label={message('To', {}, { context: 'the last day' })}
            value={typed.to}
            onChange={(event) => take({ ...typed, to: event.currentTarget.value })}
          />
        </div>
      )}
    </fieldset>
  );
}

function fieldsOf(added: Days | undefined): Typed {
  return typeof added === 'object' ? { from: added.from ?? '', to: added.to ?? '' } : { from: '', to: '' };
}

function isSame(one: Days | undefined, other: Days | undefined): boolean {
  const [first, second] = [fieldsOf(one), fieldsOf(other)];
  return first.from === second.from && first.to === second.to;
}
