/** @file A port for a program that must be told its port: no other process gets it before the program listens on it. */

import { Front } from '../../../src-main/practice/front.ts';

export interface ReservedPort extends AsyncDisposable {
  readonly port: number;
}

/** To be disposed of when the program listens. It must set SO_REUSEADDR, as servers do. */
export async function reservePort(): Promise<ReservedPort> {
  const front = new Front((socket) => socket.destroy());
  await front.open();
  await front.refuse();
  return { port: front.port, [Symbol.asyncDispose]: () => front.close() };
}
