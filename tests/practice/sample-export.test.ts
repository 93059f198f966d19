/** @file The samples: one that the service accepts, and one that it refuses in known lines. */

import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeFaultySample, writeSampleExport } from '../../src-main/practice/sample-export.ts';
import { reportAddress, send, startTenant, submit } from './requests.ts';

async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('a sample export', () => {
  it('a sample export has the requested size, to the line, and reports it', async () => {
    const path = join(await folderForTest(), 'sample.jsonl');
    const size = await writeSampleExport(path, 3_000_000);
    const content = await readFile(path, 'utf8');
    const lines = content.split('\n').slice(0, -1);
    expect(size).toEqual({ bytes: (await stat(path)).size, lines: lines.length });
    expect(size.bytes - Buffer.byteLength(`${lines.at(-1)}\n`)).toBeLessThan(3_000_000);
    expect(size.bytes).toBeGreaterThanOrEqual(3_000_000);
  });

  it('a sample export is the same for the same seed, and another for another one', async () => {
    const folder = await folderForTest();
    const sample = async (seed: number) => {
      await writeSampleExport(join(folder, 'sample.jsonl'), 10_000, seed);
      return readFile(join(folder, 'sample.jsonl'), 'utf8');
    };
    const first = await sample(7);
    expect(await sample(7)).toBe(first);
    expect(await sample(8)).not.toBe(first);
  });

  it('a sample export has lines of 500 to 700 bytes on average', async () => {
    const { bytes, lines } = await writeSampleExport(join(await folderForTest(), 'sample.jsonl'), 500_000);
    expect(bytes / lines).toBeGreaterThan(500);
    expect(bytes / lines).toBeLessThan(700);
  });

  it('§2.6 a sample export passes the validation of the service', async () => {
    const path = join(await folderForTest(), 'sample.jsonl');
    const { lines } = await writeSampleExport(path, 1_000_000);
    const batch = await submit(await startTenant(), await readFile(path, 'utf8'));
    expect(batch).toMatchObject({ state: 'PROCESSED', lines, invalidLines: 0 });
  });

  it('a sample export that cannot be written fails', async () => {
    const path = join(await folderForTest(), 'missing', 'sample.jsonl');
    await expect(writeSampleExport(path, 10_000_000)).rejects.toThrow('ENOENT');
  });
});

describe('a faulty sample', () => {
  it('§2.6 the service refuses a faulty sample in exactly the lines with planted faults', async () => {
    const path = join(await folderForTest(), 'faulty.jsonl');
    const faults = await writeFaultySample(path);
    const tenant = await startTenant();
    const { batchId } = await submit(tenant, await readFile(path, 'utf8'));
    const { body } = await send('GET', await reportAddress(tenant, batchId));
    const reported = body.trimEnd().split('\n');
    const planted = new Set(faults.map(({ line }) => line));
    expect(reported.map((line) => JSON.parse(line).line)).toEqual([...planted]);
  });

  it('a faulty sample has every kind of fault, and groups of 2 and 5 that share a modification id', async () => {
    const faults = await writeFaultySample(join(await folderForTest(), 'faulty.jsonl'));
    const kinds = Map.groupBy(faults, ({ fault }) => fault);
    expect(kinds.size).toBe(11);
    expect(kinds.get('modification.duplicate')).toHaveLength(7);
  });
});
