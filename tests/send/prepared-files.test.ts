import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, vi } from 'vitest';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { loadTemplate } from '../../src-main/templates/template-file.ts';
import { WAIT_MS } from '../patience.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addedSubmission } from './samples.ts';
import { startQueue } from './started-queue.ts';

const example = fileURLToPath(new URL('../../src-main/templates/template.example.json', import.meta.url));
const prepared = 'not the line that was prepared\n';
const sha256 = createHash('sha256').update(prepared).digest('hex');

/** Adds a file of a preparation whose bytes are these by the time that it is checked. */
async function checkedAs(bytes: string) {
  const folder = temporaryFolder();
  const { queue } = startQueue(new QueueStore(folder), { uploads: 1 });
  const path = join(folder, 'prepared-001.jsonl');
  writeFileSync(path, bytes);
  const { connection, destination, options } = addedSubmission();
  const template = { name: 'November', version: 1, sha256: '0'.repeat(64) };
  const facts = { manifestSha256: '1'.repeat(64), sha256, toolVersion: '0.1.0', template, sources: [] };
  const origins = { tables: [], template: await loadTemplate(example), rows: '' };
  const { id } = await queue.additions.add({ path, connection, destination, options, prepared: { facts, origins } });
  await vi.waitFor(() => expect(queue.view(id).submission.stage).not.toBe('checking'), { timeout: WAIT_MS });
  return queue.view(id).submission;
}

it('a prepared file that was replaced after its manifest was verified is not sent, and says why', async () => {
  expect(await checkedAs('another line\n')).toMatchObject({
    stage: 'check-failed',
    error: { code: 'manifest.not-as-prepared', retryable: false },
  });
});

it('a prepared file that is as its manifest says is checked like any other', async () => {
  expect((await checkedAs(prepared)).stage).toBe('held');
});
