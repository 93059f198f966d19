/** @file The app's end of the contract over Electron's IPC: who may call, what is a valid call, and how it ends. */

import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import { type CommandName, commandNames, type EventName } from '../../../src-preload/channels.ts';
import { commands, type EventPayload, events, type Result } from '../../../src-preload/contract.ts';
import { AppError, toAppError } from '../../../src-preload/errors.ts';
import type { CommandHandlers } from '../command-handlers.ts';
import { isPage, type Page } from './page.ts';

export interface ContractPorts {
  ipcMain: Pick<IpcMain, 'handle'>;
  handlers: CommandHandlers;
  /** Whether a call comes from the window's own page. */
  isTrusted: (event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>) => boolean;
}

/** Answers every command of the contract. No call rejects: a failure is a result. */
export function serveContract({ ipcMain, handlers, isTrusted }: ContractPorts): void {
  for (const name of commandNames) {
    ipcMain.handle(name, async (event, ...values: unknown[]): Promise<Result<unknown>> => {
      try {
        if (!isTrusted(event)) throw refused(`“${name}” was not called by the window of Tranship.`);
        return { ok: true, value: await answer(name, values, handlers) };
      } catch (thrown) {
        return { ok: false, error: toAppError(thrown).toRecord() };
      }
    });
  }
}

async function answer(name: CommandName, [value, ...others]: unknown[], handlers: CommandHandlers): Promise<unknown> {
  const { input, output } = commands[name];
  const parsed = input.safeParse(value);
  if (!parsed.success || others.length > 0) throw refused(`“${name}” was called with values that it does not take.`);
  // The table pairs each name with its own input, and `input` is the one of this name.
  const handle = handlers[name] as (input: unknown) => unknown;
  // Parsed on the way out as well: what the contract does not name does not leave the app.
  return output.parse(await handle(parsed.data));
}

function refused(problem: string): AppError {
  return new AppError('usage.invalid', { problem });
}

/** Only the top frame of this window, and only while it shows our page. */
export function isFromPage(
  { sender, senderFrame }: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  contents: WebContents | undefined,
  page: Page,
): boolean {
  if (contents === undefined || senderFrame === null || sender !== contents) return false;
  return senderFrame === contents.mainFrame && isPage(page, senderFrame.url);
}

/** Sends an event of the contract to the window, if there still is one. */
export function sendEvent<Name extends EventName>(
  contents: Pick<WebContents, 'isDestroyed' | 'send'> | undefined,
  name: Name,
  payload: EventPayload<Name>,
): void {
  if (contents === undefined || contents.isDestroyed()) return;
  contents.send(name, events[name].parse(payload));
}
