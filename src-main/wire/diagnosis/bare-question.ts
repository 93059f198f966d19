/** @file A bare GET without a token over an open connection: the reply shows what answers at this host. */

import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { LogRequest } from '../../ground/logs/request-log.ts';
import { NoAnswer, type Patience, type Place, within } from './place.ts';

export interface BareAnswer {
  status: number;
  /** The head of the reply, and as much of its body as came with it. */
  text: string;
}

const LONGEST_HEAD = 16 * 1024;

export interface QuestionPorts {
  patience: Patience;
  log?: LogRequest | undefined;
}

/**
 * Sends the request and closes the connection. Undefined when no reply came in time.
 * @throws what the connection fails with, also when it is closed without a reply
 */
export async function askBarely(
  socket: Socket,
  place: Place,
  { patience, log }: QuestionPorts,
): Promise<BareAnswer | undefined> {
  const { clock } = patience;
  const begun = clock.now();
  const correlationId = randomUUID();
  let answer: BareAnswer | undefined;
  try {
    answer = await ask(socket, place, patience, correlationId);
    return answer;
  } finally {
    log?.({
      correlationId,
      purpose: 'diagnosis',
      method: 'GET',
      host: place.name,
      sentBytes: 0,
      ...(answer !== undefined && { status: answer.status }),
      milliseconds: Math.max(0, clock.now() - begun),
      receivedBytes: answer?.text.length ?? 0,
    });
  }
}

async function ask(
  socket: Socket,
  { name }: Place,
  patience: Patience,
  correlationId: string,
): Promise<BareAnswer | undefined> {
  let text = '';
  const head = [`Host: ${name}`, 'User-Agent: Tranship', `X-Request-Id: ${correlationId}`, 'Connection: close'];
  socket.write(`GET / HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  try {
    await within(patience, async (signal) => {
      signal.addEventListener('abort', () => socket.destroy(), { once: true });
      for await (const bytes of socket) {
        text += bytes.toString('latin1');
        if (text.includes('\r\n\r\n') || text.length > LONGEST_HEAD) break;
      }
    });
  } catch (thrown) {
    if (thrown instanceof NoAnswer) return undefined;
    // The beginning of a reply is enough.
    if (text === '') throw thrown;
  } finally {
    socket.destroy();
  }
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1]);
  if (Number.isNaN(status)) throw new Error(text === '' ? 'closed without a word' : 'not HTTP');
  return { status, text };
}
