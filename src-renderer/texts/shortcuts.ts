/** @file The texts of the list of shortcuts, and the names of keys. */

import { message } from '../../src-shared/languages/message.ts';

export const shortcutTexts = {
  title: message('Keyboard shortcuts'),
  intro: message('They do nothing while you type in a field or while a dialog is open.'),
  afterwards: message('then', {}, { context: 'one key after the other' }),
  or: message('or', {}, { context: 'one key or another' }),
  single: message('Single keys'),
  singleHint: message(
    'Turn this off if you speak to your computer or hit keys by accident. Combinations with Ctrl or ⌘ stay.',
  ),
  close: message('Close the list of shortcuts'),
  groups: {
    window: message('Everywhere'),
    pages: message('Go to a page'),
    list: message('In the list of submissions'),
    preparing: message('While preparing an export'),
    editor: message('While correcting a line'),
  },
  list: {
    move: message('Go up and down'),
    ends: message('First and last submission'),
    fold: message('Show or hide the batches'),
    open: message('Open the submission'),
    select: message('Select, or select no longer'),
    range: message('Select as far as here'),
    all: message('Select all that are shown'),
    end: message('Cancel it, or remove it once it has ended'),
    clear: message('Clear the selection'),
  },
  preparing: {
    move: message('Go up and down'),
    field: message('Choose the field; letters find it'),
    settings: message('How it is read'),
    finding: message('Next finding'),
    undo: message('Undo the last step'),
    prepare: message('Prepare'),
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
