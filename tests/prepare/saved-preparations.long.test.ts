/** @file Prepared files that are saved in a folder, to be carried to another computer: no connection, nothing of others touched. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { nothingEarlier } from '../../src-main/prepare/earlier-ids.ts';
import type { OrderedSaving } from '../../src-main/prepare/preparation-runs.ts';
import type { OpenPreparation } from '../../src-main/prepare/preparation-works.ts';
import type { Preparations } from '../../src-main/prepare/preparations.ts';
import { placeToSave } from '../../src-main/send/saving-place.ts';
import type { PreparationDraft } from '../../src-shared/contract.ts';
import { openWorkplace } from '../cli/tranship.ts';
import { atNight } from '../harness/night.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { csvOf, paymentRow, paymentTemplate } from './exports.ts';
import { closePreparations, settled, startPreparations } from './started-preparations.ts';

let folder: string;
let home: string;
let chosen: string;
beforeEach(() => {
  folder = temporaryFolder();
  home = join(folder, 'home');
  chosen = join(folder, 'stick');
  for (const made of [home, chosen]) mkdirSync(made);
});
afterEach(async () => {
  await closePreparations();
});

const start = () => startPreparations(home, manifest.version);

function writePayments(count: number): { path: string; name: string } {
  const path = join(folder, 'payments.csv');
  const rows = Array.from({ length: count }, (_, at) => paymentRow(at + 1));
  writeFileSync(path, csvOf([...rows, paymentRow(count + 1, { amount: 'zwölf' })]));
  return { path, name: 'payments.csv' };
}

const draft: PreparationDraft = {
  template: paymentTemplate,
  split: { by: 'size', maxBytes: 1_000_000, maxTransactions: 1_000_000, keepPayments: false },
  figures: [],
};

function ordered(more: Partial<OrderedSaving> = {}): OrderedSaving {
  const earlier = async () => ({ reason: 'nothing is compared in these tests' });
  return { draft, ruleSet: defaultRuleSet, chosen, continues: false, earlier, onSaved: () => {}, ...more };
}

/** Every file below a folder, with its bytes. */
function contentOf(place: string): Record<string, string> {
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(place.length + 1), readFileSync(path, 'utf8')]));
}

it('What is saved is what the command writes, byte for byte', async () => {
  const source = writePayments(20);
  const preparations = start();
  const id = preparations.begin([source]);
  await settled(preparations, id);
  const saved: string[] = [];
  await preparations.runs.save(id, ordered({ onSaved: (place) => saved.push(place) }));
  const { record, error } = await settled(preparations, id);
  expect(error).toBeUndefined();
  expect(saved).toEqual([chosen]);
  expect(record.saved).toMatchObject({ out: chosen, files: 1 });
  expect(record.saving).toBeUndefined();
  expect(record.added).toEqual([]);

  const template = join(folder, 'template.json');
  writeFileSync(template, JSON.stringify(paymentTemplate));
  const out = join(folder, 'by the command');
  const call = ['prepare', source.path, '--template', template, '--out', out, '--split', 'size:1MB'];
  await using workplace = await openWorkplace();
  // A row is refused.
  expect((await workplace.run(call)).exitCode).toBe(1);
  expect(contentOf(chosen)).toEqual(contentOf(out));
  expect(Object.keys(contentOf(chosen))).toEqual([
    'findings.jsonl',
    'manifest.json',
    'payments-001.jsonl',
    'refused-rows-001.csv',
    'rows/payments-001.txt',
  ]);
});

it('What went before is left out only where it is known over which connection: another tenant does not have it', async () => {
  const preparations = start();
  const id = preparations.begin([writePayments(3)]);
  await settled(preparations, id);
  const leavingOut = { ...draft, leaveOutProcessed: true };
  const over = (connection?: { name: string; destination: string }) =>
    ordered({ draft: leavingOut, earlier: async () => nothingEarlier(connection) });
  await preparations.runs.save(id, over());
  expect((await settled(preparations, id)).error).toMatchObject({ code: 'preparation.not-compared' });
  expect(readdirSync(chosen)).toEqual([]);
  await preparations.runs.save(id, over({ name: 'Bank', destination: 'bank' }));
  expect((await settled(preparations, id)).record.saved).toMatchObject({ files: 1 });
});

it('In a folder with something in it, a new folder is made, and each time another one', async () => {
  writeFileSync(join(chosen, 'letter.txt'), 'mine');
  const preparations = start();
  const id = preparations.begin([writePayments(3)]);
  for (const name of ['payments', 'payments 2']) {
    await settled(preparations, id);
    await preparations.runs.save(id, ordered());
    expect((await settled(preparations, id)).record.saved?.out).toBe(join(chosen, name));
  }
  expect(readdirSync(chosen).sort()).toEqual(['letter.txt', 'payments', 'payments 2']);
  expect(contentOf(join(chosen, 'payments'))).toEqual(contentOf(join(chosen, 'payments 2')));
});

it('Without a folder, as in a browser, the files wait in the data folder to be fetched', async () => {
  const preparations = start();
  const id = preparations.begin([writePayments(3)]);
  await settled(preparations, id);
  expect(() => preparations.savedFolder(id)).toThrow();
  await preparations.runs.save(id, ordered({ chosen: undefined }));
  await settled(preparations, id);
  const place = preparations.savedFolder(id);
  expect(place).toEqual({ folder: join(home, 'prepared', id, 'saved'), name: 'payments' });
  expect(Object.keys(contentOf(place.folder))).toContain('manifest.json');
  await preparations.discard(id);
  expect(existsSync(place.folder)).toBe(false);
});

/** Begins to save many rows, and breaks off in the middle of it. */
async function brokenOff(): Promise<{ preparations: Preparations; id: string }> {
  const preparations = start();
  const id = preparations.begin([writePayments(45_000)]);
  await settled(preparations, id);
  await preparations.runs.save(id, ordered());
  const isHalf = ({ work }: OpenPreparation) => (work?.rows ?? 0) > 10_000;
  await settled(preparations, id, isHalf);
  await preparations.works.end(id);
  expect(preparations.get(id).record.saving?.out).toBe(chosen);
  expect(readdirSync(chosen)).not.toContain('manifest.json');
  expect(readdirSync(chosen).length).toBeGreaterThan(1);
  return { preparations, id };
}

it('Saving that was broken off continues after a restart where it was, to the same bytes', async () => {
  const { preparations: before, id } = await brokenOff();
  await before.works.close();
  const after = start();
  expect(after.unfinished().map(({ record }) => record.saving?.out)).toEqual([chosen]);
  await after.runs.save(id, ordered({ chosen: undefined, continues: true }));
  const { record, error } = await settled(after, id);
  expect(error).toBeUndefined();
  expect(record.saved?.out).toBe(chosen);

  const whole = join(folder, 'at once');
  await settled(after, id);
  await after.runs.save(id, ordered({ chosen: whole }));
  await settled(after, id);
  expect(Object.keys(contentOf(whole)).length).toBeGreaterThan(10);
  expect(contentOf(chosen)).toEqual(contentOf(whole));
});

it('Given up in the middle, it leaves what a person has put there, and nothing else', async () => {
  const { preparations, id } = await brokenOff();
  writeFileSync(join(chosen, 'letter.txt'), 'mine');
  await preparations.discard(id);
  expect(contentOf(chosen)).toEqual({ 'letter.txt': 'mine' });
});

it('With another export after it was broken off, it begins again in the same folder', async () => {
  const { preparations, id } = await brokenOff();
  writePayments(5);
  await preparations.runs.save(id, ordered({ chosen: undefined, continues: true }));
  const { record, error } = await settled(preparations, id);
  expect(error).toBeUndefined();
  expect(record.saved).toMatchObject({ out: chosen, files: 1 });
  const lines = readFileSync(join(chosen, 'payments-001.jsonl'), 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  expect(readdirSync(chosen).sort()).toEqual([
    'findings.jsonl',
    'manifest.json',
    'payments-001.jsonl',
    'refused-rows-001.csv',
    'rows',
  ]);
});

atNight(it)('Decided otherwise after it was broken off, it begins again in the same folder', async () => {
  const { preparations, id } = await brokenOff();
  const split = { ...draft.split, by: 'day' as const, maxBytes: 1_000_000_000 };
  await preparations.runs.save(id, ordered({ draft: { ...draft, split } }));
  const { record, error } = await settled(preparations, id);
  expect(error).toBeUndefined();
  expect(record.saved).toMatchObject({ out: chosen, files: 3 });
  expect(readdirSync(chosen).filter((name) => name.endsWith('.jsonl'))).toEqual([
    'findings.jsonl',
    'payments-2026-01-01-001.jsonl',
    'payments-2026-01-02-001.jsonl',
    'payments-2026-01-03-001.jsonl',
  ]);
});

it('A file that has the name of the new folder is in the way, and stays', () => {
  writeFileSync(join(chosen, 'payments'), 'a file');
  mkdirSync(join(chosen, 'payments 2'));
  writeFileSync(join(chosen, 'payments 2', 'other'), '');
  expect(placeToSave(chosen, 'payments')).toBe(join(chosen, 'payments 3'));
  expect(placeToSave(chosen, 'payments', join(chosen, 'payments 2'))).toBe(join(chosen, 'payments 2'));
  expect(placeToSave(join(chosen, 'new'), 'payments')).toBe(join(chosen, 'new'));
});
