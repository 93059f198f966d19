/** @file The menu of a row: all that can be done with it, each with its key. It opens with the right button of the mouse, or its key. */

import { Menu } from '@mantine/core';
import { IconArrowsDiagonal, IconReceipt, IconScale } from '@tabler/icons-react';
import { message } from '../../src-shared/languages/message.ts';
import { hasReceipt } from '../receipts/receipt-store.ts';
import { KeysShown } from '../shortcuts/keys-shown.tsx';
import { comparePlaceOf } from '../statement/statement-place.ts';
import { actionKeys } from '../steps/action-keys.ts';
import { stepIcons } from '../steps/step-icons.ts';
import { useQueue, useStores } from '../stores.ts';
import { paneTexts } from '../texts/queue.ts';
import { receiptTexts } from '../texts/receipts.ts';
import { statementTexts } from '../texts/statement.ts';
import { goTo } from '../use-route.ts';
import type { Entry } from './entries.ts';
import type { EntryAction } from './entry-actions.ts';
import { useActAt } from './use-act-at.ts';

export interface OpenMenu {
  entry: Entry;
  actions: readonly EntryAction[];
  /** Where it opens, in pixels of the window. */
  at: { x: number; y: number };
  /** What had the keyboard, and gets it back. */
  from: HTMLElement;
}

interface EntryMenuProps {
  menu: OpenMenu | undefined;
  hasKeys: boolean;
  onClose: () => void;
}

export function EntryMenu({ menu, hasKeys, onClose }: EntryMenuProps) {
  const act = useActAt();
  const { receipt } = useStores();
  const row = useQueue(({ list }) => (menu?.entry.kind === 'file' ? list?.rows.get(menu.entry.key) : undefined));
  if (menu === undefined) return null;
  const { entry, actions, at, from } = menu;
  const compared = row && comparePlaceOf(row);
  /** Before the menu is gone with what has the focus in it; and before a question comes, which gives it back. */
  const close = () => {
    from.focus({ preventScroll: true });
    onClose();
  };
  return (
    <Menu opened onClose={close} position="bottom-start" shadow="md" withinPortal>
      <Menu.Target>
        <span style={{ position: 'fixed', left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={message('What can be done')}>
        {entry.kind === 'file' && (
          <Menu.Item
            leftSection={<IconArrowsDiagonal size={16} aria-hidden />}
            rightSection={<KeysShown keys="Enter" />}
            onClick={() => goTo({ page: 'submission', id: entry.key })}
          >
            {paneTexts.open}
          </Menu.Item>
        )}
        {actions.map((one) => {
          const Icon = stepIcons[one.action];
          const keys = actionKeys[one.action];
          return (
            <Menu.Item
              key={one.action}
              leftSection={<Icon size={16} aria-hidden />}
              rightSection={(hasKeys || keys === 'Delete') && <KeysShown keys={keys} />}
              onClick={() => act(one, 'button')}
            >
              {one.label}
            </Menu.Item>
          );
        })}
        {row !== undefined && hasReceipt(row) && (
          <Menu.Item leftSection={<IconReceipt size={16} aria-hidden />} onClick={() => receipt.getState().show(row)}>
            {receiptTexts.open(row.fileName)}
          </Menu.Item>
        )}
        {compared !== undefined && (
          <Menu.Item
            leftSection={<IconScale size={16} aria-hidden />}
            onClick={() => goTo({ page: 'overview', statement: compared })}
          >
            {statementTexts.compare}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
