/**
 * @file How an open page comes back to a restarted Tranship. While a session lasts, a page asks for a key (GET), which it
 * holds only in memory. After a restart it has the app prove that it knows the key (POST of a number), since another
 * program may have taken the port meanwhile, and only then exchanges the key for a secret (POST of the key).
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { bearerOf } from './credentials.ts';
import { notValid, replyJson, signInAgain, unsupported } from './replies.ts';
import type { Sessions } from './sessions.ts';
import { readSmallJson } from './small-json.ts';

const secretText = z.string().regex(/^[\w-]{43}$/);
const askedSchema = z.union([z.strictObject({ number: secretText }), z.strictObject({ key: secretText })]);

export interface ReturnRequestPorts {
  sessions: Sessions;
  /** Resolves once what pages need to come back is kept. */
  keep: () => Promise<void>;
  noteRefusal: (why: string) => void;
}

/** Rejects with RefusalError. @param origin where the page is, as the proof says it */
export async function answerReturnRequest(
  { sessions, keep, noteRefusal }: ReturnRequestPorts,
  origin: string,
  [request, response]: [request: IncomingMessage, response: ServerResponse],
): Promise<void> {
  if (request.method === 'GET') {
    const session = sessions.find(bearerOf(request.headers));
    if (session === undefined) throw signInAgain();
    const key = session.issueReturnKey();
    await keep();
    return replyJson(response, { key });
  }
  if (request.method !== 'POST') throw unsupported();
  const asked = askedSchema.safeParse(await readSmallJson(request));
  if (!asked.success) throw notValid();
  if ('number' in asked.data) return replyJson(response, { proofs: sessions.proofs(origin, asked.data.number) });
  const secret = sessions.comeBack(asked.data.key);
  if (secret === undefined) {
    noteRefusal('A page wanted to come back with a key that was used, too old or invented.');
    throw signInAgain();
  }
  replyJson(response, { secret });
}
