/** @file `tranship serve`: the app in a browser on this machine, until it is stopped. */

import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { message } from '../../../../src-shared/languages/message.ts';
import { MINUTE } from '../../../ground/clock.ts';
import { saveMemory } from '../../../ground/memory.ts';
import { asHere, asTheApp } from '../../../ground/speech.ts';
import { ADDRESS_LIFETIME_MS } from '../../browser/entrance.ts';
import { keepShellIn } from '../../browser/kept-shell.ts';
import { servedApp } from '../../browser/served-app.ts';
import { type BrowserShell, type BrowserShellOptions, startBrowserShell } from '../../browser/shell.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { toPortError } from '../port-error.ts';
import type { Session } from '../session.ts';

const lifetime = (): string =>
  message('{count, plural, one {# minute} other {# minutes}}', { count: ADDRESS_LIFETIME_MS / MINUTE });

export interface ServeOptions {
  port?: number;
}

export async function serve(session: Session, { port }: ServeOptions): Promise<ExitCode> {
  const { output, interrupted, folder } = session;
  const canAsk = canAskForAddresses(session);
  return await session.withApp('serve', async (app, settings, secretBox) => {
    const ports: BrowserShellOptions = {
      folder,
      // Beside the folder of the built program, as electron-vite lays them out.
      rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
      port,
      keeper: keepShellIn(folder, secretBox),
      onPortTaken: asHere((taken) =>
        output.say(
          message(
            'The port of the last time, {taken}, is used by another program, so Tranship uses another one. Pages that are still open cannot come back: close them, and open the new address.',
            { taken },
          ),
        ),
      ),
      recordSecurity: app.recordSecurity,
      onAddressExpired: asHere(() => {
        output.say(
          message('The address was not used within {lifetime} and no longer works. {wayToNewAddress}', {
            lifetime: lifetime(),
            wayToNewAddress: wayToNewAddress(canAsk),
          }),
        );
        output.emit('address-expired');
      }),
      createApp: (ofShell) => servedApp(app, settings, ofShell),
    };
    const shell = await asTheApp(() => startBrowserShell(ports)).catch((thrown: unknown) => {
      throw toPortError(thrown, port);
    });
    saveMemory();
    app.readAuthorities();
    try {
      output.say(
        message(
          'Tranship is running. Open this address in a browser on this computer; it works once, within {lifetime}:',
          { lifetime: lifetime() },
        ),
      );
      tellAddress(session, shell.address);
      output.say(message('{wayToNewAddress} Ctrl-C stops Tranship.', { wayToNewAddress: wayToNewAddress(canAsk) }));
      const stopOffering = canAsk ? offerNewAddresses(session, shell) : () => {};
      if (!interrupted.aborted) await once(interrupted, 'abort');
      stopOffering();
      output.say(message('Stopping. Sending continues at the next start.'));
    } finally {
      await shell.close();
    }
    output.emit('summary', { exitCode: exitCodes.done });
    return exitCodes.done;
  });
}

function tellAddress({ output }: Session, address: string): void {
  output.say(`  ${address}`);
  output.emit('serving', { address });
}

/**
 * Whether lines can be sent to Tranship: from a terminal, or through a pipe. A terminal whose output goes
 * elsewhere may belong to a process in the background, which the system stops when it reads.
 */
function canAskForAddresses({ output, call }: Session): boolean {
  const { stdin } = call.ports;
  if (stdin.isTTY === true) return output.isTerminal;
  if (stdin.fd === undefined) return true;
  try {
    const input = fstatSync(stdin.fd);
    return input.isFIFO() || input.isSocket();
  } catch {
    return false;
  }
}

function wayToNewAddress(canAsk: boolean): string {
  return canAsk
    ? message('Press Enter here for a new address, for example for another browser.')
    : message('For a new address, stop Tranship and start it again; sending then continues.');
}

/** Each line that comes in asks for another address. */
function offerNewAddresses(session: Session, shell: BrowserShell): () => void {
  const lines = createInterface({ input: session.call.ports.stdin });
  lines.on('line', () => tellAddress(session, shell.newAddress()));
  return () => lines.close();
}
