/** @file A choice that is a button until it is used, so that hundreds of rows stay quick: letters that are typed look for one. */

import { type ComboboxData, type OptionsFilter, Select } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { tableTexts } from '../texts/mapping.ts';
import classes from './mapping-table.module.css';

interface ChoiceProps {
  label: string;
  /** What is chosen, in words. */
  shown: string;
  /** Nothing is chosen. */
  isOpen: boolean;
  data: () => ComboboxData;
  /** Of these, what fits what was typed, the best first; by default what has it. */
  filter?: OptionsFilter;
  /** The rule of the question that is answered here. */
  answers?: string;
  onChoose: (value: string) => void;
}

/** More are found by typing. */
const MOST_SHOWN = 150;

export function Choice({ label, shown, isOpen, data, filter, answers, onChoose }: ChoiceProps) {
  const [typed, setTyped] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const wasUsed = useRef(false);
  const isUsed = typed !== undefined;
  useEffect(() => {
    // The focus comes back to where it was, unless it has gone elsewhere.
    if (wasUsed.current && !isUsed && document.activeElement === document.body) button.current?.focus();
    wasUsed.current = isUsed;
  }, [isUsed]);
  if (!isUsed) {
    return (
      <button
        ref={button}
        type="button"
        className={classes['choice']}
        data-row-stop
        data-answers={answers}
        data-is-open={isOpen}
        aria-haspopup="listbox"
        aria-label={labelled(label, shown)}
        onClick={() => setTyped('')}
        onKeyDown={(event) => {
          if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          setTyped(event.key);
        }}
      >
        <span>{shown}</span>
        <IconSelector size={14} aria-hidden />
      </button>
    );
  }
  return (
    <Select
      aria-label={label}
      size="xs"
      autoFocus
      searchable
      selectFirstOptionOnChange
      defaultDropdownOpened
      limit={MOST_SHOWN}
      placeholder={shown}
      nothingFoundMessage={tableTexts.nothingFits}
      data={data()}
      {...(filter && { filter })}
      // Null would empty what was typed first.
      value=""
      searchValue={typed}
      onSearchChange={setTyped}
      onOptionSubmit={(value) => {
        setTyped(undefined);
        onChoose(value);
      }}
      onBlur={() => setTyped(undefined)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(undefined);
      }}
    />
  );
}
