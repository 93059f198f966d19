/** @file Somebody edits the queue beside its history, or the history beside the queue: the verification and each receipt name it. */

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { headFileName } from '../../src-main/audit/head-file.ts';
import { openFlaws } from '../../src-main/audit/verification.ts';
import { receiptIn, verifyReceipt } from '../../src-main/records/verify-receipt.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { folderOfFile } from '../temporary-folder.ts';
import { attack, folderKey, open, receipt, sealedFolder, sendFile, verify } from './attacked-folder.ts';

function openFolder() {
  const folder = folderOfFile();
  const opened = open(folder);
  sendFile(opened);
  opened.close();
  return folder;
}

const edit = (table: string, field: string, json: string) =>
  `UPDATE ${table} SET document = json_set(document, '$.${field}', json('${json}'))
   WHERE rowid = (SELECT min(rowid) FROM ${table})`;

const edited: [table: 'submissions' | 'batches', field: string, json: string, named?: string][] = [
  ['batches', 'start', '1'],
  ['batches', 'end', '99'],
  ['batches', 'lines', '9'],
  ['batches', 'sha256', '"d"'],
  ['batches', 'ingestValid', 'true'],
  ['batches', 'state', '"failed"'],
  ['batches', 'attempts', '7'],
  ['batches', 'delivery.batchId', '"99999999-0000-4000-8000-000000000000"', 'batchId'],
  ['batches', 'delivery.host', '"https://other.test"', 'host'],
  ['batches', 'remoteState', '"ERROR"'],
  ['batches', 'acceptedAt', '1'],
  ['batches', 'report', '"kept"'],
  ['batches', 'submission', '7', 'number'],
  ['submissions', 'name', '"/other.jsonl"'],
  ['submissions', 'content', '"/other.jsonl"'],
  ['submissions', 'addedAt', '1'],
  ['submissions', 'connection', '"other"'],
  ['submissions', 'destination', '"https://api.test https://token.test client tenant/2"'],
  ['submissions', 'stage', '"held"'],
  ['submissions', 'paused', 'true'],
  ['submissions', 'ledger', '"elsewhere.test/ledger"'],
  ['submissions', 'removedAt', '7'],
  ['submissions', 'options.onInvalid', '"service-decides"'],
  ['submissions', 'options.onUnknown', '"send-again"'],
  ['submissions', 'options.ingestValid', 'true'],
  ['submissions', 'options.sendAgain', '"because"'],
  ['submissions', 'options.maxBatchBytes', '7'],
  ['submissions', 'options.ruleSet.required', '[]', 'options.ruleSet'],
  ['submissions', 'check.sha256', '"d"'],
  ['submissions', 'check.bytes', '7'],
  ['submissions', 'check.lines', '7'],
  ['submissions', 'check.transactions', '7'],
  ['submissions', 'check.valid', '7'],
  ['submissions', 'check.errors', '7'],
  ['submissions', 'check.warnings', '7'],
  ['submissions', 'check.totals', '{"sums":[],"days":9}'],
];

describe('a queue in which one field was edited', () => {
  it.each(edited)('%s %s: the verification names it', async (table, field, json, named = field) => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec(edit(table, field, json)));
    const { verdict, chain } = await verify(folder, key);
    expect(verdict).toBe('fails');
    expect(openFlaws(chain).flatMap(({ queue }) => queue?.fields ?? [])).toContain(named);
  });

  it.each(edited.filter(([, field]) => field !== 'submission'))(
    '%s %s: the receipt names it, and does not claim that it holds',
    (table, field, json, named = field) => {
      const { folder, key } = sealedFolder();
      attack(folder, (database) => database.exec(edit(table, field, json)));
      expect(receipt(folder, key)).toMatchObject({
        historyIntact: false,
        contradictions: expect.arrayContaining([named]),
      });
    },
  );

  it.each(edited)('%s %s: is named without a key as well', async (table, field, json) => {
    const folder = openFolder();
    attack(folder, (database) => database.exec(edit(table, field, json)));
    expect((await verify(folder, undefined)).verdict).toBe('fails');
  });
});

describe('a queue whose rows were changed', () => {
  it.each([
    ['a submission was taken away', 'DELETE FROM batches; DELETE FROM submissions'],
    ['a submission was invented', 'INSERT INTO submissions (document) SELECT document FROM submissions'],
    ['a batch was taken away', 'DELETE FROM batches WHERE number = 2'],
    [
      'a batch is to be sent once more',
      `INSERT INTO batches (submission, document) SELECT submission, json_remove(json_set(document, '$.number', 3,
         '$.state', 'waiting', '$.attempts', 0), '$.delivery', '$.acceptedAt', '$.remoteState') FROM batches WHERE number = 1`,
    ],
  ])('%s: the verification names it', async (_what, sql) => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec(sql));
    expect(await verify(folder, key)).toMatchObject({ verdict: 'fails' });
  });

  it('a person with the key can review what was found, and what is edited later is found again', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec(edit('batches', 'attempts', '7')));
    const { chain } = await verify(folder, key);
    const flaws = openFlaws(chain).map(({ fingerprint }) => fingerprint);
    const { store, close } = open(folder, key);
    store.record({ at: 1, kind: 'history-reviewed', detail: { flaws, reason: 'an error of our tool' } });
    close();
    expect((await verify(folder, key)).verdict).toBe('holds');
    attack(folder, (database) => database.exec(edit('batches', 'attempts', '8')));
    expect((await verify(folder, key)).verdict).toBe('fails');
  });
});

it('names a submission that was taken away, by the last entry that tells of it', async () => {
  const { folder, key } = sealedFolder();
  attack(folder, (database) => database.exec('DELETE FROM batches; DELETE FROM submissions'));
  const { chain } = await verify(folder, key);
  expect(openFlaws(chain)).toMatchObject([{ why: 'differs', from: 11, queue: { submission: 1, fields: ['id'] } }]);
});

describe('a history that was emptied', () => {
  it('is named although its head was removed', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec('DELETE FROM events'));
    rmSync(join(folder, headFileName));
    const { verdict, chain } = await verify(folder, key);
    expect({ verdict, why: openFlaws(chain).map(({ why }) => why) }).toEqual({ verdict: 'fails', why: ['emptied'] });
  });

  it('is named by the submissions beside it, without a key, a head or a numbering', async () => {
    const folder = openFolder();
    attack(folder, (database) =>
      database.exec("DELETE FROM events; DELETE FROM sqlite_sequence WHERE name = 'events'"),
    );
    expect(openFlaws((await verify(folder, undefined)).chain).map(({ why }) => why)).toEqual(['emptied']);
  });

  it('is named by its head, without a key and submissions', async () => {
    const { folder } = sealedFolder();
    attack(folder, (database) =>
      database.exec('DELETE FROM events; DELETE FROM batches; DELETE FROM submissions; DELETE FROM sqlite_sequence'),
    );
    expect(await verify(folder, undefined)).toMatchObject({ verdict: 'fails' });
  });

  it('is named by the key of the folder, although nothing else is left', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) =>
      database.exec('DELETE FROM events; DELETE FROM batches; DELETE FROM submissions; DELETE FROM sqlite_sequence'),
    );
    rmSync(join(folder, headFileName));
    expect(await verify(folder, key)).toMatchObject({ verdict: 'fails' });
  });

  it('is none in a folder that was never used', async () => {
    const folder = folderOfFile();
    new QueueStore(folder).close();
    expect(await verify(folder, undefined)).toMatchObject({ verdict: 'holds', chain: { entries: 0 } });
  });
});

describe('a history that was shortened', () => {
  it('is named by the numbering, without a key', async () => {
    const folder = openFolder();
    attack(folder, (database) => database.exec('DELETE FROM events WHERE position > 8'));
    const { chain } = await verify(folder, undefined);
    expect(openFlaws(chain)[0]).toMatchObject({ why: 'cut-off', from: 9, to: 10 });
  });

  it('is named by the queue, without a key and a numbering', async () => {
    const folder = openFolder();
    attack(folder, (database) =>
      database.exec("DELETE FROM events WHERE position > 8; UPDATE sqlite_sequence SET seq = 8 WHERE name = 'events'"),
    );
    const { chain } = await verify(folder, undefined);
    expect(openFlaws(chain)[0]).toMatchObject({ why: 'differs', queue: { submission: 1, batch: 2 } });
  });
});

describe('what is said to be proven', () => {
  const provenIn = async (folder: string, key: Parameters<typeof verify>[1]) =>
    (await verify(folder, key)).chain.stretches.map(({ from, to, proof }) => `${from} to ${to} ${proof}`);

  it('leaves out an entry that was edited', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec("UPDATE events SET detail = replace(detail, 'agreed', 'urgent')"));
    expect(await provenIn(folder, key)).toEqual(['1 to 2 sealed', '4 to 11 sealed']);
    expect(await provenIn(folder, undefined)).toEqual(['1 to 2 linked', '4 to 11 linked']);
  });

  it('leaves out entries that were taken away', async () => {
    const { folder, key } = sealedFolder();
    attack(folder, (database) => database.exec('DELETE FROM events WHERE position IN (5, 6)'));
    expect(await provenIn(folder, key)).toEqual(['1 to 4 sealed', '7 to 11 sealed']);
  });

  it('is not covered by a later seal across an entry that was edited', async () => {
    const folder = openFolder();
    const key = folderKey();
    open(folder, key).close();
    attack(folder, (database) => database.exec("UPDATE events SET detail = replace(detail, 'agreed', 'urgent')"));
    expect(await provenIn(folder, key)).toEqual(['1 to 1 linked', '3 to 10 covered', '11 to 11 sealed']);
  });
});

describe('a receipt that was issued before', () => {
  function verdictAfter(sql: string) {
    const { folder, key } = sealedFolder();
    const saved = receiptIn(JSON.stringify(receipt(folder, key))) ?? {};
    attack(folder, (database) => database.exec(sql));
    const store = new QueueStore(folder, { readOnly: true });
    try {
      return verifyReceipt(saved, key.publicKey, store);
    } finally {
      store.close();
    }
  }

  it('is refuted by an entry that was edited and kept its hash', () => {
    expect(verdictAfter("UPDATE events SET detail = replace(detail, 'agreed', 'urgent')")).toEqual({
      kind: 'refuted',
      fields: ['history'],
    });
  });

  it('is as it was signed, and the queue that was edited since is named', () => {
    expect(verdictAfter(edit('batches', 'attempts', '7'))).toEqual({ kind: 'queue-differs', fields: ['attempts'] });
  });
});

describe('triggers and views of another program', () => {
  it.each([
    ['trigger', 'CREATE TRIGGER mine AFTER UPDATE ON batches BEGIN SELECT 1; END'],
    ['view', 'CREATE VIEW mine AS SELECT * FROM batches'],
    [
      'trigger under a name of ours',
      `DROP TRIGGER standing_of_new_batch; CREATE TRIGGER standing_of_new_batch AFTER INSERT ON batches
         BEGIN UPDATE batches SET document = json_set(document, '$.sha256', 'd'); END`,
    ],
  ])('a %s is refused before anything is read', (_what, sql) => {
    const { folder } = sealedFolder();
    const database = new DatabaseSync(join(folder, 'queue.db'));
    database.exec(sql);
    database.close();
    const before = readFileSync(join(folder, 'queue.db'));
    for (const readOnly of [true, false])
      expect(() => new QueueStore(folder, { readOnly })).toThrow(
        expect.objectContaining({ code: 'queue.foreign-schema' }),
      );
    expect(readFileSync(join(folder, 'queue.db'))).toEqual(before);
  });
});
