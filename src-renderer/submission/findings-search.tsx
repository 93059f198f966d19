/** @file What narrows the findings down: a search, and a line to go to. And the ways out of chosen rules and of a group. */

import { Button, CloseButton, Group, NumberInput, Text, TextInput } from '@mantine/core';
import { IconArrowLeft, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { FindingGroupRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { groupTexts } from '../texts/finding-groups.ts';
import { thousandSeparator } from '../wording.ts';
import classes from './finding-groups.module.css';

/** The longest text that can be searched for. */
const LONGEST_SEARCH = 200;
/** A person who types on does not wait for what was typed before. */
const PAUSE_MS = 250;

/** The way out of chosen rules. */
export function AllRules({ onShow }: { onShow: () => void }) {
  return (
    <Button variant="subtle" size="xs" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={onShow}>
      {message('Show all rules')}
    </Button>
  );
}

export function Search({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed begins a search
  useEffect(() => {
    if (typed === search) return;
    const timer = setTimeout(() => onSearch(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      className={classes['search'] ?? ''}
      size="xs"
      type="search"
      aria-label={groupTexts.search}
      placeholder={groupTexts.searchShort}
      title={groupTexts.search}
      maxLength={LONGEST_SEARCH}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={groupTexts.clearSearch} onClick={() => setTyped('')} />
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

export function GoToLine({ onLine }: { onLine: (line: number) => void }) {
  const [line, setLine] = useState<string | number>('');
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (typeof line === 'number') onLine(line);
  };
  return (
    <form className={classes['place']} onSubmit={go}>
      <NumberInput
        className={classes['line'] ?? ''}
        size="xs"
        aria-label={groupTexts.goToLine}
        placeholder={groupTexts.goToLine}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator={thousandSeparator()}
        max={Number.MAX_SAFE_INTEGER}
        clampBehavior="strict"
        value={line}
        onChange={setLine}
      />
      <Button type="submit" variant="default" size="xs" disabled={typeof line !== 'number'}>
        {groupTexts.go}
      </Button>
    </form>
  );
}

/** How many are found. */
export function Standing({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {children}
    </Text>
  );
}

/** Says of which group the findings are, and leads back to all groups. */
export function OpenedGroup({ group, onBack }: { group: FindingGroupRow; onBack: () => void }) {
  return (
    <Group gap="sm">
      <Button variant="default" size="xs" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
        {groupTexts.back}
      </Button>
      <Text size="sm" className={classes['opened'] ?? ''}>
        {groupTexts.opened(group)}
      </Text>
    </Group>
  );
}
