/** @file `tranship watch …` and `post` beside an app that has the data folder: it watches and posts, and the command tells. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startOpponent } from '../harness/opponent/carried.ts';
import { overBank, passphrase, serveWithBank } from './serving.ts';
import { transactionLine, writeTransactions } from './transactions.ts';
import { makeFolder, openWorkplace } from './tranship.ts';

describe('beside a running app, a command', () => {
  it('stores folders that the app watches from then on, and leaves the watching to it', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    const folder = await makeFolder(workplace, 'in');
    const app = await serveWithBank(workplace, service);
    expect((await workplace.run(['watch', '--json'])).events[0]).toMatchObject({ code: 'watch.none-stored' });
    const added = await workplace.run(['watch', 'add', folder, ...overBank, '--settle', '0.3', '--json']);
    expect(added).toMatchObject({ exitCode: 0, summary: { folders: [{ folder, settleSeconds: 0.3 }] } });
    await writeFile(join(folder, 'a.jsonl'), `${transactionLine()}\n`);
    await expect.poll(async () => await readdir(folder)).toContain('done');
    const plain = await workplace.run(['watch']);
    expect(plain).toMatchObject({ exitCode: 4, stderr: '' });
    expect(plain.stdout).toMatch(/^In use by tranship serve \(process \d+\), which watches the stored folders/);
    // What only its own run could do is not done by the app.
    const own = await workplace.run(['watch', folder, '--once', '--json']);
    expect([own.exitCode, own.events[0]?.code]).toEqual([4, 'queue.own-run']);
    expect((await workplace.run(['watch', 'remove', folder, '--json'])).summary).toEqual(
      expect.objectContaining({ folders: [] }),
    );
    expect((await app.kill('SIGINT')).exitCode).toBe(0);
  });

  it('posts by that app, and sees what comes of each line', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    const file = await writeTransactions(workplace, 3);
    const results = join(workplace.folder, 'results.jsonl');
    await serveWithBank(workplace, service);
    const ended = await workplace.run(['post', file, ...overBank, '--results', results, '--json']);
    expect(ended).toMatchObject({ exitCode: 0, summary: { file, accepted: 3, sent: 3, ending: 'finished' } });
    expect(ended.events.filter(({ event }) => event === 'result')).toHaveLength(3);
    expect((await readFile(results, 'utf8')).trimEnd().split('\n')).toHaveLength(3);
    expect(service.taken.size).toBe(3);
    expect((await workplace.run(['post', file, ...overBank])).stdout).toContain('Nothing is sent now.');
    // What the variables name, the app may not know, or know as something else.
    const own = await workplace.run(['post', file, '--json']);
    expect([own.exitCode, own.events[0]?.code]).toEqual([4, 'queue.own-run']);
  });

  it('that posts ends that with itself, and the same call goes on where it stopped', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    await serveWithBank(workplace, service);
    const file = await writeTransactions(workplace, 6);
    service.misbehave({ endpoint: 'transaction', after: 2, happens: 'hold' });
    const call = ['post', file, ...overBank, '--concurrency', '1', '--json'];
    const first = workplace.start(call);
    await service.arrived('transaction', 3);
    expect(await first.kill('SIGINT')).toMatchObject({ exitCode: 4 });
    const meanwhile = await workplace.run(call);
    expect([meanwhile.exitCode, meanwhile.events[0]?.code]).toEqual([4, 'post.under-way']);
    service.moments.releaseAll();
    await expect.poll(async () => (await workplace.run(call)).exitCode).toBe(0);
    expect([...service.taken.values()]).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
