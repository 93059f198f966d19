/** @file What goes to Production waits for a person, as the policy says, once a thread has checked it. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { policyOf } from '../../src-main/policy/policy.ts';
import type { ConnectionForm } from '../../src-shared/contract.ts';
import { transactionLine } from '../cli/transactions.ts';
import { openWindow, options } from './window.ts';

const form: ConnectionForm = {
  name: 'Nordbank',
  kind: 'production',
  clientId: 'client',
  scope: 'tenant/a',
  baseUrl: 'https://api.nordbank.example/tm',
  tokenUrl: 'https://id.nordbank.example/token',
};

/** A window with a production connection under a policy, and a file that was added over it and is checked. */
async function checkedUnder(confirmProduction: string | undefined) {
  const policy = policyOf([
    { place: 'a test', raw: { ...(confirmProduction !== undefined && { confirmProduction }) } },
  ]);
  const own = await openWindow({ policy });
  onTestFinished(() => own.close());
  own.app.queue.start();
  await own.value('connections.add', { ...form, secret: 'canary' });
  const id = await own.added('november.jsonl', `${transactionLine()}\n`, 'Nordbank');
  const row = await own.until(id, ({ state }) => state !== 'checking');
  return { own, id, row };
}

describe('What goes to Production', () => {
  it.each([undefined, 'ask'])('waits for a person where the policy says %s', async (value) => {
    const { own, id, row } = await checkedUnder(value);
    expect(row).toMatchObject({ state: 'held', error: { code: 'submission.awaits-confirmation' } });
    expect(await own.value('queue.summary', { ids: [id] })).toMatchObject({ files: 1, batches: 1, isTyped: false });
    expect(await own.code('queue.approve', { id })).toBeUndefined();
  });

  it.each(['type', 'everywhere'])('waits for its typed name where the policy says %s', async (value) => {
    const { own, id } = await checkedUnder(value);
    expect(await own.value('queue.summary', { ids: [id] })).toMatchObject({ isTyped: true });
    expect(await own.code('queue.approve', { id })).toBe('submission.not-confirmed');
    expect(await own.code('queue.approve', { id, typed: 'nordbank' })).toBe('submission.not-confirmed');
    expect(await own.code('queue.approve', { id, typed: 'Nordbank' })).toBeUndefined();
  });

  it('does not wait where the policy says off', async () => {
    const { own, id } = await checkedUnder('off');
    expect(own.app.queue.standing(id).submission.stage).toBe('approved');
  });

  it('is what the policy means by everywhere: no other way leads past it', async () => {
    const { own, id: first } = await checkedUnder('everywhere');
    const path = join(own.folder, 'december.jsonl');
    await writeFile(path, `${transactionLine()}\n`);
    const { destination } = own.app.queue.view(first).submission;
    // As the command line adds it.
    const { id } = await own.app.queue.additions.add({
      path,
      connection: 'Nordbank',
      destination,
      options: { ...options, onUnknown: 'ask', ruleSet: defaultRuleSet },
    });
    const row = await own.until(id, ({ state }) => state !== 'checking');
    expect(row).toMatchObject({ state: 'held', error: { code: 'submission.awaits-confirmation' } });
    await expect(own.app.approve(id, { from: 'command-line' })).rejects.toMatchObject({
      code: 'submission.not-confirmed',
    });
    await own.app.approve(id, { from: 'command-line', typed: 'Nordbank' });
    expect(own.app.queue.standing(id).submission.stage).toBe('approved');
  });
});
