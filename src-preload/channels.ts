/** @file The names of the contract, apart from its schemas: the preload needs the names only and stays small. */

/** What the window may ask of the app. */
export const commandNames = [
  'queue.snapshot',
  'queue.addFiles',
  'queue.pause',
  'queue.resume',
  'queue.retry',
  'queue.cancel',
  'queue.approve',
] as const;
export type CommandName = (typeof commandNames)[number];

/** What the app tells the window by itself. */
export const eventNames = ['queue.changed'] as const;
export type EventName = (typeof eventNames)[number];
