/** @file The texts of the list of shortcuts, and the names of keys. */

import { message } from '../../src-shared/languages/message.ts';

export const shortcutTexts = {
  title: message('Keyboard shortcuts'),
  groups: {
    preparing: message('While preparing an export'),
  },
  /** The names of keys on keyboards. */
  keys: {
    Space: message('Space', {}, { context: 'key' }),
    Enter: message('Enter', {}, { context: 'key' }),
    Delete: message('Delete', {}, { context: 'key' }),
    Escape: message('Esc', {}, { context: 'key' }),
    Home: message('Home', {}, { context: 'key' }),
    End: message('End', {}, { context: 'key' }),
    Shift: message('Shift', {}, { context: 'key' }),
    Ctrl: message('Ctrl', {}, { context: 'key' }),
  },
};
