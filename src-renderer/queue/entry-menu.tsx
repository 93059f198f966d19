/** @file The menu of a row: all that can be done with it, each with its key. It opens with the right button of the mouse, or its key. */

import { Menu } from '@mantine/core';
import { IconArrowsDiagonal } from '@tabler/icons-react';
import { message } from '../../src-shared/languages/message.ts';
import { KeysShown } from '../shortcuts/keys-shown.tsx';
import { actionKeys } from '../steps/action-keys.ts';
import { stepIcons } from '../steps/step-icons.ts';
import { paneTexts } from '../texts/queue.ts';
import { goTo } from '../use-route.ts';
import type { Entry } from './entries.ts';
import type { EntryAction } from './entry-actions.ts';
import { useActAt } from './use-act-at.ts';

export interface OpenMenu {
  entry: Entry;
  actions: readonly EntryAction[];
  /** Where it opens, in pixels of the window. */
  at: { x: number; y: number };
}

interface EntryMenuProps {
  menu: OpenMenu | undefined;
  hasKeys: boolean;
  onClose: () => void;
}

export function EntryMenu({ menu, hasKeys, onClose }: EntryMenuProps) {
  const act = useActAt();
  if (menu === undefined) return null;
  const { entry, actions, at } = menu;
  return (
    <Menu opened onClose={onClose} position="bottom-start" shadow="md" withinPortal returnFocus>
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
      </Menu.Dropdown>
    </Menu>
  );
}
