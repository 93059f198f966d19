/** @file The bridge between the window and the app, as the page sees it: `window.tranship`. */

import type { CommandName, EventName } from '../src-shared/channels.ts';
import type { CommandInput, CommandOutput, EventPayload, Result } from '../src-shared/contract.ts';

/** `window.tranship`: one function for each command and each event, and one for files, which no message can carry. */
export interface Bridge {
  invoke: {
    readonly [Name in CommandName]: (input: CommandInput<Name>) => Promise<Result<CommandOutput<Name>>>;
  };
  /** Calls `listener` with each event; returns what ends that. */
  on: {
    readonly [Name in EventName]: (listener: (payload: EventPayload<Name>) => void) => () => void;
  };
  /**
   * Offers files that a person dropped or picked in the page. On the desktop they stay where they are; in a browser they
   * are streamed to the app, and `onProgress` tells how far that has come.
   */
  offerFiles: (
    files: readonly File[],
    onProgress?: (sentBytes: number, totalBytes: number) => void,
  ) => Promise<Result<CommandOutput<'files.choose'>>>;
}
