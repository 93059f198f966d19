/** @file Somebody edits the database, or the files beside it, with other means than Tranship: the verification names it. */

import { createHash } from 'node:crypto';
import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { headFileName } from '../../src-main/audit/head-file.ts';
import { openFlaws } from '../../src-main/audit/verification.ts';
import { at, batchId } from '../send/samples.ts';
import { folderOfFile } from '../temporary-folder.ts';
import {
  attack,
  eventsIn,
  folderKey,
  open,
  type RawEvent,
  receipt,
  sealedFolder,
  sendFile,
  verify,
} from './attacked-folder.ts';

/** The hash as docs/data-folder.md describes it, written here a second time. */
function hashAgain({
  previous_hash,
  at,
  submission,
  batch,
  kind,
  detail,
  user,
  machine,
  version,
  key,
}: RawEvent): string {
  const by = user === null ? [] : [user, machine, version, key];
  const text = JSON.stringify([previous_hash, at, submission, batch, kind, detail, ...by]);
  return createHash('sha256').update(text).digest('hex');
}

async function firstFlaw(folder: string, key: Parameters<typeof verify>[1], settings = {}) {
  const { verdict, chain } = await verify(folder, key, settings);
  return { verdict, ...openFlaws(chain)[0] };
}

describe('a history that no one has touched', () => {
  it('holds, and each of its entries is proven', async () => {
    const { folder, key } = sealedFolder();
    const { verdict, chain, head } = await verify(folder, key);
    expect({ verdict, head }).toEqual({ verdict: 'holds', head: 'kept' });
    expect(chain.stretches).toEqual([{ from: 1, to: 11, entries: 11, key: key.id, proof: 'sealed' }]);
    expect(chain.keyBegan).toEqual({ position: 1, at });
  });

  it('says who recorded each entry', () => {
    const { folder, key } = sealedFolder();
    const { history } = receipt(folder, key);
    expect(new Set(history.map(({ user, machine }) => `${user}@${machine}`))).toEqual(new Set(['mara@desk-7']));
  });

  it('its receipts hold', () => {
    const { folder, key } = sealedFolder();
    expect(receipt(folder, key)).toMatchObject({
      historyIntact: true,
      contradictions: [],
      doubts: [],
      state: 'processed',
    });
    expect(receipt(folder, key, batchId(2))).toMatchObject({ historyIntact: true, start: 100, end: 150 });
  });

  it('holds after the app has been opened again, which adds nothing', async () => {
    const { folder, key } = sealedFolder();
    const again = open(folder, key);
    again.close();
    expect(again.tampering).toEqual([]);
    expect((await verify(folder, key)).chain.entries).toBe(11);
  });

  it('holds where the head lags behind, as after a crash', async () => {
    const { folder, key } = sealedFolder();
    const former = readFileSync(join(folder, headFileName));
    const opened = open(folder, key);
    sendFile(opened, 3);
    opened.close();
    writeFileSync(join(folder, headFileName), former);
    expect((await verify(folder, key)).verdict).toBe('holds');
  });
});

describe('an edited history', () => {
  it('a changed detail is named', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec("UPDATE events SET detail = replace(detail, 'agreed', 'urgent')"));
    expect(await firstFlaw(folder, key)).toMatchObject({
      verdict: 'fails',
      why: 'changed',
      from: 3,
      kind: 'approved',
      at,
    });
    expect(receipt(folder, key).historyIntact).toBe(false);
  });

  it.each(['user', 'machine', 'version', 'at', 'kind'])('a changed %s is named', async (column) => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.prepare(`UPDATE events SET ${column} = 7 WHERE position = 5`).run());
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why: 'changed', from: 5 });
  });

  it('a chain with all hashes recomputed is named, from the entry that was changed', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => {
      const rewritten = eventsIn(database).map((event) => ({
        ...event,
        detail: event.detail.replace('agreed', 'urgent'),
      }));
      let previous = '';
      for (const event of rewritten) {
        event.previous_hash = previous;
        event.hash = hashAgain(event);
        previous = event.hash;
        database
          .prepare('UPDATE events SET detail = ?, previous_hash = ?, hash = ? WHERE position = ?')
          .run(event.detail, event.previous_hash, event.hash, event.position);
      }
    });
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why: 'forged', from: 3, kind: 'approved' });
    expect(receipt(folder, key).historyIntact).toBe(false);
  });

  it('a chain that was recomputed without any seal is named', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => {
      let previous = '';
      for (const event of eventsIn(database)) {
        const bare = { ...event, user: null, machine: null, version: null, key: null, previous_hash: previous };
        previous = hashAgain(bare);
        database
          .prepare(
            'UPDATE events SET user = NULL, machine = NULL, version = NULL, key = NULL, seal = NULL, previous_hash = ?, hash = ? WHERE position = ?',
          )
          .run(bare.previous_hash, previous, event.position);
      }
    });
    rmSync(join(folder, headFileName));
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why: 'never-sealed' });
  });

  it('entries that were taken out of the middle are named', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec('DELETE FROM events WHERE position IN (3, 4)'));
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why: 'missing', from: 3, to: 4 });
    expect(receipt(folder, key).historyIntact).toBe(false);
  });

  it('two entries that changed places are named', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) =>
      database.exec(`UPDATE events SET position = -5 WHERE position = 5;
        UPDATE events SET position = 5 WHERE position = 6; UPDATE events SET position = 6 WHERE position = -5`),
    );
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why: 'out-of-order', from: 5 });
    expect(receipt(folder, key).historyIntact).toBe(false);
  });

  it('an end that was cut off is named', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec('DELETE FROM events WHERE position > 8'));
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why: 'cut-off', from: 9, to: 11 });
    expect(receipt(folder, key).historyIntact).toBe(false);
  });

  it('an end that was cut off stays named after the app has written more', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec('DELETE FROM events WHERE position > 8'));
    const opened = open(folder, key);
    sendFile(opened, 3);
    opened.close();
    expect(opened.tampering).toEqual([expect.stringContaining('cut off')]);
    expect(await firstFlaw(folder, key)).toMatchObject({
      verdict: 'fails',
      why: 'shortened',
      kind: 'history-shortened',
    });
  });

  it.each([
    ['removed', 'removed', (path: string) => rmSync(path)],
    ['overwritten', 'unreadable', (path: string) => writeFileSync(path, 'nothing')],
    [
      'made to fit the shorter end',
      'forged',
      (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"count":11', '"count":8')),
    ],
  ] as const)('a head that was %s is named, and stays named', async (_, head, edit) => {
    const { folder, key } = sealedFolder();
    edit(join(folder, headFileName));
    expect(await verify(folder, key)).toMatchObject({ verdict: 'fails', head });
    open(folder, key).close();
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why: 'shortened' });
  });

  const invented = (event: RawEvent): RawEvent => ({
    ...event,
    detail: JSON.stringify({ decidedByPerson: true, reason: 'the head of department wants it' }),
    kind: 'approved',
    batch: null,
    previous_hash: event.hash,
    position: event.position + 1,
  });
  const insert = (event: RawEvent) => (database: Parameters<Parameters<typeof attack>[1]>[0]) => {
    const names = Object.keys(event);
    database
      .prepare(`INSERT INTO events (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(event));
  };

  it.each([
    [
      'as an older Tranship would write it',
      'unsealed',
      { user: null, machine: null, version: null, key: null, seal: null },
    ],
    ['without a key', 'unsealed', { key: null, seal: null }],
    ['with a seal that was made up', 'forged', { seal: 'a'.repeat(64) }],
    ['with the seal of another entry', 'forged', {}],
  ])('an invented approval %s is named', async (_, why, form) => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => {
      const [last] = eventsIn(database).slice(-1);
      if (last === undefined) throw new Error('an event expected');
      const event = { ...invented(last), ...form };
      insert({ ...event, hash: hashAgain(event) })(database);
    });
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why, from: 12, kind: 'approved' });
    expect(receipt(folder, key)).toMatchObject({ historyIntact: false });
    open(folder, key).close();
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why, from: 12 });
  });

  it('an invented approval with another key is not proven', async () => {
    const { folder, key } = sealedFolder();
    const other = folderKey();
    attack(folder, (database) => {
      const [last] = eventsIn(database).slice(-1);
      if (last === undefined) throw new Error('an event expected');
      const event = { ...invented(last), key: other.id };
      const hash = hashAgain(event);
      insert({ ...event, hash, seal: other.seal('entry', hash) })(database);
    });
    expect(await verify(folder, key)).toMatchObject({ verdict: 'needs-key' });
    expect(receipt(folder, key)).toMatchObject({
      historyIntact: false,
      doubts: [{ why: 'another-key', from: 12, to: 12 }],
    });
  });
});

describe('edited documents', () => {
  /** As the receipt calls it, and as the queue does where that is something else. */
  const edits: [field: string, sql: string, stored?: string][] = [
    ['state', "UPDATE batches SET document = json_set(document, '$.state', 'failed') WHERE number = 1"],
    ['remoteState', "UPDATE batches SET document = json_set(document, '$.remoteState', 'ERROR') WHERE number = 1"],
    ['acceptedAt', "UPDATE batches SET document = json_set(document, '$.acceptedAt', 1) WHERE number = 1"],
    ['lines', "UPDATE batches SET document = json_set(document, '$.lines', 9) WHERE number = 1"],
    ['bytes', "UPDATE batches SET document = json_set(document, '$.end', 99) WHERE number = 1", 'end'],
    ['start', "UPDATE batches SET document = json_set(document, '$.start', 1) WHERE number = 1"],
    ['sha256', "UPDATE batches SET document = json_set(document, '$.sha256', 'd') WHERE number = 1"],
    [
      'batchId',
      "UPDATE batches SET document = json_set(document, '$.delivery.batchId', '99999999-0000-4000-8000-000000000000') WHERE number = 1",
    ],
    ['file', "UPDATE submissions SET document = json_set(document, '$.name', '/other.jsonl')", 'name'],
    ['connection', "UPDATE submissions SET document = json_set(document, '$.connection', 'other')"],
    [
      'serviceHost',
      "UPDATE submissions SET document = json_set(document, '$.destination', 'https://other.test a b c')",
      'baseAddress',
    ],
    ['fileSha256', "UPDATE submissions SET document = json_set(document, '$.check.sha256', 'd')", 'check.sha256'],
    [
      'abandoned',
      "UPDATE batches SET document = json_set(document, '$.abandoned', json('[\"99999999-0000-4000-8000-000000000000\"]')) WHERE number = 1",
    ],
  ];
  it.each(edits)('the receipt names %s, and keeps what the history says', (field, sql, stored = field) => {
    const { folder, key } = sealedFolder();
    const before = receipt(folder, key);
    attack(folder, (database) => database.exec(sql));
    const after = receipt(folder, key);
    expect(after.contradictions).toContain(stored);
    expect(after.historyIntact).toBe(false);
    expect(new Map(Object.entries(after)).get(field)).toEqual(new Map(Object.entries(before)).get(field));
  });

  it('the receipt of a batch that nothing has recorded says so', () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) =>
      database.exec(`INSERT INTO batches (submission, batch_id, document) SELECT submission, '77777777-0000-4000-8000-000000000000',
        json_set(document, '$.number', 3, '$.start', 150, '$.end', 160, '$.delivery.batchId', '77777777-0000-4000-8000-000000000000')
        FROM batches WHERE number = 1`),
    );
    const forged = receipt(folder, key, batchId(7));
    expect(forged).toMatchObject({ historyIntact: false, contradictions: expect.arrayContaining(['state', 'ranges']) });
  });

  it('the receipt says that a row of a batch is gone', () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec('DELETE FROM batches WHERE number = 2'));
    expect(receipt(folder, key)).toMatchObject({ historyIntact: false, contradictions: ['batches', 'ranges'] });
  });
});

describe('entries without a key', () => {
  it('a history that was never sealed proves only its links, and says so', async () => {
    const folder = folderOfFile();
    const opened = open(folder);
    sendFile(opened);
    opened.close();
    const { verdict, chain } = await verify(folder, undefined);
    expect(verdict).toBe('holds');
    expect(chain).toMatchObject({ keyBegan: undefined, stretches: [{ proof: 'linked', entries: 10 }] });
    expect(receipt(folder, undefined)).toMatchObject({ historyIntact: true });
  });

  it('what was there before the key is covered from then on', async () => {
    const folder = folderOfFile();
    const key = folderKey();
    const opened = open(folder);
    sendFile(opened);
    opened.close();
    open(folder, key).close();
    const { verdict, chain } = await verify(folder, key);
    expect(verdict).toBe('holds');
    expect(chain.stretches.map(({ from, to, proof }) => ({ from, to, proof }))).toEqual([
      { from: 1, to: 10, proof: 'covered' },
      { from: 11, to: 11, proof: 'sealed' },
    ]);
    attack(folder, (database) => database.exec("UPDATE events SET detail = replace(detail, 'agreed', 'urgent')"));
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why: 'changed', from: 2 });
  });

  it('what a process without the key has written is named, until a person with the key has reviewed it', async () => {
    const { folder, key } = sealedFolder();
    const without = open(folder);
    sendFile(without, 3);
    without.close();
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why: 'unsealed', from: 12, to: 21 });

    const { store, close } = open(folder, key);
    const { chain } = await verify(folder, key);
    const flaws = openFlaws(chain).map(({ fingerprint }) => fingerprint);
    store.record({ at, kind: 'history-reviewed', detail: { flaws, reason: 'the night job has no passphrase' } });
    close();

    expect((await verify(folder, key)).verdict).toBe('holds');
    attack(folder, (database) => database.exec('UPDATE events SET at = 1 WHERE position = 15'));
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why: 'changed', from: 15 });
  });

  it('a review that was written without the key counts for nothing', async () => {
    const { folder, key } = sealedFolder();
    const { store, close } = open(folder);
    store.record({ at, kind: 'paused' });
    store.record({ at, kind: 'history-reviewed', detail: { flaws: ['unsealed 12-13 x'], reason: 'fine' } });
    close();
    expect(await verify(folder, key)).toMatchObject({ verdict: 'fails' });
  });

  it('two shells with keys of their own cover each other', async () => {
    const { folder, key } = sealedFolder();
    const other = folderKey();
    const opened = open(folder, other);
    sendFile(opened, 3);
    opened.close();
    expect(await verify(folder, key)).toMatchObject({ verdict: 'needs-key' });
    open(folder, key).close();
    const { chain } = await verify(folder, key);
    expect(chain.stretches.map(({ proof }) => proof)).toEqual(['sealed', 'covered', 'sealed']);
    attack(folder, (database) => database.exec('UPDATE events SET at = 1 WHERE position = 15'));
    expect(await firstFlaw(folder, key)).toMatchObject({ verdict: 'fails', why: 'changed', from: 15 });
  });
});

describe('the anchor file', () => {
  const anchor = (position: number, hash: string) =>
    `${JSON.stringify({ time: new Date(at).toISOString(), position, hash, user: 'mara', machine: 'desk-7' })}\n`;

  async function anchored() {
    const { folder, key } = sealedFolder();
    const { chain } = await verify(folder, key);
    const { position = 0, hash = '' } = chain.head ?? {};
    const anchorFile = join(folderOfFile(), 'anchors.jsonl');
    writeFileSync(anchorFile, anchor(position, hash));
    // What was set is recorded, so that no one can take the anchors away by editing the settings.
    const { store, close } = open(folder, key);
    store.record({ at, kind: 'audit-set', detail: { anchorFile, syslog: '' } });
    close();
    return { folder, key, anchorFile };
  }

  it('agrees with a history that no one has touched', async () => {
    const { folder, key, anchorFile } = await anchored();
    expect(await verify(folder, key, { anchorFile })).toMatchObject({ verdict: 'holds', anchors: { lines: 1 } });
  });

  it('that is longer than the history shows a folder that was put back as a whole', async () => {
    const [{ folder, key, anchorFile }, backup] = [await anchored(), folderOfFile()];
    for (const name of ['queue.db', headFileName]) copyFileSync(join(folder, name), join(backup, name));
    const opened = open(folder, key);
    sendFile(opened, 3);
    const head = opened.store.historyHead();
    opened.close();
    appendFileSync(anchorFile, anchor(head?.position ?? 0, head?.hash ?? ''));
    for (const name of ['queue.db', headFileName]) copyFileSync(join(backup, name), join(folder, name));
    rmSync(join(folder, 'queue.db-wal'), { force: true });
    expect(await firstFlaw(folder, key, { anchorFile })).toMatchObject({
      verdict: 'fails',
      why: 'cut-off',
      from: 13,
      to: 22,
      source: expect.stringContaining('line 2 of the anchor file'),
    });
  });

  it('with another hash for an entry names that entry', async () => {
    const { folder, key, anchorFile } = await anchored();
    appendFileSync(anchorFile, anchor(4, 'f'.repeat(64)));
    expect(await firstFlaw(folder, key, { anchorFile })).toMatchObject({ verdict: 'fails', why: 'changed', from: 4 });
  });

  it('with a line that cannot be read, or no file at all, does not hold', async () => {
    const { folder, key, anchorFile } = await anchored();
    appendFileSync(anchorFile, 'half a li');
    expect(await verify(folder, key, { anchorFile })).toMatchObject({ verdict: 'fails', anchors: { unreadable: [2] } });
    rmSync(anchorFile);
    expect(await verify(folder, key, { anchorFile })).toMatchObject({ verdict: 'fails' });
  });

  it('that was taken out of the settings is missed', async () => {
    const { folder, key } = await anchored();
    expect(await verify(folder, key, {})).toMatchObject({ verdict: 'fails', settingsDiffer: true });
  });
});
