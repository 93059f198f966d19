/** @file The button in the header that opens the list of commands, with its keys. */

import { IconListSearch } from '@tabler/icons-react';
import { message } from '../../src-shared/languages/message.ts';
import { windowCommands } from '../../src-shared/window-commands.ts';
import { useAppInfo } from '../app-info.ts';
import { ariaKeys } from '../shortcuts/keys.ts';
import { KeysShown } from '../shortcuts/keys-shown.tsx';
import { usePalette } from '../stores.ts';
import { paletteTexts } from '../texts/palette.ts';
import classes from './palette-button.module.css';

export function PaletteButton() {
  const { platform } = useAppInfo();
  const show = usePalette((palette) => palette.show);
  const { keys = '' } = windowCommands['show-commands'];
  return (
    <button
      type="button"
      className={classes['button']}
      aria-haspopup="dialog"
      aria-keyshortcuts={ariaKeys(keys, platform)}
      title={message('Every command, and every file of the queue, by a few letters.')}
      data-tour="commands"
      onClick={() => show('commands')}
    >
      <IconListSearch size={16} stroke={1.8} aria-hidden />
      <span className={classes['word']}>{paletteTexts.title}</span>
      {/* Said by aria-keyshortcuts: what is seen must not differ from the name. */}
      <span className={classes['keys']} aria-hidden>
        <KeysShown keys={keys} />
      </span>
    </button>
  );
}
