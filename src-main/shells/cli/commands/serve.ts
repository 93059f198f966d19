/** @file `tranship serve`: the app in a browser on this machine, until it is stopped. */

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { servedApp } from '../../browser/served-app.ts';
import { type BrowserShell, startBrowserShell } from '../../browser/shell.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { toPortError } from '../port-error.ts';
import type { Session } from '../session.ts';

export interface ServeOptions {
  port?: number;
}

export async function serve(session: Session, { port }: ServeOptions): Promise<ExitCode> {
  const { output, interrupted, folder } = session;
  return await session.withApp('serve', async (app, settings) => {
    const shell = await startBrowserShell({
      folder,
      // Beside the folder of the built program, as electron-vite lays them out.
      rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
      port,
      createApp: (ports) => servedApp(app, settings, ports),
    }).catch((thrown: unknown) => {
      throw toPortError(thrown, port);
    });
    try {
      output.say('Tranship is running. Open this address in a browser on this computer; it works once:');
      tellAddress(session, shell.address);
      const stopOffering = offerNewAddresses(session, shell);
      if (!interrupted.aborted) await once(interrupted, 'abort');
      stopOffering();
      output.say('Stopping. Sending continues at the next start.');
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

/** Somebody at a terminal gets another address by pressing Enter, for a second browser. */
function offerNewAddresses(session: Session, shell: BrowserShell): () => void {
  const { output } = session;
  const isAsked = output.isTerminal && process.stdin.isTTY === true;
  output.say(
    isAsked ? 'Enter prints a new address for another browser, Ctrl-C stops Tranship.' : 'Ctrl-C stops Tranship.',
  );
  if (!isAsked) return () => {};
  const lines = createInterface({ input: process.stdin }).on('line', () => tellAddress(session, shell.newAddress()));
  return () => lines.close();
}
