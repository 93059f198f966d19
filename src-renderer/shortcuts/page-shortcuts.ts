/** @file All shortcuts that the page itself listens to. Pure. */

import { pages } from '../../src-shared/pages.ts';
import { pageKeys, windowCommandNames, windowCommands } from '../../src-shared/window-commands.ts';
import type { Act } from '../palette/palette-command.ts';
import type { Shortcut } from './strokes.ts';

type Meaning = Act | 'show-commands';

export const pageShortcuts: readonly Shortcut<Meaning>[] = [
  ...windowCommandNames.flatMap((command): Shortcut<Meaning>[] => {
    const { keys } = windowCommands[command];
    if (keys === undefined) return [];
    return [{ keys, meaning: command === 'show-commands' ? command : { kind: 'window', command } }];
  }),
  ...pages.map(({ page }): Shortcut<Meaning> => ({ keys: pageKeys[page], meaning: { kind: 'page', page } })),
];
