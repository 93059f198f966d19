/** @file Sending hours and bandwidth of a connection, from the command line. */

import { expect, it } from 'vitest';
import { securityLog } from '../security-log.ts';
import { openWorkplace } from './tranship.ts';

const parts = [
  ...['--base-url', 'https://api.provider.example', '--token-url', 'https://login.provider.example/token'],
  ...['--client-id', 'id', '--scope', 'tenant/a'],
];

it('are stored with a connection, listed, changed one by one, and gone with it', async () => {
  await using workplace = await openWorkplace();
  const { run } = workplace;
  const hours = ['--hours', 'mon-fri 20:00-06:00, month-end 3'];
  const added = await run(['connection', 'add', 'bank', ...parts, ...hours]);
  expect(added).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('Hours of “bank”: mon-fri 20:00-06:00, month-end 3. Bandwidth: none.'),
  });

  const changed = await run(['connection', 'change', 'bank', '--bandwidth', '2 MB/s office', '--json']);
  expect(changed).toMatchObject({
    exitCode: 0,
    summary: { hours: 'mon-fri 20:00-06:00, month-end 3', bandwidth: '2 MB/s mon-fri 08:00-18:00' },
  });
  const listed = await run(['connection', 'list', '--json']);
  expect(listed.summary['connections']).toMatchObject([{ name: 'bank', bandwidth: '2 MB/s mon-fri 08:00-18:00' }]);

  const changes = [{ field: 'bandwidth', before: 'none', after: '2 MB/s mon-fri 08:00-18:00' }];
  expect(securityLog(workplace.home)).toContainEqual(
    expect.objectContaining({ event: 'connection-changed', connection: 'bank', changes }),
  );

  await run(['connection', 'remove', 'bank']);
  await run(['connection', 'add', 'bank', ...parts]);
  expect((await run(['connection', 'list'])).stdout).not.toContain('Hours of');
});

it('are explained where they cannot be read, before anything is stored', async () => {
  await using workplace = await openWorkplace();
  const ended = await workplace.run(['connection', 'add', 'bank', ...parts, '--hours', 'after work']);
  expect(ended).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('after work') });
  expect(ended.stderr).toContain('mon-fri 20:00-06:00');
  expect((await workplace.run(['connection', 'list', '--json'])).summary['connections']).toEqual([]);
});
