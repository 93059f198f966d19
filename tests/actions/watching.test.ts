/** @file Watched folders behind the window: stored, watched while it is open, and left alone once they are removed. */

import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transactionLine } from '../cli/transactions.ts';
import { paymentTemplate } from '../prepare/exports.ts';
import { bank, openWindow, type TestWindow } from './window.ts';

let window: TestWindow;
let folder: string;

const choices = { connection: 'Bank', release: false };

beforeEach(async () => {
  window = await openWindow();
  await window.value('connections.add', bank);
  // Beside the data folder, as in it nothing can be watched.
  folder = `${window.folder}-in`;
  await mkdir(folder);
  window.folderPick = folder;
});

afterEach(async () => {
  await window.close();
  await rm(folder, { recursive: true, force: true });
});

describe('watched folders in the window', () => {
  it('a chosen folder is stored and shown, also after a restart', async () => {
    const [row] = await window.value('watching.add', choices);
    expect(row).toMatchObject({
      folder,
      connection: 'Bank',
      release: false,
      settleSeconds: 60,
      settling: 0,
      inWork: 0,
    });

    window = await window.reopened();
    await window.backend.start();
    expect(await window.value('watching.list')).toMatchObject([{ id: row?.id, folder }]);
  });

  it('when a file is complete is stored as it was asked for', async () => {
    expect(await window.value('watching.add', { ...choices, settleSeconds: 300 })).toMatchObject([
      { settleSeconds: 300 },
    ]);
    const [row] = await window.value('watching.add', { ...choices, marker: '.fertig' });
    expect(row).toMatchObject({ marker: '.fertig' });
    window = await window.reopened();
    expect(await window.value('watching.list')).toMatchObject([{ folder, marker: '.fertig' }]);
  });

  it.each([
    { settleSeconds: 0 },
    { settleSeconds: 86_401 },
    { settleSeconds: Number.NaN },
    { marker: 'done' },
    { marker: '.' },
    { marker: './../done' },
    { marker: '' },
  ])('%j is refused, and nothing is stored', async (wrong) => {
    expect(await window.code('watching.add', { ...choices, ...wrong })).toBeDefined();
    expect(await window.value('watching.list')).toEqual([]);
  });

  it('a template in a file that was picked is read where it is', async () => {
    const offer = await window.offered('payments.json', JSON.stringify(paymentTemplate));
    const [row] = await window.value('watching.add', { ...choices, offer });
    expect(row).toMatchObject({ template: 'payments.json', templateFile: join(window.folder, 'payments.json') });
    const other = await window.offered('table.csv', 'a;b\n1;2\n');
    expect(await window.code('watching.add', { ...choices, offer: other })).toBe('template.unreadable');
  });

  it.skipIf(process.platform === 'win32')(
    'a folder to which others may write is stored only with a yes, which its row says',
    async () => {
      await chmod(folder, 0o770);
      expect(await window.code('watching.add', choices)).toBe('watch.open-to-others');
      expect(await window.value('watching.list')).toEqual([]);

      expect(await window.value('watching.add', { ...choices, shared: true })).toMatchObject([{ shared: true }]);
      window = await window.reopened();
      expect(await window.value('watching.list')).toMatchObject([{ folder, shared: true }]);
    },
  );

  it.skipIf(process.platform === 'win32')(
    'a folder that an earlier version stored without asking says so, and is watched once it is added again',
    async () => {
      await window.value('watching.add', choices);
      await chmod(folder, 0o770);
      await window.backend.start();
      await expect
        .poll(async () => await window.value('watching.list'))
        .toMatchObject([{ shared: false, trouble: { code: 'watch.open-to-others' } }]);

      await window.value('watching.add', { ...choices, shared: true });
      const [row] = await window.value('watching.list');
      expect(row?.trouble).toBeUndefined();
    },
  );

  it('a cancelled dialog changes nothing', async () => {
    window.folderPick = undefined;
    expect(await window.value('watching.add', choices)).toEqual([]);
  });

  it('what lands is told to the window', async () => {
    await window.backend.start();
    await window.value('watching.add', choices);

    await writeFile(join(folder, 'a.jsonl'), '{"a":1}\n');
    await expect
      .poll(() => window.told.filter(([name]) => name === 'watching.changed').at(-1)?.[1])
      .toMatchObject([{ folder, settling: 1 }]);
  });

  it('nothing is taken by a window that has not begun to watch', async () => {
    await window.value('watching.add', choices);
    expect(await readdir(window.folder)).not.toContain('watched');
    await window.backend.start();
    expect(await readdir(window.folder)).toContain('watched');
  });

  it('a removed folder is no longer watched, and all of it stays', async () => {
    await writeFile(join(folder, 'a.jsonl'), '{"a":1}\n');
    const [row] = await window.value('watching.add', choices);

    expect(await window.value('watching.remove', { id: row?.id ?? '' })).toEqual([]);
    expect(await window.code('watching.remove', { id: row?.id })).toBe('watch.not-stored');
    expect(await readdir(folder)).toEqual(['a.jsonl']);
  });

  it('no folder is stored that cannot be watched as it is asked for', async () => {
    expect(await window.code('watching.add', { ...choices, release: true })).toBe('policy.no-release');
    expect(await window.code('watching.add', { ...choices, connection: 'None' })).toBe('connection.unknown');
    expect(await window.code('watching.add', { ...choices, template: '/etc/passwd' })).toBe('template.unknown');
    for (const unfit of [window.folder, join(folder, 'missing')]) {
      window.folderPick = unfit;
      expect(await window.code('watching.add', choices)).toBe('watch.folder-unfit');
    }
    expect(await window.value('watching.list')).toEqual([]);
  });

  // The thread of the check does not know the paths of a Windows that is only played.
  it.skipIf(process.platform === 'win32')(
    'what waits for a person is counted with its folder until that has decided',
    async () => {
      await window.backend.start();
      await window.value('watching.add', { ...choices, settleSeconds: 0.1 });
      const waiting = () => window.told.filter(([name]) => name === 'watching.changed').at(-1)?.[1];

      await writeFile(join(folder, 'a.jsonl'), `${transactionLine()}\n`);
      await expect.poll(waiting).toMatchObject([{ waiting: 1, last: { fileName: 'a.jsonl', outcome: 'checked' } }]);

      const { submissions } = await window.value('queue.snapshot');
      await window.value('queue.cancel', { ids: submissions.map(({ id }) => id) });
      await expect.poll(waiting).toMatchObject([{ waiting: 0 }]);
    },
  );

  it('a connection that is gone is told with the folder', async () => {
    await window.backend.start();
    await window.value('watching.add', choices);
    await window.value('connections.remove', { name: 'Bank' });

    await expect
      .poll(async () => await window.value('watching.list'))
      .toMatchObject([{ trouble: { code: 'connection.unknown' } }]);
  });
});
