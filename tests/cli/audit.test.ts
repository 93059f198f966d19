/** @file `tranship audit …` as people and scripts use it, over a folder with a passphrase. */

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { startOpponent } from '../harness/opponent/carried.ts';
import { securityLog } from '../security-log.ts';
import { environmentOf, openWorkplace, type Workplace } from './tranship.ts';

const TRANSHIP_PASSPHRASE = 'four words without relation';
const lines = `${JSON.stringify({ not: 'a transaction' })}\n`;

async function held(workplace: Workplace): Promise<void> {
  const file = join(workplace.folder, 'export.jsonl');
  await writeFile(file, lines);
  await workplace.run(['send', file, '--json']);
}

it('verifies what was done, names what was changed, and tells who needs a key', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace({ ...environmentOf(service), TRANSHIP_PASSPHRASE });
  await held(workplace);

  const whole = await workplace.run(['audit', 'verify', '--json']);
  expect(whole).toMatchObject({ exitCode: 0, summary: { verdict: 'holds', head: 'kept' } });

  const withoutKey = await workplace.run(['audit', 'verify', '--json'], {
    environment: { TRANSHIP_PASSPHRASE: undefined },
  });
  expect(withoutKey).toMatchObject({ exitCode: 3, summary: { verdict: 'needs-key' } });

  const database = new DatabaseSync(join(workplace.home, 'queue.db'));
  database.exec("DROP TRIGGER events_are_never_changed; UPDATE events SET user = 'somebody' WHERE kind = 'added'");
  database.close();
  const changed = await workplace.run(['audit', 'verify', '--json']);
  expect(changed).toMatchObject({ exitCode: 1, summary: { first: { why: 'changed', kind: 'added', from: 2 } } });
  const inWords = await workplace.run(['audit', 'verify']);
  expect(inWords.stdout).toMatch(
    /THE HISTORY DOES NOT HOLD[\s\S]*Entry 2 \(added, .*\) was changed after it was written/,
  );
});

it('names a history that was emptied, and a queue that was edited, also at the top of a receipt', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace({ ...environmentOf(service), TRANSHIP_PASSPHRASE });
  await held(workplace);
  const edit = (sql: string) => {
    const database = new DatabaseSync(join(workplace.home, 'queue.db'));
    database.exec(sql);
    database.close();
  };

  edit("UPDATE submissions SET document = json_set(document, '$.check.errors', 0)");
  const edited = await workplace.run(['audit', 'verify']);
  expect(edited).toMatchObject({ exitCode: 1 });
  expect(edited.stdout).toMatch(/says something else of submission 1 than the queue: check\.errors\./);
  const receipt = await workplace.run(['receipt', '1']);
  expect(receipt.stdout).toMatch(/^ANOTHER PROGRAM HAS CHANGED THE QUEUE[\s\S]*CONTRADICTED BY THE QUEUE/);

  edit("UPDATE submissions SET document = json_set(document, '$.check.errors', 2, '$.decided', json('{}'))");
  expect(await workplace.run(['audit', 'verify'])).toMatchObject({ stdout: expect.stringContaining('decided') });
  expect(await workplace.run(['queue', 'approve', '1', '--reason', 'It is urgent.', '--json'])).toMatchObject({
    events: [{ code: 'queue.altered' }, {}],
  });

  await rm(join(workplace.home, 'history-head.json'));
  edit('DROP TRIGGER events_are_never_deleted; DELETE FROM events');
  const emptied = await workplace.run(['audit', 'verify']);
  expect(emptied).toMatchObject({ exitCode: 1 });
  expect(emptied.stdout).toMatch(/THE HISTORY DOES NOT HOLD: 0 entries read[\s\S]*The history is empty/);

  edit('CREATE TRIGGER mine AFTER UPDATE ON batches BEGIN SELECT 1; END');
  const refused = await workplace.run(['queue', 'list']);
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('mine') });
});

it('sets an anchor file and a receiver, and shows them', async () => {
  await using workplace = await openWorkplace({ TRANSHIP_PASSPHRASE });
  const anchorFile = join(workplace.folder, 'anchors.jsonl');
  await workplace.runProcess(['audit', 'set', '--anchor-file', 'anchors.jsonl', '--json']);
  expect((await workplace.run(['audit', 'show', '--json'])).summary).toMatchObject({ anchorFile });
  expect((await readFile(anchorFile, 'utf8')).trim()).toContain('"position":2');
  expect(await workplace.run(['audit', 'verify', '--json'])).toMatchObject({
    exitCode: 0,
    summary: { anchors: { path: anchorFile } },
  });

  await workplace.run(['audit', 'set', '--no-anchor-file', '--json']);
  expect((await workplace.run(['audit', 'show', '--json'])).summary).not.toHaveProperty('anchorFile');
});

it('has a running app note, review, support and protect what it keeps, and it goes on', async () => {
  await using workplace = await openWorkplace({ TRANSHIP_PASSPHRASE });
  const app = workplace.startProcess(['serve', '--json']);
  await app.event(({ event }) => event === 'serving');
  const set = await workplace.runProcess(['audit', 'set', '--anchor-file', 'anchors.jsonl', '--json']);
  const anchorFile = join(workplace.folder, 'anchors.jsonl');
  expect(set).toMatchObject({ exitCode: 0, summary: { anchorFile } });
  expect((await workplace.run(['audit', 'review', '--reason', 'x', '--json'])).summary).toMatchObject({ reviewed: [] });
  expect(await workplace.run(['support', '--out', join(workplace.folder, 'help.zip')])).toMatchObject({ exitCode: 0 });
  const next = 'four other words without any sense';
  const environment = { TRANSHIP_NEW_PASSPHRASE: next };
  expect(await workplace.run(['passphrase'], { environment })).toMatchObject({ exitCode: 0 });
  expect((await app.kill('SIGINT')).exitCode).toBe(0);
  const verify = ['audit', 'verify', '--json'];
  expect(await workplace.run(verify)).toMatchObject({ exitCode: 3 });
  const verified = await workplace.run(verify, { environment: { TRANSHIP_PASSPHRASE: next } });
  expect(verified).toMatchObject({ exitCode: 0, summary: { verdict: 'holds', anchors: { path: anchorFile } } });
});

it('verifies a receipt in an empty folder with nothing but the public key', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace({ ...environmentOf(service), TRANSHIP_PASSPHRASE });
  const file = join(workplace.folder, 'export.jsonl');
  await writeFile(file, lines);
  const sent = await workplace.run(['send', file, '--on-invalid', 'service-decides', '--json']);
  const { batchId = '' } = sent.submission.batches[0] ?? {};
  const receipt = await workplace.run(['receipt', batchId, '--json']);
  const { publicKey } = (await workplace.run(['audit', 'key', '--json'])).summary;
  expect(receipt.summary).toMatchObject({ historyIntact: true, publicKey, contradictions: [] });

  const saved = join(workplace.folder, 'receipt.json');
  await writeFile(saved, receipt.stdout);
  const elsewhere = {
    environment: { TRANSHIP_HOME: join(workplace.folder, 'auditor'), TRANSHIP_PASSPHRASE: undefined },
  };
  const verify = ['audit', 'verify', '--receipt', saved, '--json'];
  expect(await workplace.run(verify)).toMatchObject({ exitCode: 0, summary: { verdict: 'holds' } });
  expect(await workplace.run([...verify, '--key', String(publicKey)], elsewhere)).toMatchObject({ exitCode: 0 });
  expect((await workplace.run(verify, elsewhere)).exitCode).toBe(3);

  await writeFile(saved, receipt.stdout.replace('"lines":1', '"lines":2'));
  const forged = await workplace.run([...verify, '--key', String(publicKey)], elsewhere);
  expect(forged).toMatchObject({ exitCode: 1, summary: { verdict: 'changed', fields: ['lines'] } });
});

it('keeps what a process without the passphrase has written in doubt until it was reviewed', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace({ ...environmentOf(service), TRANSHIP_PASSPHRASE });
  await held(workplace);
  await workplace.run(['queue', 'cancel', '1'], { environment: { TRANSHIP_PASSPHRASE: undefined } });
  expect(await workplace.run(['audit', 'verify', '--json'])).toMatchObject({
    exitCode: 1,
    summary: { first: { why: 'unsealed' } },
  });
  expect((await workplace.run(['audit', 'review', '--reason', 'the night job'])).exitCode).toBe(0);
  expect(await workplace.run(['audit', 'verify', '--json'])).toMatchObject({ exitCode: 0 });
});

it('writes a security log of the sessions and of what was released, which support gets only if asked', async () => {
  await using workplace = await openWorkplace({ TRANSHIP_PASSPHRASE });
  const zip = join(workplace.folder, 'help.zip');
  await workplace.run(['support', '--out', zip]);
  const logs = join(workplace.home, 'logs');
  const [name = ''] = (await readdir(logs)).filter((file) => file.startsWith('security-'));
  const events = securityLog(workplace.home).map(({ event }) => event);
  expect(events).toEqual(['session-begun', 'exported', 'session-ended']);

  const { unzipped } = await import('../ground/logs/folders.ts');
  const names = async () => [...(await unzipped(zip)).keys()];
  expect(await names()).not.toContain(`logs/${name}`);
  await rm(zip);
  await workplace.run(['support', '--security-log', '--out', zip]);
  expect(await names()).toContain(`logs/${name}`);
});

it('notes in the security log what a person has released, and why', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace({ ...environmentOf(service), TRANSHIP_PASSPHRASE });
  await held(workplace);
  await workplace.run(['queue', 'approve', '1', '--reason', 'agreed with the provider']);
  expect(securityLog(workplace.home)).toContainEqual(
    expect.objectContaining({ event: 'submission-approved', submission: 1, reason: 'agreed with the provider' }),
  );
});
