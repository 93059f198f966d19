/** @file A number that is stored as soon as it is valid; while typing, the field may contain anything. */

import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import classes from './settings.module.css';

type NumberFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  value: number;
  min: number;
  max: number;
  onNumber: (value: number) => void;
};

export function NumberField({ value, min, max, onNumber, ...look }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | number>(value);
  return (
    <NumberInput
      {...look}
      classNames={{ wrapper: classes['shortField'] ?? '' }}
      min={min}
      max={max}
      clampBehavior="blur"
      value={draft}
      onChange={(next) => {
        setDraft(next);
        if (typeof next === 'number' && next >= min && next <= max) onNumber(next);
      }}
      // Left empty, it returns to its earlier value.
      onBlur={() => {
        if (typeof draft !== 'number') setDraft(value);
      }}
    />
  );
}
