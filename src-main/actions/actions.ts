/** @file The contract as code calls it, wherever the app runs: in this process, or in another one that holds the data folder. */

import type { PickedFiles, Savable } from '../../src-shared/contract.ts';
import type { App } from '../app.ts';
import { asTheApp } from '../ground/speech.ts';
import type { Backend } from './backend.ts';
import { type Call, callsTo } from './calls.ts';
import { inFile } from './named-file.ts';
import type { Carrier, SavedFile } from './ports.ts';

export interface Actions {
  /** Names the app that acts, where it is another process; what it is to send, it sends by itself. */
  readonly holder: string | undefined;
  call: Call;
  /** Offers files of this computer, as if they were dropped on a window. */
  offer(paths: readonly string[]): Promise<PickedFiles>;
  /** Saves to a file of this computer, as if a person had chosen it in a dialog. @param log of a corrected file: its change log */
  save(what: Savable, path: string, log?: string): Promise<SavedFile>;
  /** Calls actions that have a person choose a folder, or a file to save to: this one. */
  choosing(path: string, log?: string): Call;
  /** Has it check and send what is in the queue; or only check. Another process does what it does anyway. */
  start(options?: { sends?: boolean }): void;
  /** Ends what `start` has begun: nothing moves any more. */
  rest(): Promise<void>;
}

/** The actions of an app in this process, which speaks its own language, whatever is spoken where they are called. */
export function actionsOf({ queue }: Pick<App, 'queue'>, backend: Backend, carrier: Carrier): Actions {
  const choosing: Actions['choosing'] = (path, log) => callsTo(backend.handlersFor(carrier, { place: { path, log } }));
  return {
    holder: undefined,
    call: callsTo(backend.handlersFor(carrier)),
    offer: (paths) => asTheApp(() => backend.offer(paths)),
    save: async (what, path, log) => inFile(await choosing(path, log)('files.save', what)),
    choosing,
    start: (options) => asTheApp(() => queue.start(options)),
    rest: () =>
      asTheApp(async () => {
        await queue.stop();
        backend.tellNow();
      }),
  };
}
