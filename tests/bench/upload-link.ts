/**
 * @file A link of a given speed for the upload benchmark: a network namespace behind a pair of virtual interfaces,
 * shaped by `tc`. Where that is not permitted, the sink limits its reading speed instead.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Sink {
  address: string;
  /** How the speed of the link is limited, for the reader of the figures. */
  means: string;
}

const script = fileURLToPath(new URL('./upload-sink.ts', import.meta.url));
/** From the range that is set aside for benchmarks, RFC 2544. */
const [HERE, THERE] = ['198.18.0.1', '198.18.0.2'];

const tidyUp: (() => void)[] = [];
process.on('exit', () => {
  for (const undo of tidyUp.splice(0).reverse()) undo();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/** A sink on loopback, as fast as it goes. */
export async function loopbackSink(): Promise<Sink> {
  return { address: await startSink([process.execPath, script, '127.0.0.1'], '127.0.0.1'), means: 'not limited' };
}

export async function linkSink(bitsPerSecond: number): Promise<Sink> {
  const namespace = makeLink(bitsPerSecond);
  if (namespace === undefined) {
    const command = [process.execPath, script, '127.0.0.1', String(bitsPerSecond / 8)];
    return { address: await startSink(command, '127.0.0.1'), means: 'a sink that reads no faster' };
  }
  const command = ['ip', 'netns', 'exec', namespace, process.execPath, script, THERE];
  return { address: await startSink(command, THERE), means: 'tc tbf on a link into a network namespace' };
}

/** The namespace at the other end; undefined without the rights or tools to make one. */
function makeLink(bitsPerSecond: number): string | undefined {
  const namespace = `tranship-bench-${process.pid}`;
  const [near, far] = [`tb${process.pid}n`, `tb${process.pid}f`];
  const run = (...command: string[]) => spawnSync(command[0] ?? '', command.slice(1), { stdio: 'ignore' }).status === 0;
  if (!run('ip', 'netns', 'add', namespace)) return undefined;
  tidyUp.push(() => run('ip', 'netns', 'delete', namespace));
  const isMade =
    run('ip', 'link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', namespace) &&
    run('ip', 'address', 'add', `${HERE}/30`, 'dev', near) &&
    run('ip', 'link', 'set', near, 'up') &&
    run('ip', '-n', namespace, 'address', 'add', `${THERE}/30`, 'dev', far) &&
    run('ip', '-n', namespace, 'link', 'set', far, 'up') &&
    run(
      'tc',
      'qdisc',
      'add',
      'dev',
      near,
      'root',
      'tbf',
      'rate',
      `${bitsPerSecond}bit`,
      'burst',
      '256kb',
      'latency',
      '50ms',
    );
  tidyUp.push(() => run('ip', 'link', 'delete', near));
  return isMade ? namespace : undefined;
}

async function startSink([program = '', ...rest]: string[], host: string): Promise<string> {
  const sink: ChildProcess = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  tidyUp.push(() => sink.kill());
  if (sink.stdout === null) throw new Error('The sink has no output.');
  const [port] = await once(sink.stdout, 'data');
  return `http://${host}:${Number(String(port))}/bucket/key`;
}
