/** @file The filter by state: several at once, those that need a person first. */

import { Checkbox } from '@mantine/core';
import { message } from '../../src-shared/languages/message.ts';
import { stateName } from '../../src-shared/state-words.ts';
import { submissionStateNames } from '../../src-shared/states.ts';
import { useQueueView } from '../stores.ts';
import type { State } from '../texts/states.ts';
import { byRank } from './arrangement.ts';
import { ChoiceLabel } from './choice.tsx';
import classes from './filters.module.css';

const states = [...submissionStateNames].sort(byRank);

export function StateFilter({ counts }: { counts: ReadonlyMap<State, number> }) {
  const chosen = useQueueView((view) => view.states);
  const wish = useQueueView((view) => view.wish);
  return (
    <fieldset className={classes['part']}>
      <legend>{message('State')}</legend>
      <div className={classes['columns']}>
        {states.map((state) => (
          <Checkbox
            key={state}
            size="xs"
            label={<ChoiceLabel name={stateName(state)} count={counts.get(state) ?? 0} />}
            checked={chosen.includes(state)}
            onChange={({ currentTarget }) =>
              wish({
                states: states.filter((other) => (other === state ? currentTarget.checked : chosen.includes(other))),
              })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
