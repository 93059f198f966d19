/** @file The list of all commands and submissions: a field, and below it what fits, the best first. */

import { Modal } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { message } from '../../src-shared/languages/message.ts';
import { looksLikeId } from '../../src-shared/sought-id.ts';
import { usePalette, useStores } from '../stores.ts';
import { paletteTexts } from '../texts/palette.ts';
import { shortcutTexts } from '../texts/shortcuts.ts';
import classes from './command-palette.module.css';
import type { Act } from './palette-command.ts';
import { PaletteOption } from './palette-option.tsx';
import { SearchableTexts } from './ranking.ts';
import { sectionsFor } from './sections.ts';
import { useCommands } from './use-commands.ts';
import { useFoundPlaces } from './use-found-places.ts';
import { usePerform } from './use-perform.ts';

export function CommandPalette() {
  const isOpen = usePalette(({ open }) => open === 'commands');
  const close = usePalette((palette) => palette.close);
  const perform = usePerform();
  const { windowUse } = useStores();
  const before = useRef<HTMLElement | null>(null);
  const leave = () => {
    flushSync(close);
    before.current?.focus({ preventScroll: true });
  };
  return (
    <Modal.Root
      opened={isOpen}
      onClose={leave}
      // It returns the focus itself, before the command moves it on.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      centered={false}
      yOffset="10dvh"
      size={620}
      lockScroll={false}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={paletteTexts.title} radius="md" className={classes['content'] ?? ''}>
        <Palette
          onOpen={() => {
            before.current = focused();
          }}
          onRun={(id, act) => {
            leave();
            if (isWorthRemembering(act)) windowUse.getState().noteCommand(id);
            void perform(act);
          }}
        />
      </Modal.Content>
    </Modal.Root>
  );
}

/** Steps are about one submission or one page, and must not wait first in the list for the next one. */
const isWorthRemembering = ({ kind }: Act): boolean =>
  !['step', 'way', 'submission', 'receipt', 'search', 'restore', 'offered'].includes(kind);

const focused = (): HTMLElement | null => {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
};

/** At once: the trap of the dialog does so a moment later, and what is typed until then would be lost. */
const takeFocus = (field: HTMLElement | null) => field?.focus();

interface PaletteProps {
  onOpen: () => void;
  onRun: (id: string, act: Act) => void;
}

function Palette({ onOpen, onRun }: PaletteProps) {
  // While it renders for the first time, the focus is still where it was.
  const [texts] = useState(() => {
    onOpen();
    return new SearchableTexts();
  });
  // Not deferred: Enter right after a letter must run what fits with that letter.
  const [query, setQuery] = useState('');
  const { commands, jumps } = useCommands();
  const { windowUse } = useStores();
  const [recent] = useState(() => windowUse.getState().recentCommands);
  const { places, searching } = useFoundPlaces(query);
  const sections = useMemo(
    () => sectionsFor({ commands, jumps, query, recent, texts, places, searching }),
    [commands, jumps, query, recent, texts, places, searching],
  );
  const options = sections.shown.flatMap(({ options }) => options);
  const [place, setPlace] = useState(0);
  const active = Math.min(place, options.length - 1);
  // That it can be looked for elsewhere fits everything.
  const fitting = sections.shown.flatMap(({ group, options }) => (group === 'search' ? [] : options)).length;
  const isInVain = query.trim() !== '' && fitting === 0 && !looksLikeId(query.trim());
  const ids = useId();
  const optionId = (index: number) => `${ids}-option-${index}`;
  useEffect(() => {
    document.getElementById(`${ids}-option-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [ids, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const count = options.length;
    const keys: Record<string, () => void> = {
      ArrowDown: () => setPlace(count === 0 ? 0 : (active + 1) % count),
      ArrowUp: () => setPlace(count === 0 ? 0 : (active - 1 + count) % count),
      PageDown: () => setPlace(Math.min(count - 1, active + 8)),
      PageUp: () => setPlace(Math.max(0, active - 8)),
      Enter: () => {
        const chosen = options[active];
        if (chosen !== undefined) onRun(chosen.command.id, chosen.command.act);
      },
    };
    const act = keys[event.key];
    if (act === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };

  let index = -1;
  return (
    <div className={classes['palette']}>
      <input
        type="text"
        role="combobox"
        aria-label={paletteTexts.field}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${ids}-list`}
        aria-activedescendant={options.length === 0 ? undefined : optionId(active)}
        placeholder={paletteTexts.field}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        ref={takeFocus}
        data-autofocus
        className={classes['field']}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${ids}-list`}
        role="listbox"
        aria-label={message('Commands that fit')}
        // Scrolls with the keys of the field; without this, a scrollable part would be a stop for Tab.
        tabIndex={-1}
        className={classes['list']}
      >
        {sections.shown.map(({ group, title, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset.
          <div key={group} role="group" aria-labelledby={`${ids}-${group}`} className={classes['group']}>
            <div id={`${ids}-${group}`} className={classes['groupTitle']} role="presentation">
              {title}
            </div>
            {options.map((option) => {
              index += 1;
              const own = index;
              return (
                <PaletteOption
                  key={option.command.id}
                  id={optionId(own)}
                  option={option}
                  isWhole={group === 'search' || group === 'found'}
                  isActive={own === active}
                  onPoint={() => setPlace(own)}
                  onRun={() => onRun(option.command.id, option.command.act)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {isInVain && (
        <p className={classes['none']} aria-hidden="true">
          {paletteTexts.nothingFits}
        </p>
      )}
      {sections.left > 0 && (
        <p className={classes['more']}>
          {message('{count, number} more: type more letters', { count: sections.left })}
        </p>
      )}
      <p className="unseen" role="status">
        {isInVain && paletteTexts.nothingFits}
        {query.trim() !== '' &&
          fitting > 0 &&
          message('{count, plural, one {# fits} other {# fit}}', { count: fitting + sections.left })}
      </p>
      <p className={classes['how']} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {message('to choose')}
        </span>
        <span>
          <kbd>↵</kbd> {message('to run')}
        </span>
        <span>
          <kbd>{shortcutTexts.keys.Escape}</kbd> {message('to close')}
        </span>
      </p>
    </div>
  );
}
