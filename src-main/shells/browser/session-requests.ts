/**
 * @file The requests about a session itself: a page exchanges the token of its address for a secret (POST), asks
 * whether the session still lasts (GET), and ends it (DELETE).
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { fact } from '../../../src-shared/languages/fact.ts';
import { bearerOf } from './credentials.ts';
import type { Entrance } from './entrance.ts';
import { notValid, RefusalError, replyJson, safeHeaders, signInAgain, unsupported } from './replies.ts';
import { endings, type Sessions } from './sessions.ts';
import { readSmallJson } from './small-json.ts';

const entrySchema = z.strictObject({ token: z.string().max(100) });

export interface SessionRequestPorts {
  entrance: Entrance;
  sessions: Sessions;
  /** Records a refusal, in one sentence. */
  noteRefusal: (why: string) => void;
}

/** Rejects with RefusalError. */
export async function answerSessionRequest(
  ports: SessionRequestPorts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { sessions, noteRefusal } = ports;
  if (request.method === 'POST') return await enter(ports, request, response);
  if (request.method !== 'GET' && request.method !== 'DELETE') throw unsupported();
  const session = sessions.find(bearerOf(request.headers));
  if (session === undefined) {
    noteRefusal('A request about a session came without the secret of one.');
    throw signInAgain();
  }
  if (request.method === 'DELETE') session.end(endings.signedOut);
  response.writeHead(204, safeHeaders()).end();
}

async function enter(
  { entrance, sessions, noteRefusal }: SessionRequestPorts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const entry = entrySchema.safeParse(await readSmallJson(request));
  if (!entry.success) throw notValid();
  if (!entrance.accepts(entry.data.token)) {
    noteRefusal('An address was brought that was used, too old, replaced or invented.');
    throw new RefusalError(
      401,
      fact(
        'This address was already used, is too old, or was replaced by a newer one. Get a new address where Tranship was started.',
      ),
    );
  }
  sessions.find(bearerOf(request.headers))?.end(endings.replaced);
  replyJson(response, { secret: sessions.begin() });
}
