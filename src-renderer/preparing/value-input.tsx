/** @file Where a person types the value of a field: of one that has one of known values, these are offered. */

import { Autocomplete, TextInput, type TextInputProps } from '@mantine/core';
import { valueTexts } from '../texts/preparing.ts';
import classes from './mapping-table.module.css';
import { isUnusual, offeredInWords, offeredValues, valuesLike } from './usual-values.ts';

type ValueInputProps = Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'maxLength' | 'size'> & {
  path: string;
  value: string;
  /** The first one has the focus when the settings are opened. */
  'data-first'?: true;
  onValue: (value: string) => void;
  /** One of the usual values was taken from the list. */
  onChosen?: () => void;
};

export function ValueInput({ path, value, onValue, onChosen, ...look }: ValueInputProps) {
  const offered = offeredValues(path);
  if (offered.size === 0)
    return <TextInput {...look} value={value} onChange={(event) => onValue(event.currentTarget.value)} />;
  const values = [...offered.keys()];
  return (
    <Autocomplete
      {...look}
      data={values}
      selectFirstOptionOnChange
      value={value}
      onChange={onValue}
      onOptionSubmit={() => onChosen?.()}
      filter={({ options, search }) => {
        const like = valuesLike(path, search);
        return like.flatMap((value) => options.filter((option) => 'value' in option && option.value === value));
      }}
      renderOption={({ option }) => <span>{offeredInWords(path, option.value)}</span>}
      description={
        isUnusual(path, value) ? (
          <span className={classes['unusual']}>{valueTexts.unusual(value, values)}</span>
        ) : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
