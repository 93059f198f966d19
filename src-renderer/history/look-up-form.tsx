/** @file The fields by which a person finds something in the history. */

import { Button, Checkbox, NativeSelect, Paper, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { message } from '../../src-shared/languages/message.ts';
import { dateOfDay } from '../../src-shared/quantities.ts';
import { stateName, storedStateName } from '../../src-shared/state-words.ts';
import { submissionStateNames } from '../../src-shared/states.ts';
import { Fold } from '../frame/fold.tsx';
import { historyTexts } from '../texts/history.ts';
import classes from './history-page.module.css';
import { everything, isEverything, type LookUp } from './look-up.ts';

const removedOnlyLabel = message('Only what was removed');

interface LookUpFormProps {
  lookUp: LookUp;
  people: readonly string[];
  hasModificationIndex: boolean;
  onChange: (lookUp: LookUp) => void;
}

export function LookUpForm({ lookUp, people, hasModificationIndex, onChange }: LookUpFormProps) {
  const field = (name: Exclude<keyof LookUp, 'isRemoved'>) => ({
    label: historyTexts[name],
    value: lookUp[name],
    maxLength: 500,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...lookUp, [name]: event.currentTarget.value }),
  });
  const states = submissionStateNames.map((state) => ({ value: state, label: stateName(state) }));
  return (
    <Paper withBorder p="md" radius="md" component="search" aria-label={message('Find in the history')}>
      <Fold label={message('Filter')} set={setInWords(lookUp)}>
        <div className={classes['fields']}>
          <TextInput {...field('fileName')} />
          <TextInput {...field('batchId')} />
          {hasModificationIndex && <TextInput {...field('modificationId')} />}
          <TextInput type="date" {...field('from')} />
          <TextInput type="date" {...field('to')} />
          <NativeSelect {...field('state')} data={[{ value: '', label: message('Any state') }, ...states]} />
          <NativeSelect {...field('person')} data={[{ value: '', label: message('Any person') }, ...people]} />
        </div>
        <div className={classes['below']}>
          <Checkbox
            label={removedOnlyLabel}
            checked={lookUp.isRemoved}
            onChange={(event) => onChange({ ...lookUp, isRemoved: event.currentTarget.checked })}
          />
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconX size={14} aria-hidden />}
            disabled={isEverything(lookUp)}
            onClick={() => onChange(everything)}
          >
            {message('Show everything')}
          </Button>
        </div>
      </Fold>
    </Paper>
  );
}

/** “File name: march · Only what was removed” */
function setInWords({ isRemoved, ...lookUp }: LookUp): string {
  const { from, to, state } = lookUp;
  const said = { ...lookUp, from: dateOfDay(from), to: dateOfDay(to), state: storedStateName(state) };
  const fields = (['fileName', 'batchId', 'modificationId', 'from', 'to', 'state', 'person'] as const)
    .filter((name) => said[name].trim() !== '')
    .map((name) => labelled(historyTexts[name], said[name]));
  return [...fields, ...(isRemoved ? [removedOnlyLabel] : [])].join(' · ');
}
