/** @file Keys as they stand on the keyboard, beside what they do. A screen reader hears them as one text. */

import { Fragment } from 'react';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { shownKeys } from './keys.ts';
import classes from './keys-shown.module.css';

export function KeysShown({ keys }: { keys: string }) {
  const { platform } = useAppInfo();
  return (
    <span className={classes['keys']} dir="ltr">
      {shownKeys(keys, platform).map((stroke, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the strokes of a shortcut never move.
        <Fragment key={place}>
          {place > 0 && (
            <span className={classes['then']}>{message('then', {}, { context: 'one key after the other' })}</span>
          )}
          {stroke.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
