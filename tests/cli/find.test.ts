/** @file `tranship find`: where modification ids went, and what became of them. */

import { randomUUID } from 'node:crypto';
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atNight, fewerByDay } from '../harness/night.ts';
import { openPracticePlace } from './practice-place.ts';
import { transactionLine, writeLines } from './transactions.ts';
import { openWorkplace, type Workplace } from './tranship.ts';

function placesOf({ events }: { events: readonly Record<string, unknown>[] }) {
  return events.filter(({ event }) => event === 'place');
}

const find = async (workplace: Workplace, ids: readonly string[], ...more: string[]) =>
  await workplace.run(['find', ...ids, ...more, '--json']);

/** A practice tenant with a file of three lines that was sent, in two batches. */
async function openSent() {
  const place = await openPracticePlace();
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  const lines = ids.map((id) => transactionLine(id));
  const file = await writeLines(place.workplace, lines, 'day.jsonl');
  const limit = String(Buffer.byteLength(`${lines[0]}\n${lines[1]}\n`) + 20);
  const sent = await place.workplace.run(['send', file, '--wait', '--max-batch', limit, '--json']);
  const batchIds = sent.submission.batches.map(({ batchId }) => batchId);
  return {
    ...place,
    ids,
    file,
    batchIds,
    index: join(place.workplace.home, 'ids', '1.ids'),
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

describe.concurrent('an id that went', () => {
  it('is found with its file, line, batch and state, in any letter case', async () => {
    await using sent = await openSent();
    const { workplace, ids, file, batchIds } = sent;
    const found = await find(workplace, [ids[2] ?? '', (ids[0] ?? '').toUpperCase()]);
    expect(found.exitCode).toBe(0);
    expect(batchIds).toHaveLength(2);
    expect(placesOf(found)).toMatchObject([
      { id: ids[2], file, line: 3, batchId: batchIds[1], state: 'processed', confirmed: true, removed: false },
      { id: (ids[0] ?? '').toUpperCase(), file, line: 1, batchId: batchIds[0], state: 'processed', confirmed: true },
    ]);
    expect(found.summary).toMatchObject({ places: 2, notFound: [], unsearched: [] });
  });

  it('is told in words, and the exit code says that another one was not found', async () => {
    await using sent = await openSent();
    const other = randomUUID();
    const { stdout, exitCode } = await sent.workplace.run(['find', sent.ids[1] ?? '', other]);
    expect(stdout).toContain(sent.batchIds[0]);
    expect(stdout).toContain('accepted');
    expect(stdout).toContain(`Not found: ${other}.`);
    expect(exitCode).toBe(1);
  });

  it('is found in each file that has it', async () => {
    await using sent = await openSent();
    const { workplace, ids } = sent;
    const second = await writeLines(workplace, [transactionLine(), transactionLine(ids[1])], 'second.jsonl');
    await workplace.run(['send', second, '--send-again', 'both are meant', '--wait']);
    expect(placesOf(await find(workplace, [ids[1] ?? '']))).toMatchObject([
      { submission: 1, line: 2 },
      { submission: 2, line: 2, file: second },
    ]);
  });

  it('is found on each of its lines, also where the file was held for it', async () => {
    await using place = await openPracticePlace();
    const id = 'in any form: “é”';
    const file = await writeLines(place.workplace, [transactionLine(id), transactionLine(id)], 'twice.jsonl');
    expect((await place.workplace.run(['send', file])).exitCode).toBe(1);
    expect(placesOf(await find(place.workplace, [id]))).toMatchObject([
      { line: 1, state: 'held', confirmed: true },
      { line: 2, state: 'held', confirmed: true },
    ]);
  });

  atNight(it)('is found after the submission was removed, and until it is purged', async () => {
    await using sent = await openSent();
    const { workplace, ids } = sent;
    await workplace.run(['queue', 'remove', '1']);
    expect(placesOf(await find(workplace, [ids[0] ?? '']))).toMatchObject([{ state: 'processed', removed: true }]);
  });

  atNight(it)('is found without its file, by the index alone', async () => {
    await using sent = await openSent();
    await rm(sent.file);
    const found = await find(sent.workplace, [sent.ids[0] ?? '']);
    expect(placesOf(found)).toMatchObject([{ line: 1, state: 'processed', confirmed: false }]);
    const { stdout } = await sent.workplace.run(['find', sent.ids[0] ?? '']);
    expect(stdout).toContain('gone or has changed');
  });

  atNight(it)('is found after its file was written to, and nothing of what was added', async () => {
    await using sent = await openSent();
    const added = randomUUID();
    await appendFile(sent.file, `${transactionLine(added)}\n`);
    const found = await find(sent.workplace, [sent.ids[0] ?? '', added]);
    expect(placesOf(found)).toMatchObject([{ line: 1, confirmed: false }]);
    expect(found.summary).toMatchObject({ notFound: [added] });
  });

  atNight(it)('is found as the id of a batch as well, which must be the whole of it', async () => {
    await using sent = await openSent();
    const [first = '', second = ''] = sent.batchIds;
    const found = await find(sent.workplace, [second.toUpperCase(), first.slice(0, 13)]);
    expect(placesOf(found)).toMatchObject([{ id: second.toUpperCase(), file: sent.file, batchId: second, batch: 2 }]);
    expect(found.summary).toMatchObject({ notFound: [first.slice(0, 13)] });
  });

  it('is found while another process works on the queue', async () => {
    await using sent = await openSent();
    const working = sent.workplace.start(['serve', '--json']);
    await working.event(({ event }) => event === 'serving');
    expect(placesOf(await find(sent.workplace, [sent.ids[0] ?? '']))).toHaveLength(1);
    await working.kill('SIGINT');
  });
});

describe.concurrent('an id of a payment', () => {
  const payment = randomUUID();

  it('is found in the file itself, with its field', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const line = JSON.stringify({ ...JSON.parse(transactionLine()), payment_external_id: payment });
    const file = await writeLines(workplace, [transactionLine(), line], 'day.jsonl');
    await workplace.run(['send', file, '--wait']);
    const found = await find(workplace, [payment]);
    expect(placesOf(found)).toMatchObject([
      { id: payment, file, line: 2, field: 'payment_external_id', submission: 1 },
    ]);
    expect(found).toMatchObject({ exitCode: 0, summary: { places: 1, notFound: [], inFiles: { files: 1 } } });
    const { stdout } = await workplace.run(['find', payment]);
    expect(stdout).toContain('2 · Payment id (UUID) · payment_external_id');

    await rm(file);
    const gone = await find(workplace, [payment]);
    expect(gone.events).toContainEqual(expect.objectContaining({ event: 'unsearched', file, why: 'gone' }));
    expect(gone).toMatchObject({ exitCode: 1, summary: { notFound: [payment], unsearched: [file] } });
    const told = await workplace.run(['find', payment]);
    expect(told.stdout).toContain(`1 file was not searched, because it is gone: ${file}`);
    expect(told.stdout).toContain(`Not found in the files that could be searched: ${payment}.`);
  });

  it('is found where no ids are kept, if the files themselves are to be searched', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    await workplace.run(['settings', 'set', '--id-index', 'off']);
    const id = randomUUID();
    await workplace.run(['send', await writeLines(workplace, [transactionLine(id)], 'a.jsonl'), '--wait']);
    expect(placesOf(await find(workplace, [id], '--in-files'))).toMatchObject([
      { line: 1, field: 'modification.external_id' },
    ]);
    expect(await find(workplace, [payment], '--in-files')).toMatchObject({ exitCode: 1 });
  });
});

describe.concurrent('an id that did not go', () => {
  it('is not found, and the exit code says so', async () => {
    await using sent = await openSent();
    const other = randomUUID();
    const found = await find(sent.workplace, [other]);
    expect(found).toMatchObject({ exitCode: 1, summary: { places: 0, notFound: [other] } });
  });

  it('is not found where nothing was sent', async () => {
    await using workplace = await openWorkplace();
    expect(await find(workplace, [randomUUID()])).toMatchObject({ exitCode: 1, summary: { places: 0 } });
  });
});

describe.concurrent('ids', () => {
  it('come from a file, or are piped in', async () => {
    await using sent = await openSent();
    const { workplace, ids } = sent;
    const list = join(workplace.folder, 'ids.txt');
    await writeFile(list, `${ids[0]}\r\n\r\n  ${ids[1]}  \n${ids[0]}`);
    expect(placesOf(await find(workplace, [], '--from', list))).toMatchObject([{ line: 1 }, { line: 2 }]);
    const piped = workplace.start(['find', '--from', '-', '--json'], { hasInput: true });
    piped.write(`${ids[2]}\n`);
    piped.endInput();
    expect(placesOf(await piped.ended)).toMatchObject([{ line: 3 }]);
  });

  it('must be given', async () => {
    await using workplace = await openWorkplace();
    expect(await workplace.run(['find'])).toMatchObject({ exitCode: 2 });
    expect(await workplace.run(['find', '--from', join(workplace.folder, 'none')])).toMatchObject({ exitCode: 2 });
  });
});

describe.concurrent('an index', () => {
  it('holds no id', async () => {
    await using sent = await openSent();
    const bytes = await readFile(sent.index);
    for (const id of sent.ids) {
      expect(bytes.includes(id)).toBe(false);
      expect(bytes.includes(Buffer.from(id.replaceAll('-', ''), 'hex').subarray(0, 8))).toBe(false);
    }
  });

  it.each(fewerByDay(['cut off', 'overwritten', 'removed'], 1))(
    'that was %s is made again from the file',
    async (how) => {
      await using sent = await openSent();
      if (how === 'cut off') await truncate(sent.index, 5000);
      if (how === 'overwritten') await writeFile(sent.index, Buffer.alloc(8192, 7));
      if (how === 'removed') await rm(sent.index);
      const found = await find(sent.workplace, [sent.ids[2] ?? '']);
      expect(found.events).toContainEqual(
        expect.objectContaining({
          event: 'repair',
          submission: 1,
          file: sent.file,
          outcome: 'made-again',
          index: how === 'removed' ? 'missing' : 'damaged',
        }),
      );
      expect(placesOf(found)).toMatchObject([{ line: 3, batchId: sent.batchIds[1], state: 'processed' }]);
      const again = await find(sent.workplace, [sent.ids[2] ?? '']);
      expect(again.events).not.toContainEqual(expect.objectContaining({ event: 'repair' }));
    },
  );

  it('that is damaged after its file was removed names the file', async () => {
    await using sent = await openSent();
    await truncate(sent.index, 5000);
    await rm(sent.file);
    const found = await find(sent.workplace, [sent.ids[2] ?? '']);
    expect(found).toMatchObject({ exitCode: 1, summary: { unsearched: [sent.file] } });
    const { stdout } = await sent.workplace.run(['find', sent.ids[2] ?? '']);
    expect(stdout).toContain(`The index of ${sent.file} is damaged. The file is gone`);
  });

  it('of another key is left alone, and the file itself is searched', async () => {
    await using sent = await openSent();
    const before = await readFile(sent.index);
    const environment = { TRANSHIP_CLIENT_SECRET: '' };
    const found = await sent.workplace.run(['find', sent.ids[1] ?? '', '--json'], { environment });
    expect(placesOf(found)).toMatchObject([{ line: 2, state: 'processed', confirmed: true }]);
    expect(await readFile(sent.index)).toEqual(before);
    expect(await readdir(join(sent.workplace.home, 'ids'))).toEqual(['1.ids']);
  });

  atNight(it)('of a passphrase that is not given says so, before a file is read', async () => {
    const passphrase = { TRANSHIP_PASSPHRASE: 'correct horse battery staple' };
    await using place = await openPracticePlace();
    const { workplace } = place;
    const id = randomUUID();
    const file = await writeLines(workplace, [transactionLine(id)], 'day.jsonl');
    await workplace.run(['send', file, '--wait'], { environment: passphrase });
    for (const environment of [{}, { TRANSHIP_CLIENT_SECRET: undefined }]) {
      const { exitCode, stdout, stderr } = await workplace.run(['find', id], { environment });
      expect([exitCode, stdout]).toEqual([3, '']);
      expect(stderr).toContain('Set TRANSHIP_PASSPHRASE to the passphrase of this data folder');
    }
    expect(placesOf(await workplace.run(['find', id, '--json'], { environment: passphrase }))).toHaveLength(1);
  });

  it('that a killed process left unfinished is removed with the next start', async () => {
    await using sent = await openSent();
    await writeFile(`${sent.index}.1234.part`, 'half');
    await sent.workplace.run(['work', '--until-idle']);
    expect(await readdir(join(sent.workplace.home, 'ids'))).toEqual(['1.ids']);
  });
});

describe.concurrent('without an index', () => {
  it('nothing is kept, and nothing is found', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    expect((await workplace.run(['settings', 'set', '--id-index', 'off', '--json'])).summary).toMatchObject({
      idIndex: false,
    });
    const id = randomUUID();
    await workplace.run(['send', await writeLines(workplace, [transactionLine(id)], 'a.jsonl'), '--wait']);
    expect(await readdir(workplace.home)).not.toContain('ids');
    expect(await find(workplace, [id])).toMatchObject({ exitCode: 2, events: [{ code: 'queue.ids-not-kept' }, {}] });
  });

  atNight(it)('those that were kept before are removed', async () => {
    await using sent = await openSent();
    const { workplace } = sent;
    await workplace.run(['settings', 'set', '--id-index', 'off']);
    expect(await readdir(join(workplace.home, 'ids'))).toEqual([]);
    await workplace.run(['settings', 'set', '--id-index', 'on']);
    expect(placesOf(await find(workplace, [sent.ids[0] ?? '']))).toMatchObject([{ line: 1, state: 'processed' }]);
  });
});
