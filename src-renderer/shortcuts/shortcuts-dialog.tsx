/** @file All keys of the window, and the switch for those that are pressed without another key. */

import { Modal, Switch, Text } from '@mantine/core';
import { useId } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { windowCommands } from '../../src-shared/window-commands.ts';
import { useAppInfo } from '../app-info.ts';
import { usePalette, useStores, useTeam, useWindowUse } from '../stores.ts';
import { hasTeam } from '../team/team-store.ts';
import { shortcutTexts } from '../texts/shortcuts.ts';
import { keysAsText } from './keys.ts';
import { KeysShown } from './keys-shown.tsx';
import { shortcutGroups } from './shortcut-groups.ts';
import classes from './shortcuts-dialog.module.css';

export function ShortcutsDialog() {
  const isOpen = usePalette(({ open }) => open === 'shortcuts');
  const close = usePalette((palette) => palette.close);
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={shortcutTexts.title}
      size={1120}
      closeButtonProps={{ 'aria-label': message('Close the list of shortcuts') }}
    >
      <Content />
    </Modal>
  );
}

function Content() {
  const { shell, platform } = useAppInfo();
  const { windowUse } = useStores();
  const singleStrokes = useWindowUse((use) => use.singleStrokes);
  const isInTeam = useTeam(hasTeam);
  const ids = useId();
  return (
    <>
      <Text size="sm" c="dimmed">
        {message('They do nothing while a dialog is open, and only {keys} does something while you type in a field.', {
          keys: keysAsText(windowCommands['show-commands'].keys ?? '', platform),
        })}
      </Text>
      <div className={classes['groups']}>
        {shortcutGroups({ shell, singleStrokes, isInTeam }).map(({ group, title, shortcuts }) => (
          <section key={group} aria-labelledby={`${ids}-${group}`}>
            <h3 id={`${ids}-${group}`}>{title}</h3>
            <dl>
              {shortcuts.map(({ meaning, keys }) => (
                <div key={meaning} className={classes['row']}>
                  <dt>{meaning}</dt>
                  <dd>
                    {keys.map((one, place) => (
                      <span key={one} className={classes['one']}>
                        {place > 0 && (
                          <span className={classes['or']}>{message('or', {}, { context: 'one key or another' })}</span>
                        )}
                        <KeysShown keys={one} />
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={message('Single keys')}
        description={message(
          'Turn this off if you speak to your computer or hit keys by accident. Combinations with Ctrl or ⌘ stay.',
        )}
        checked={singleStrokes}
        onChange={(event) => windowUse.getState().useSingleKeys(event.currentTarget.checked)}
      />
    </>
  );
}
