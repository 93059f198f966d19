/** @file `tranship connection hosts`: where the files of a connection may go, kept, shown, allowed, removed and fixed. */

import { describe, expect, it } from 'vitest';
import { openPracticePlace } from './practice-place.ts';
import { writeTransactions } from './transactions.ts';

const environment = { TRANSHIP_PASSPHRASE: 'correct horse battery staple' };
const other = 'https://storage.other.example';

describe.concurrent('the storage hosts of a connection', () => {
  it('begin with the first one; another one is held with exit code 3, and continues once it is removed and allowed again', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const run = (...args: string[]) => workplace.run([...args, '--json'], { environment });
    const hosts = (...args: string[]) => run('connection', 'hosts', 'environment', ...args);
    const origin = tenant.storageOrigin;
    expect((await hosts()).summary).toMatchObject({ hosts: [], fixed: false, private: false });

    expect(await run('send', await writeTransactions(workplace, 1), '--wait')).toMatchObject({ exitCode: 0 });
    expect((await hosts()).summary).toMatchObject({ hosts: [{ origin, isTrusted: true }] });

    expect((await hosts('--allow', other, '--remove', origin)).summary).toMatchObject({ hosts: [{ origin: other }] });
    const second = await writeTransactions(workplace, 2);
    const held = await run('send', second, '--wait');
    expect(held).toMatchObject({ exitCode: 3, submission: { batches: [{ error: 'upload.other-host', attempts: 0 }] } });
    expect(tenant.requests.filter(({ endpoint }) => endpoint === 'upload')).toHaveLength(1);

    expect((await hosts('--allow', origin)).exitCode).toBe(0);
    expect(await run('work', '--until-idle')).toMatchObject({ exitCode: 0 });
    expect(tenant.batches().map(({ state }) => state)).toEqual(['PROCESSED', 'PROCESSED']);
  });

  it('of a fixed list are refused, and no option contradicts another', async () => {
    await using place = await openPracticePlace();
    const { tenant, workplace } = place;
    const run = (...args: string[]) => workplace.run([...args, '--json'], { environment });
    expect((await run('connection', 'hosts', 'environment', '--fix', '--private')).summary).toMatchObject({
      fixed: true,
      private: true,
    });
    const refused = await run('send', await writeTransactions(workplace, 1), '--wait');
    expect(refused).toMatchObject({ exitCode: 3, submission: { batches: [{ error: 'upload.host-refused' }] } });
    expect(tenant.requests.filter(({ endpoint }) => endpoint === 'upload')).toEqual([]);
    for (const args of [
      ['--fix', '--ask'],
      ['--allow', '*.s3.amazonaws.com'],
      ['--allow', 'http://storage.example'],
    ])
      expect(await run('connection', 'hosts', 'environment', ...args), args.join(' ')).toMatchObject({ exitCode: 2 });
    expect(await run('connection', 'hosts', 'environment', '--remove', other)).toMatchObject({ exitCode: 1 });
  });
});
