/** @file The list of the sections beside the settings, with the search above it. */

import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { message } from '../../../src-shared/languages/message.ts';
import { addressOf } from '../../routes.ts';
import { searchTexts } from '../../texts/settings-search.ts';
import type { FoundSection, MarkedText } from './search-settings.ts';
import classes from './section-list.module.css';
import type { SectionId } from './sections.ts';

interface SectionListProps {
  query: string;
  onQuery: (query: string) => void;
  found: readonly FoundSection<SectionId>[];
  /** The section in sight. */
  current: SectionId | undefined;
  onGo: (id: SectionId) => void;
}

export function SectionList({ query, onQuery, found, current, onGo }: SectionListProps) {
  const place = useRef<HTMLElement>(null);
  const isSearching = query.trim() !== '';
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(place.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? links.indexOf(focused) : -1;
    const next = nextPlace(event.key, at, links.length);
    if (event.key === 'Escape' && isSearching) onQuery('');
    else if (next === 'field') place.current?.querySelector('input')?.focus();
    else if (next !== undefined && (at >= 0 || event.key === 'ArrowDown')) links[next]?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <nav ref={place} className={classes['list']} aria-label={message('Sections of the settings')} onKeyDown={onKeyDown}>
      <TextInput
        size="sm"
        aria-label={message('Find a setting')}
        placeholder={message('Find a setting')}
        leftSection={<IconSearch size={15} aria-hidden />}
        rightSection={
          isSearching && <CloseButton size="sm" aria-label={searchTexts.clear} onClick={() => onQuery('')} />
        }
        value={query}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => onQuery(event.currentTarget.value)}
      />
      <p className="unseen" role="status">
        {isSearching &&
          found.length > 0 &&
          message('{count, plural, one {# section has it.} other {# sections have it.}}', { count: found.length })}
      </p>
      <ul>
        {found.map(({ id, title, entries }) => (
          <li key={id}>
            <a
              href={addressOf({ page: 'settings', section: id })}
              aria-current={id === current ? 'true' : undefined}
              onClick={() => onGo(id)}
            >
              <Marked text={title} />
            </a>
            {entries.length > 0 && (
              <ul className={classes['entries']}>
                {entries.map(({ label, hint, words }) => (
                  <li key={label.map(({ text }) => text).join('')}>
                    <Marked text={label} />
                    {hint !== undefined && (
                      <span className={classes['hint']}>
                        <Marked text={hint} />
                      </span>
                    )}
                    {words !== undefined && (
                      <span className={classes['hint']}>
                        {message('also:')} <Marked text={words} />
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Where an arrow key leads in the list; before its first link stands the field. */
function nextPlace(key: string, at: number, count: number): number | 'field' | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp') return at === 0 ? 'field' : at > 0 ? at - 1 : undefined;
  if (at < 0) return undefined;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function Marked({ text }: { text: MarkedText }) {
  let at = 0;
  return text.map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
