/** @file Chooses the order of the list, also by what has no column. */

import { Button, Menu } from '@mantine/core';
import { IconArrowsSort, IconCheck } from '@tabler/icons-react';
import { useQueueView } from '../stores.ts';
import { orderWords, queueTexts } from '../texts/queue.ts';
import { type Order, orderBy, orderColumns, usualOrder } from './arrangement.ts';
import classes from './queue-page.module.css';

/** Each column in its first direction, then in the other. */
const choices: readonly Order[] = orderColumns.flatMap((column) => {
  const first = column === usualOrder.column ? usualOrder : orderBy(column, usualOrder);
  return [first, orderBy(column, first)];
});

export function OrderMenu() {
  const order = useQueueView((view) => view.order);
  const wish = useQueueView((view) => view.wish);
  const words = orderWords[order.column][order.direction];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          className={classes['order'] ?? ''}
          leftSection={<IconArrowsSort size={16} aria-hidden />}
          aria-label={queueTexts.sortBy(words)}
          title={queueTexts.sortBy(words)}
        >
          <span className={classes['words']}>{words}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => {
          const label = orderWords[choice.column][choice.direction];
          const isChosen = choice.column === order.column && choice.direction === order.direction;
          return (
            <Menu.Item
              key={label}
              aria-current={isChosen}
              leftSection={<IconCheck size={16} aria-hidden style={isChosen ? {} : { visibility: 'hidden' }} />}
              onClick={() => wish({ order: choice })}
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
