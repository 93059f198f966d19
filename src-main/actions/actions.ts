/** @file The contract as code calls it, wherever the app runs: in this process, or in another one that holds the data folder. */

import { resolve } from 'node:path';
import type { FileOffer, PickedFiles, Savable } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Backend } from './backend.ts';
import { type Call, callsTo } from './calls.ts';
import { valueIn } from './contract-server.ts';
import { isFolder } from './folder-on-disk.ts';
import type { Carrier } from './ports.ts';

export interface Actions {
  /** Names the app that acts, where it is another process; what it is to send, it sends by itself. */
  readonly holder: string | undefined;
  call: Call;
  /** Offers files of this computer, as if they were dropped on a window. */
  offer(paths: readonly string[]): Promise<PickedFiles>;
  /** Saves to a file of this computer, as if a person had chosen it in a dialog. */
  save(what: Savable, path: string): Promise<void>;
  /** Calls actions that have a person choose a folder: this one. */
  choosing(folder: string): Call;
}

/** The actions of an app in this process. */
export function actionsOf(backend: Backend, carrier: Carrier): Actions {
  return {
    holder: undefined,
    call: callsTo(backend.handlersFor(carrier)),
    offer: (paths) => backend.offer(paths),
    save: async (what, path) => {
      await callsTo(backend.handlersFor(carrier, { savesTo: path }))('files.save', what);
    },
    choosing: (folder) => callsTo(backend.handlersFor(carrier, { folder })),
  };
}

/** Offers one file. @throws AppError file.* */
export async function offerOne({ offer }: Pick<Actions, 'offer'>, path: string): Promise<FileOffer> {
  if (await isFolder(path)) throw new AppError('file.not-a-file', { path: resolve(path) });
  const { offers, refused } = await offer([path]);
  const [offered] = offers;
  if (offered !== undefined) return offered;
  for (const { error } of refused) valueIn({ ok: false, error });
  throw new AppError('file.not-found', { path: resolve(path) });
}
