/** @file Starts the receivers of the upload benchmark, on loopback: one as fast as it goes, and one that reads no faster than a link. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./upload-sink.ts', import.meta.url));

const tidyUp: (() => void)[] = [];
process.on('exit', () => {
  for (const undo of tidyUp.splice(0).reverse()) undo();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/** @param bitsPerSecond of the link; without it, as fast as it goes @returns where it takes uploads */
export async function startSink(bitsPerSecond?: number): Promise<string> {
  const speed = bitsPerSecond === undefined ? [] : [String(bitsPerSecond / 8)];
  const sink = spawn(process.execPath, [script, ...speed], { stdio: ['ignore', 'pipe', 'inherit'] });
  tidyUp.push(() => sink.kill());
  const [port] = await once(sink.stdout, 'data');
  return `http://127.0.0.1:${Number(String(port))}/bucket/key`;
}
