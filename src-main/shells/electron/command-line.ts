/**
 * @file The command line of the installed app: no window, no dock icon, no second instance to hand over to. The folder's
 * lock keeps it apart from the window.
 */

import { Socket } from 'node:net';
import { app as electronApp, safeStorage, session } from 'electron';
import { AppError, describeError, toAppError } from '../../../src-shared/errors.ts';
import { visible } from '../../../src-shared/visible-text.ts';
import type { KeyWrap, SystemProxy } from '../../app.ts';
import { systemClock } from '../../ground/clock.ts';
import { findDataFolder } from '../../ground/files/find-data-folder.ts';
import { exitCodeOf, exitCodes } from '../cli/exit-codes.ts';
import type { CommandLinePorts } from '../cli/ports.ts';
import { portsOfProcess } from '../cli/process-ports.ts';
import { type CommandLineCall, commandLineCall } from './command-line-call.ts';
import { withPatience } from './key-store-patience.ts';
import { keychainWrap } from './keychain.ts';
import { followLauncher } from './launcher-signals.ts';
import { placeCommandData } from './user-data.ts';
import { type WindowsKey, windowsKeyOf } from './windows-key.ts';

/** The call that this process was started with; undefined where the window is to be opened. */
export function calledCommandLine(): CommandLineCall | undefined {
  return commandLineCall(process.argv, { platform: process.platform, isPackaged: electronApp.isPackaged });
}

/** Runs the call once Electron is ready, as the key store needs it, and ends the process with its exit code. */
export function startCommandLine(call: CommandLineCall, run: (ports: CommandLinePorts) => Promise<void>): void {
  const { platform, env } = process;
  const end = (exitCode: number) => electronApp.exit(exitCode);
  // Electron would show a dialog, for which a scheduled job waits for ever.
  const breakDown = (thrown: unknown) => {
    complain(toAppError(thrown));
    end(exitCodes.internal);
  };
  process.on('uncaughtException', breakDown).on('unhandledRejection', breakDown);
  if (call.kind === 'refused') {
    complain(new AppError('usage.invalid', { problem: refusal(call.switches) }));
    end(exitCodes.usage);
    return;
  }
  let windowsKey: WindowsKey | undefined;
  try {
    const folder = findDataFolder(env, process.cwd());
    windowsKey = windowsKeyOf(folder, placeCommandData(electronApp, folder));
  } catch (thrown) {
    const error = toAppError(thrown);
    complain(error);
    end(exitCodeOf(error));
    return;
  }
  electronApp.disableHardwareAcceleration();
  if (platform === 'darwin') electronApp.setActivationPolicy('prohibited');

  const interrupt = () => {
    // Nothing listens before the call has begun.
    if (process.listenerCount('SIGINT') === 0) end(exitCodes.leftInQueue);
    else process.emit('SIGINT');
  };
  if (call.hasLauncher) followLauncher(new Socket({ fd: 0, readable: true, writable: false }), interrupt);
  // Until the call has begun, Chromium answers Ctrl-C, and would end with 0; later a person may sign out.
  electronApp.on('before-quit', (event) => {
    event.preventDefault();
    interrupt();
  });
  const begin = async () => {
    // Only now, because Electron has just set its own reactions to signals: those of the call replace them.
    const systemProxy = isProxyNamed(env) ? undefined : chromiumProxy;
    const openStore = () => openKeyStore(windowsKey);
    const preferredLanguages = () => electronApp.getPreferredSystemLanguages();
    await run(portsOfProcess({ argv: call.args, end, openKeyStore: openStore, systemProxy, preferredLanguages }));
  };
  electronApp.whenReady().then(begin).catch(breakDown);
}

async function openKeyStore(windowsKey?: WindowsKey): Promise<{ wrap: KeyWrap; isOpen: boolean }> {
  const wrap = withPatience(keychainWrap(safeStorage, process.platform, windowsKey), systemClock);
  const isOpen = await wrap.wrap('probe').then(
    () => true,
    () => false,
  );
  return { wrap, isOpen };
}

/** As the window finds it, with an automatic configuration (PAC); in memory, since the window may have its files open. */
const chromiumProxy: SystemProxy = (address) =>
  session.fromPartition('command-line', { cache: false }).resolveProxy(address);

/** Whether variables name a proxy; on the command line they go before the system's. */
function isProxyNamed(environment: NodeJS.ProcessEnv): boolean {
  const names = ['http_proxy', 'https_proxy', 'all_proxy'];
  return Object.entries(environment).some(([name, value]) => names.includes(name.toLowerCase()) && value?.trim());
}

function refusal(switches: readonly string[]): string {
  const found = switches.length === 0 ? 'it is missing' : `${switches.join(' ')} stands before it`;
  return `“--cli” must be followed by “--” and then by the command: ${found}.`;
}

function complain(error: AppError): void {
  const { title, detail, remedy } = describeError(error, 'ended-command');
  process.stderr.write(`${visible(title)}.\n  ${visible(detail)}\n  ${visible(remedy)}\n`);
}
