/** @file The bridge between the window and the app, as the page sees it: `window.tranship`. */

import type { CommandName, EventName } from '../src-shared/channels.ts';
import type { CommandInput, CommandOutput, EventPayload, Result } from '../src-shared/contract.ts';

/** `window.tranship`: one function for each command and each event, and one for files, which a message cannot carry. */
export interface Bridge {
  invoke: {
    readonly [Name in CommandName]: (input: CommandInput<Name>) => Promise<Result<CommandOutput<Name>>>;
  };
  /** Calls `listener` with each event; returns a function that unsubscribes. */
  on: {
    readonly [Name in EventName]: (listener: (payload: EventPayload<Name>) => void) => () => void;
  };
  /**
   * Offers files that a person dropped or picked in the page. On the desktop they are read where they are; a browser
   * streams them to the app, `onProgress` reports how far, and `onBegun` receives the function that ends it: then nothing is
   * offered. Functions pass from world to world, a signal does not.
   */
  offerFiles: (
    files: readonly File[],
    onProgress?: (sentBytes: number, totalBytes: number) => void,
    onBegun?: (stop: () => void) => void,
  ) => Promise<Result<CommandOutput<'files.choose'>>>;
}
