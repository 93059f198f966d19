/** @file What narrows the findings down: a search, and a line to go to. And the ways out of chosen rules and of a group. */

import { Button, CloseButton, Group, NumberInput, Text, TextInput } from '@mantine/core';
import { IconArrowLeft, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { FindingGroupRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { groupTexts } from '../texts/finding-groups.ts';
import classes from './finding-groups.module.css';
import type { SubmissionView } from './submission-view.ts';

/** The longest text that can be searched for. */
const LONGEST_SEARCH = 200;
/** A person who types on does not wait for what was typed before. */
const PAUSE_MS = 250;

interface FindingsSearchProps {
  view: Pick<SubmissionView, 'rules' | 'search'>;
  onSelect: (change: Partial<SubmissionView>) => void;
  onLine: (line: number) => void;
}

export function FindingsSearch({ view, onSelect, onLine }: FindingsSearchProps) {
  return (
    <div className={classes['bar']}>
      <Search search={view.search} onSearch={(search) => onSelect({ search })} />
      <GoToLine onLine={onLine} />
      {view.rules.size > 0 && (
        <Button
          variant="subtle"
          px="xs"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={() => onSelect({ rules: new Set(), group: undefined })}
        >
          {message('Show all rules')}
        </Button>
      )}
    </div>
  );
}

function Search({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
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
      type="search"
      aria-label={groupTexts.search}
      placeholder={groupTexts.search}
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

function GoToLine({ onLine }: { onLine: (line: number) => void }) {
  const [line, setLine] = useState<string | number>('');
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (typeof line === 'number') onLine(line);
  };
  return (
    <form className={classes['place']} onSubmit={go}>
      <NumberInput
        className={classes['line'] ?? ''}
        aria-label={groupTexts.goToLine}
        placeholder={groupTexts.goToLine}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=" "
        max={Number.MAX_SAFE_INTEGER}
        clampBehavior="strict"
        value={line}
        onChange={setLine}
      />
      <Button type="submit" variant="default" disabled={typeof line !== 'number'}>
        {groupTexts.go}
      </Button>
    </form>
  );
}

/** How many are found. */
export function Standing({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed" role="status" className={classes['standing'] ?? ''}>
      {children}
    </Text>
  );
}

/** Says of which group the findings are, and leads back to all groups. */
export function OpenedGroup({ group, onBack }: { group: FindingGroupRow; onBack: () => void }) {
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
        {groupTexts.back}
      </Button>
      <Text size="sm" className={classes['opened'] ?? ''}>
        {groupTexts.opened(group)}
      </Text>
    </Group>
  );
}
