/** @file What a person in a terminal has of a window: no dialogs, and nothing is saved that a call has not named. */

import manifest from '../../package.json' with { type: 'json' };
import type { Shell } from '../actions/ports.ts';
import { ownPlatform } from './own-platform.ts';

export const terminalShell: Shell = {
  info: { version: manifest.version, shell: 'terminal', platform: ownPlatform, canDrop: false },
  chooseFiles: async () => [],
  save: async () => ({ kind: 'cancelled' }),
};
