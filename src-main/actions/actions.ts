/** @file The contract as code calls it, wherever the app runs: in this process, or in another one that holds the data folder. */

import type { PickedFiles, Savable } from '../../src-shared/contract.ts';
import type { App } from '../app.ts';
import type { Backend } from './backend.ts';
import { type Call, callsTo } from './calls.ts';
import type { Carrier } from './ports.ts';

export interface Actions {
  /** Names the app that acts, where it is another process; what it is to send, it sends by itself. */
  readonly holder: string | undefined;
  call: Call;
  /** Offers files of this computer, as if they were dropped on a window. */
  offer(paths: readonly string[]): Promise<PickedFiles>;
  /** Saves to a file of this computer, as if a person had chosen it in a dialog. */
  save(what: Savable, path: string): Promise<void>;
  /** Calls actions that have a person choose a folder, or a file to save to: this one. */
  choosing(place: string): Call;
  /** Has it check and send what is in the queue; or only check. Another process does what it does anyway. */
  start(options?: { sends?: boolean }): void;
  /** Ends what `start` has begun: nothing moves any more. */
  rest(): Promise<void>;
}

/** The actions of an app in this process. */
export function actionsOf({ queue }: Pick<App, 'queue'>, backend: Backend, carrier: Carrier): Actions {
  return {
    holder: undefined,
    call: callsTo(backend.handlersFor(carrier)),
    offer: (paths) => backend.offer(paths),
    save: async (what, path) => {
      await callsTo(backend.handlersFor(carrier, { savesTo: path }))('files.save', what);
    },
    choosing: (place) => callsTo(backend.handlersFor(carrier, { place })),
    start: (options) => queue.start(options),
    rest: () => queue.stop(),
  };
}
