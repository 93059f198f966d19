/**
 * @file What the build was told about updates: TRANSHIP_UPDATE_PUBLIC_KEY and TRANSHIP_UPDATE_FEED of its environment
 * (electron.vite.config.ts). Without both there are no updates.
 */

import type { UpdateSource } from './updates.ts';

declare const BUILT_IN_UPDATES: UpdateSource | undefined;

/** Where updates come from, and the key that they must be signed with. */
export const builtInUpdates = typeof BUILT_IN_UPDATES === 'undefined' ? undefined : BUILT_IN_UPDATES;
