/** @file Somebody edits the queue of an app that is closed: what no check has seen, and no person has approved, does not leave. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AppError } from '../../src-shared/errors.ts';
import { attack } from '../audit/attacked-folder.ts';
import { transactionLine } from '../cli/transactions.ts';
import { VirtualWorld } from '../faults/virtual-world.ts';

const altered = { code: 'queue.altered' };

/** An app that was closed after it had checked and approved a file of so many batches, and before it sent any. */
async function approvedAndClosed(batches = 1) {
  const world = await VirtualWorld.open();
  await world.restart();
  await world.stop();
  world.start({ sends: false });
  await world.send(batches);
  await world.stop();
  return world;
}

const bytesThatLeft = ({ opponent }: VirtualWorld) => opponent.batches().flatMap(({ stored }) => stored ?? []);
const batchesOf = ({ app }: VirtualWorld) => app.store.batches();
const hasEnded = (world: VirtualWorld) => () =>
  world.states().every((state) => ['failed', 'processed'].includes(state));

/** Another file of the same length, which the queue then takes for the one that was checked. */
function withOtherBytes(world: VirtualWorld): string {
  const path = join(world.home, '..', 'other.jsonl');
  attack(world.home, (database) => {
    const { content, sha256 } = database
      .prepare(
        "SELECT json_extract(document, '$.content') AS content, json_extract(document, '$.check.sha256') AS sha256 FROM submissions",
      )
      .get() ?? { content: '', sha256: '' };
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    writeFileSync(path, readFileSync(String(content)).reverse());
  });
  return path;
}

it('a file that was not edited is sent', async () => {
  await using world = await approvedAndClosed(3);
  world.start();
  await world.run(hasEnded(world));
  expect(world.states()).toEqual(['processed', 'processed', 'processed']);
});

it.each([
  ['the place of its bytes', "UPDATE submissions SET document = json_set(document, '$.content', :path)"],
  ['the digest of a batch', "UPDATE batches SET document = json_set(document, '$.sha256', :sha256)"],
  [
    'place and digests',
    `UPDATE submissions SET document = json_set(document, '$.content', :path, '$.check.sha256', :sha256);
     UPDATE batches SET document = json_set(document, '$.sha256', :sha256)`,
  ],
  ['the name', "UPDATE submissions SET document = json_set(document, '$.name', :path)"],
  ['the lines of a batch', "UPDATE batches SET document = json_set(document, '$.lines', 7)"],
  ['what is accepted of a batch', "UPDATE batches SET document = json_set(document, '$.ingestValid', json('true'))"],
  ['where it goes', "UPDATE submissions SET document = json_set(document, '$.connection', 'other')"],
])('a file of which %s was edited does not leave', async (_what, sql) => {
  await using world = await approvedAndClosed();
  const path = withOtherBytes(world);
  const sha256 = await import('node:crypto').then(({ hash }) => hash('sha256', readFileSync(path), 'hex'));
  attack(world.home, (database) => {
    for (const one of sql.split(';'))
      database.prepare(one).run({
        ...(one.includes(':path') && { path }),
        ...(one.includes(':sha256') && { sha256 }),
      });
  });
  world.start();
  await world.run(hasEnded(world));
  expect(batchesOf(world)).toMatchObject([{ state: 'failed', error: altered }]);
  expect(bytesThatLeft(world)).toEqual([]);
  expect(world.app.store.history().at(-1)).toMatchObject({ kind: 'altered', detail: { error: 'queue.altered' } });
});

it('a file of which there is no approval in the history waits for one, once a person has said that the folder is no copy', async () => {
  await using world = await approvedAndClosed();
  attack(world.home, (database) => database.exec("DELETE FROM events WHERE kind = 'approved'"));
  world.start();
  expect(world.app.queue.doubt).toBeDefined();
  await world.app.confirmFolder('it was never copied');
  await world.run(() => world.app.queue.standings().every(({ submission }) => submission.stage === 'held'));
  expect(bytesThatLeft(world)).toEqual([]);
});

it('a file of which a part has gone rests after that, until a person resumes it', async () => {
  await using world = await approvedAndClosed(30);
  world.start();
  await world.run(() => world.states().includes('processed'));
  expect(world.states()).toContain('waiting');
  await world.stop();
  attack(world.home, (database) =>
    database.exec('DELETE FROM events WHERE position = (SELECT max(position) FROM events)'),
  );
  world.start();
  await world.app.confirmFolder('it was never copied');
  expect(world.app.queue.standings().map(({ submission }) => submission.paused)).toEqual([true]);
});

it('an entry that was edited and kept its hash proves no approval', async () => {
  await using world = await approvedAndClosed();
  attack(world.home, (database) =>
    database.exec("UPDATE events SET detail = json_set(detail, '$.errors', 7) WHERE kind = 'approved'"),
  );
  world.start();
  await world.run(hasEnded(world));
  expect(batchesOf(world)).toMatchObject([{ state: 'failed', error: altered }]);
  expect(bytesThatLeft(world)).toEqual([]);
});

it('one edited batch of three stops alone where only it was edited', async () => {
  await using world = await approvedAndClosed(3);
  attack(world.home, (database) =>
    database.exec("UPDATE batches SET document = json_set(document, '$.attempts', 7) WHERE number = 2"),
  );
  world.start();
  await world.run(hasEnded(world));
  expect(world.states()).toEqual(['processed', 'failed', 'processed']);
});

it('what has arrived is not sent again because the queue forgets it', async () => {
  await using world = await approvedAndClosed();
  world.start();
  await world.run(hasEnded(world));
  await world.stop();
  attack(world.home, (database) =>
    database.exec(`UPDATE batches SET document = json_remove(json_set(document, '$.state', 'waiting', '$.attempts', 0,
      '$.report', 'none'), '$.delivery', '$.acceptedAt', '$.remoteState')`),
  );
  world.start();
  await world.run(hasEnded(world));
  expect(batchesOf(world)).toMatchObject([{ state: 'failed', error: altered }]);
  expect(bytesThatLeft(world)).toHaveLength(1);
});

it('a person who tries it again is told the same, until the queue is as it was', async () => {
  await using world = await approvedAndClosed();
  const edit = (lines: number) =>
    attack(world.home, (database) =>
      database.exec(`UPDATE batches SET document = json_set(document, '$.lines', ${lines})`),
    );
  edit(7);
  world.start();
  await world.run(hasEnded(world));
  const [submission] = world.app.store.submissions();
  if (submission === undefined) throw new Error('a submission expected');
  world.app.queue.actions.retry(submission.id);
  await world.run(hasEnded(world));
  expect(world.app.queue.view(submission.id).batches).toMatchObject([{ state: 'failed', error: altered }]);
  expect(bytesThatLeft(world)).toEqual([]);
});

it.each([
  ['the errors that were found', "'$.check.errors', 0"],
  ['the digest of its file', "'$.check.sha256', 'd'"],
  ['what would be sent', "'$.ranges[0].sha256', 'd'"],
  ['what becomes of errors', "'$.options.onInvalid', 'service-decides'"],
])('a held file of which %s was edited cannot be approved', async (_what, fields) => {
  await using world = await VirtualWorld.open();
  await world.stop();
  world.start({ sends: false });
  const id = await world.add(world.write([transactionLine(), '{}']));
  await world.stop();
  attack(world.home, (database) => database.exec(`UPDATE submissions SET document = json_set(document, ${fields})`));
  world.start();
  await expect(world.app.queue.actions.approve(id, 'agreed')).rejects.toThrow(AppError);
  expect(world.app.queue.view(id).submission.stage).toBe('held');
  expect(world.app.queue.view(id).batches).toEqual([]);
});
