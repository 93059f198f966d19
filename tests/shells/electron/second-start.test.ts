import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { isReplied, newTicket, replyToSecond } from '../../../src-main/shells/electron/second-start.ts';
import { FakeClock } from '../../fake-clock.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
it('A second start learns that the first one was told', async () => {
  const ticket = newTicket();
  replyToSecond(folder, ticket);
  expect(await isReplied(folder, ticket, new FakeClock())).toBe(true);
});

it('A second start waits for a first one that is busy', async () => {
  const [ticket, clock] = [newTicket(), new FakeClock()];
  const replied = isReplied(folder, ticket, clock);
  await clock.advance(14_000);
  replyToSecond(folder, ticket);
  await clock.advance(1000);
  expect(await replied).toBe(true);
});

it('A second start gives up when the first one does not reply, as one in another session', async () => {
  const clock = new FakeClock();
  const replied = isReplied(folder, newTicket(), clock);
  await clock.advance(15_000);
  expect(await replied).toBe(false);
});

it('A second start takes no reply to another one', async () => {
  const clock = new FakeClock();
  replyToSecond(folder, newTicket());
  const replied = isReplied(folder, newTicket(), clock);
  await clock.advance(15_000);
  expect(await replied).toBe(false);
});

it('A second start leaves nothing behind', async () => {
  const ticket = newTicket();
  replyToSecond(folder, ticket);
  await isReplied(folder, ticket, new FakeClock());
  expect(readdirSync(folder)).toEqual([]);
});

it.each([undefined, null, {}, { ticket: 1 }, { ticket: '../../queue.db' }, { ticket: '' }, 'text'])(
  'The first one makes no file for what is no ticket: %o',
  (data) => {
    replyToSecond(folder, data);
    expect(readdirSync(folder)).toEqual([]);
  },
);

it('The first one does not fail where it cannot reply', () => {
  expect(() => replyToSecond(join(folder, 'missing'), newTicket())).not.toThrow();
});
