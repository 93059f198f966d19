/** @file The filter by connection: those that submissions in the queue are bound to, found by name where there are many. */

import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { comparable } from '../../src-shared/queue-filter.ts';
import { useQueueView } from '../stores.ts';
import { connectionOrNone, filterTexts } from '../texts/queue-filters.ts';
import { ChoiceLabel } from './choice.tsx';
import classes from './filters.module.css';

/** What a person sees at a glance. */
const FEW = 8;
/** What a person scrolls through. */
const LISTED = 50;

export function ConnectionFilter({ counts }: { counts: ReadonlyMap<string, number> }) {
  const chosen = useQueueView((view) => view.connections);
  const wish = useQueueView((view) => view.wish);
  const [part, setPart] = useState('');
  const known = [...new Set([...chosen, ...[...counts.keys()].sort()])];
  const fitting = known.filter((name) => comparable(name).includes(comparable(part.trim())));
  const listed = fitting.slice(0, LISTED);
  return (
    <fieldset className={classes['part']}>
      <legend>{message('Connection')}</legend>
      {known.length > FEW && (
        <TextInput
          type="search"
          size="xs"
          aria-label={filterTexts.findConnection}
          placeholder={filterTexts.findConnection}
          value={part}
          onChange={(event) => setPart(event.currentTarget.value)}
        />
      )}
      <div className={classes['connections']}>
        {listed.map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={<ChoiceLabel name={connectionOrNone(name)} count={counts.get(name) ?? 0} />}
            checked={chosen.includes(name)}
            onChange={({ currentTarget }) =>
              wish({
                connections: currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name),
              })
            }
          />
        ))}
      </div>
      <p className={classes['note']} role="status">
        {fitting.length === 0 && message('No connection has this in its name.')}
        {fitting.length > LISTED &&
          message(
            'There {count, plural, one {is # more connection} other {are # more connections}}: type a part of the name.',
            {
              count: fitting.length - LISTED,
            },
          )}
      </p>
    </fieldset>
  );
}
