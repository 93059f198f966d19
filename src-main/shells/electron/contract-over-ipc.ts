/** @file The contract over Electron's IPC: trusted callers, dropped files, and events to the page. */

import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { z } from 'zod';
import { commandNames, droppedFilesChannel } from '../../../src-shared/channels.ts';
import type { PickedFiles, Result, Told } from '../../../src-shared/contract.ts';
import { AppError, toAppError } from '../../../src-shared/errors.ts';
import { events } from '../../../src-shared/events.ts';
import { fact } from '../../../src-shared/languages/fact.ts';
import { answerCommand, refused } from '../../actions/contract-server.ts';
import type { CommandHandlers } from '../../actions/ports.ts';
import { isPage, type Page } from './page.ts';

export interface ContractPorts {
  ipcMain: Pick<IpcMain, 'handle'>;
  handlers: CommandHandlers;
  /** Offers files that a person picked; the paths come from the preload, never from the page. */
  offerPaths: (paths: readonly string[]) => Promise<PickedFiles>;
  /** Whether a call comes from the window's own page. */
  isTrusted: (event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>) => boolean;
}

/** As the preload sends them. An item dragged from another program may have no path. */
const droppedFilesSchema = z.tuple([
  z.array(z.strictObject({ name: z.string().max(1000), path: z.string().max(32_767) })).max(100_000),
]);

/** Answers every command of the contract, and the preload's call for dropped files. No call rejects. */
export function serveContract({ ipcMain, handlers, offerPaths, isTrusted }: ContractPorts): void {
  const serve = (name: string, reply: (values: unknown[]) => Promise<Result<unknown>>) =>
    ipcMain.handle(name, async (event, ...values: unknown[]) =>
      isTrusted(event) ? await reply(values) : failure(refused(`“${name}” was not called by the window of Tranship.`)),
    );
  for (const name of commandNames) serve(name, (values) => answerCommand(name, values, handlers));
  serve(droppedFilesChannel, (values) => offerDropped(values, offerPaths));
}

async function offerDropped(values: unknown[], offerPaths: ContractPorts['offerPaths']): Promise<Result<PickedFiles>> {
  try {
    const { success, data } = droppedFilesSchema.safeParse(values);
    if (!success) throw refused(fact('The dropped files cannot be read.'));
    const [files] = data;
    const picked = await offerPaths(files.flatMap(({ path }) => (path === '' ? [] : path)));
    const nowhere = files.filter(({ path }) => path === '').map(({ name }) => notOnDisk(name));
    return { ok: true, value: { ...picked, refused: [...picked.refused, ...nowhere] } };
  } catch (thrown) {
    return failure(thrown);
  }
}

function failure(thrown: unknown): Result<never> {
  return { ok: false, error: toAppError(thrown).toRecord() };
}

function notOnDisk(name: string): PickedFiles['refused'][number] {
  return { fileName: name, error: new AppError('file.not-found', { path: name }).toRecord() };
}

/** Accepts only the top frame of this window, while it shows the app's page. */
export function isFromPage(
  { sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  contents: WebContents | undefined,
  page: Page,
): boolean {
  if (contents === undefined || senderFrame === null || sender !== contents) return false;
  return senderFrame === contents.mainFrame && isPage(page, senderFrame.url);
}

/** Sends an event of the contract to the window, if it still exists. */
export function sendEvent(
  contents: Pick<WebContents, 'isDestroyed' | 'send'> | undefined,
  ...[name, payload]: Told
): void {
  if (contents === undefined || contents.isDestroyed()) return;
  contents.send(name, events[name].parse(payload));
}
