/** @file How far a transaction has come when its call fails, which decides whether it may be sent again. */

import { expect, it } from 'vitest';
import { endpoints } from '../../../src-main/wire/service/endpoints.ts';
import type { Passage } from '../../../src-main/wire/service/service-client.ts';
import { failureOf, grant, isTokenRequest, never, speakTo } from './fixtures.ts';
import { type Answer, type Asked, startLocalService } from './local-service.ts';

/** Posts to a service with these replies, also to token requests. */
async function failedPassage(answer: (asked: Asked) => Answer): Promise<Passage & { code: string }> {
  const service = await startLocalService();
  service.answer = answer;
  const passage: Passage = { mayHaveArrived: true };
  const { code } = await failureOf(speakTo(service).client.postTransaction('{}', never, passage));
  return { ...passage, code };
}

it('a transaction has not left when there is no token', async () => {
  const failed = await failedPassage(() => 'hang-up');
  expect(failed).toMatchObject({ code: 'network.cut', mayHaveArrived: false });
});

it('a transaction may have arrived when the connection is cut', async () => {
  const failed = await failedPassage((asked) => (isTokenRequest(asked) ? grant('canary-token') : 'hang-up'));
  expect(failed).toMatchObject({ code: 'network.cut', mayHaveArrived: true });
});

it('§5.6 a transaction has not arrived when it got a 401 and there is no other token', async () => {
  let tokens = 0;
  const failed = await failedPassage((asked) => {
    if (!isTokenRequest(asked)) return { status: 401 };
    tokens += 1;
    return tokens === 1 ? grant('canary-token') : 'hang-up';
  });
  expect(failed).toMatchObject({ code: 'network.cut', mayHaveArrived: false });
});

it('§8 a transaction has not left while it waits for its turn', async () => {
  const service = await startLocalService();
  service.answer = (asked) => (isTokenRequest(asked) ? grant('canary-token') : { body: {} });
  const { client, limits, clock } = speakTo(service);
  limits.pause(endpoints.postTransaction, 60_000);
  const passage: Passage = { mayHaveArrived: true };
  const calledBack = new AbortController();
  const sending = client.postTransaction('{}', calledBack.signal, passage);
  await clock.sleeping(1);
  calledBack.abort(new Error('called back'));

  await expect(sending).rejects.toThrow('called back');
  expect(passage.mayHaveArrived).toBe(false);
  expect(service.asked.every(isTokenRequest)).toBe(true);
});

it('a transaction knows its id in the log', async () => {
  const service = await startLocalService();
  service.answer = (asked) => (isTokenRequest(asked) ? grant('canary-token') : { body: {} });
  const passage: Passage = { mayHaveArrived: true };
  const { correlationId } = await speakTo(service).client.postTransaction('{}', never, passage);
  expect(passage).toEqual({ mayHaveArrived: true, correlationId });
});
