/** @file Filter, search and order of the queue. */

import { CloseButton, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconArrowsSort, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useState } from 'react';
import { useQueueView } from '../stores.ts';
import { groupWords, orderWords, queueTexts } from '../texts/queue.ts';
import { number } from '../wording.ts';
import { type Group, groups, orders } from './arrangement.ts';
import classes from './queue-page.module.css';

export function QueueToolbar({ counts }: { counts: Readonly<Record<Group, number>> }) {
  const group = useQueueView((view) => view.group);
  const order = useQueueView((view) => view.order);
  const wish = useQueueView((view) => view.wish);
  return (
    <div className={classes['toolbar']}>
      <SegmentedControl<Group>
        aria-label={queueTexts.show}
        value={group}
        onChange={(wanted) => wish({ group: wanted })}
        data={groups.map((one) => ({
          value: one,
          label: (
            <span className={classes['group']} data-group={one}>
              {groupWords[one]} <span className={classes['count']}>{number(counts[one])}</span>
            </span>
          ),
        }))}
      />
      <Search />
      <Select
        aria-label={queueTexts.sortBy}
        className={classes['order'] ?? ''}
        leftSection={<IconArrowsSort size={16} aria-hidden />}
        value={order}
        data={orders.map((value) => ({ value, label: orderWords[value] }))}
        onChange={(wanted) => wanted !== null && wish({ order: wanted })}
      />
    </div>
  );
}

/** The typed text shows at once; the list follows with lower priority. */
function Search() {
  const wish = useQueueView((view) => view.wish);
  const wanted = useQueueView((view) => view.search);
  const [typed, setTyped] = useState(wanted);
  const deferred = useDeferredValue(typed);
  useEffect(() => wish({ search: deferred }), [wish, deferred]);
  useEffect(() => setTyped(wanted), [wanted]);
  return (
    <TextInput
      className={classes['search'] ?? ''}
      type="search"
      aria-label={queueTexts.search}
      placeholder={queueTexts.search}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label={queueTexts.clearSearch} onClick={() => setTyped('')} />
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
