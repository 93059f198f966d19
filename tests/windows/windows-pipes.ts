/** @file Named pipes over the sockets of this machine: `\\.\pipe\NAME` is NAME in its temporary folder. */

import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { posix } from 'node:path';
import { toThisMachine } from './windows-paths.ts';

const pipe = /^\\\\\.\\pipe\\([^\\]+)$/;

/** @param net `node:net` */
export function pipesOnWindows(net: typeof import('node:net')): object {
  class PlayedServer extends net.Server {
    override listen(...values: unknown[]): this {
      Reflect.apply(super.listen, this, values.map(here));
      return this;
    }
  }
  const played = {
    ...net,
    Server: PlayedServer,
    createServer: (...values: []): Server => new PlayedServer(...values),
    createConnection: (...values: unknown[]) => Reflect.apply(net.createConnection, net, values.map(here)),
  };
  return { ...played, default: played };
}

/** The address in place of that of a pipe, alone or among options; anything else as it is. */
function here(value: unknown): unknown {
  if (typeof value === 'string') {
    const name = pipe.exec(value)?.[1];
    return name === undefined ? value : posix.join(toThisMachine(tmpdir()), name);
  }
  if (typeof value === 'object' && value !== null && 'path' in value) return { ...value, path: here(value.path) };
  return value;
}
