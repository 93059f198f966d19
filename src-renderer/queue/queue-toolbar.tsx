/** @file Search, filters and order of the queue, and saving it as it is shown. */

import { CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { useOffers } from '../palette/use-offers.ts';
import type { Saving } from '../saving/use-save.ts';
import { useQueueView } from '../stores.ts';
import { groupWords, queueTexts } from '../texts/queue.ts';
import { useOneStop } from '../use-one-stop.ts';
import { number } from '../wording.ts';
import { type Arrangement, type Group, groups } from './arrangement.ts';
import { FilterPanel } from './filter-panel.tsx';
import { ListLookControls } from './list-look-controls.tsx';
import { OrderMenu } from './order-menu.tsx';
import classes from './queue-page.module.css';
import { SaveListMenu } from './save-list-menu.tsx';

interface ToolbarProps {
  arrangement: Arrangement;
  saving: Saving;
}

export function QueueToolbar({ arrangement, saving }: ToolbarProps) {
  const { counts } = arrangement;
  const group = useQueueView((view) => view.group);
  const wish = useQueueView((view) => view.wish);
  const oneStop = useOneStop<'div'>('across');
  return (
    <div className={classes['toolbar']}>
      <SegmentedControl<Group>
        aria-label={message('Show')}
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
      <div role="toolbar" aria-label={message('Look of the list')} className={classes['tools']} {...oneStop}>
        <OrderMenu />
        <FilterPanel choices={arrangement.choices} />
        <SaveListMenu ids={arrangement.ids} saving={saving} />
        <ListLookControls />
      </div>
    </div>
  );
}

function Search() {
  const wish = useQueueView((view) => view.wish);
  const search = useQueueView((view) => view.search);
  const isCalled = useQueueView((view) => view.isSearchCalled);
  const call = useQueueView((view) => view.callSearch);
  const field = useRef<HTMLInputElement>(null);
  const clear = () => wish({ search: '' });
  useOffers([{ title: message('Clear the search'), isPossible: search !== '', run: clear }]);
  useEffect(() => {
    if (!isCalled) return;
    field.current?.focus();
    call(false);
  }, [isCalled, call]);
  return (
    <TextInput
      ref={field}
      className={classes['search'] ?? ''}
      type="search"
      maxLength={500}
      aria-label={message('Find by name, folder or id')}
      placeholder={queueTexts.searchShort}
      title={message(
        'Words of the file name or its folder, the number of a submission (#12), a batch id or its beginning, or an id of a modification, payment or transaction',
      )}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={search !== '' && <CloseButton size="sm" aria-label={message('Clear the search')} onClick={clear} />}
      value={search}
      onChange={(event) => wish({ search: event.currentTarget.value })}
    />
  );
}
