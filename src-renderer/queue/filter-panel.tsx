/** @file The filters of the queue, in a panel: when files were added, their state, and their connection. */

import { Button, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { useQueueView } from '../stores.ts';
import { filterTexts } from '../texts/queue-filters.ts';
import { number } from '../wording.ts';
import { AddedChoice } from './added-choice.tsx';
import type { ChoiceCounts } from './arrangement.ts';
import { ConnectionFilter } from './connection-filter.tsx';
import classes from './filters.module.css';
import pageClasses from './queue-page.module.css';
import { StateFilter } from './state-filter.tsx';

export function FilterPanel({ choices }: { choices: ChoiceCounts }) {
  const [isOpen, setOpen] = useState(false);
  const count = useQueueView(
    ({ states, connections, added }) => states.length + connections.length + (added === undefined ? 0 : 1),
  );
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(790px, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          variant="default"
          className={`${classes['open']} ${pageClasses['filter']}`}
          data-is-on={count > 0}
          leftSection={<IconFilter size={16} aria-hidden />}
          title={
            count === 0
              ? filterTexts.open
              : message('{count, plural, one {# filter is on} other {# filters are on}}', { count })
          }
          onClick={() => setOpen(!isOpen)}
        >
          <span className={pageClasses['words']}>{filterTexts.open}</span>
          {count > 0 && <span className={classes['on']}>{number(count)}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['panel'] ?? ''}>
        <div className={classes['parts']}>
          <AddedChoice counts={choices.added} />
          <StateFilter counts={choices.states} />
          <ConnectionFilter counts={choices.connections} />
        </div>
        <div className={classes['end']}>
          <Button variant="default" size="xs" onClick={() => setOpen(false)}>
            {message('Close')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
