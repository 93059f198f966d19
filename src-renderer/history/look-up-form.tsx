/** @file The fields by which a person finds something in the history. */

import { Button, Checkbox, NativeSelect, Paper, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { message } from '../../src-shared/languages/message.ts';
import { stateName } from '../../src-shared/state-words.ts';
import { submissionStateNames } from '../../src-shared/states.ts';
import { historyTexts } from '../texts/history.ts';
import classes from './history-page.module.css';
import { everything, type LookUp } from './look-up.ts';

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
          label={message('Only what was removed')}
          checked={lookUp.isRemoved}
          onChange={(event) => onChange({ ...lookUp, isRemoved: event.currentTarget.checked })}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconX size={14} aria-hidden />}
          disabled={JSON.stringify(lookUp) === JSON.stringify(everything)}
          onClick={() => onChange(everything)}
        >
          {message('Show everything')}
        </Button>
      </div>
    </Paper>
  );
}
