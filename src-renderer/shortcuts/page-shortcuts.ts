/** @file All shortcuts that the page itself listens to. Pure. */

import { pagesThere } from '../../src-shared/pages.ts';
import { pageKeys, windowCommandNames, windowCommands } from '../../src-shared/window-commands.ts';
import type { Act } from '../palette/palette-command.ts';
import type { Shortcut } from './strokes.ts';

type Meaning = Act | 'show-commands';

/** @param isInTeam whether the page of the team is there */
export const pageShortcuts = (isInTeam: boolean): readonly Shortcut<Meaning>[] => [
  ...windowCommandNames.flatMap((command): Shortcut<Meaning>[] => {
    const { keys } = windowCommands[command];
    if (keys === undefined) return [];
    return [{ keys, meaning: command === 'show-commands' ? command : { kind: 'window', command } }];
  }),
  ...pagesThere(isInTeam).map(
    ({ page }): Shortcut<Meaning> => ({ keys: pageKeys[page], meaning: { kind: 'page', page } }),
  ),
];
