/** @file The filters that are on, each with a button that removes it, and how many submissions they leave. */

import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { message } from '../../src-shared/languages/message.ts';
import { stateName } from '../../src-shared/state-words.ts';
import { useQueueView } from '../stores.ts';
import { chipTexts } from '../texts/queue-filters.ts';
import classes from './filters.module.css';

/** Of hundreds of connections, the first ones have chips of their own. */
const NAMED_CONNECTIONS = 5;

interface Chip {
  key: string;
  label: string;
  remove: () => void;
}

interface FilterChipsProps {
  shown: number;
  all: number;
}

export function FilterChips({ shown, all }: FilterChipsProps) {
  const chips = useChips();
  const showAll = useQueueView((view) => view.showAll);
  if (chips.length === 0) return null;
  return (
    <div className={classes['chips']}>
      <ul aria-label={message('Filters that are on')}>
        {chips.map(({ key, label, remove }) => (
          <li key={key}>
            <button
              type="button"
              className={classes['chip']}
              aria-label={message('Remove the filter “{filter}”', { filter: label })}
              onClick={remove}
            >
              <bdi>{label}</bdi>
              <IconX size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <span className={classes['shown']}>
        {message('{count, number} of {all, plural, one {# submission} other {# submissions}}', { count: shown, all })}
      </span>
      <Button variant="subtle" size="compact-sm" onClick={showAll}>
        {message('Show all')}
      </Button>
    </div>
  );
}

function useChips(): Chip[] {
  const states = useQueueView((view) => view.states);
  const connections = useQueueView((view) => view.connections);
  const added = useQueueView((view) => view.added);
  const wish = useQueueView((view) => view.wish);
  const hasRest = connections.length > NAMED_CONNECTIONS + 1;
  const named = hasRest ? connections.slice(0, NAMED_CONNECTIONS) : connections;
  return [
    ...(added === undefined
      ? []
      : [{ key: 'added', label: chipTexts.added(added), remove: () => wish({ added: undefined }) }]),
    ...states.map((state) => ({
      key: `state ${state}`,
      label: message('State: {state}', { state: stateName(state) }),
      remove: () => wish({ states: states.filter((other) => other !== state) }),
    })),
    ...named.map((name) => ({
      key: `connection ${name}`,
      label: chipTexts.connection(name),
      remove: () => wish({ connections: connections.filter((other) => other !== name) }),
    })),
    ...(hasRest
      ? [
          {
            key: 'connections',
            label: message('{count, plural, one {# more connection} other {# more connections}}', {
              count: connections.length - named.length,
            }),
            remove: () => wish({ connections: named }),
          },
        ]
      : []),
  ];
}
