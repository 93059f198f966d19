import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { partialOf } from '../../src-main/ground/files/new-file.ts';
import { KeptTemplates } from '../../src-main/prepare/kept-templates.ts';
import { templateText } from '../../src-main/templates/template-file.ts';
import { FakeClock } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { paymentTemplate } from './exports.ts';

const konten = { ...paymentTemplate, name: 'konten' };

let folder: string;
let templates: KeptTemplates;
let clock: FakeClock;
let person = 'Ana';
beforeEach(() => {
  folder = temporaryFolder();
  clock = new FakeClock();
  templates = new KeptTemplates(folder, clock, () => person);
});
afterEach(() => {
  person = 'Ana';
});

const names = () => templates.all().map(({ template }) => template.name);

it('A template of the same name takes the place of the one before, whose use stays noted', () => {
  const { id } = templates.keep(konten);
  templates.used(id);
  templates.keep({ ...konten, otherColumns: 'additional-fields' });
  expect(templates.all()).toMatchObject([{ id, template: { otherColumns: 'additional-fields' } }]);
  expect(templates.get(id).usedAt).toBeDefined();
});

it('That its use cannot be noted is no fault of what was done with it', () => {
  const { id } = templates.keep(konten);
  mkdirSync(partialOf(join(folder, 'templates', `${id}.json`)));
  expect(() => templates.used(id)).not.toThrow();
  expect(templates.get(id).usedAt).toBeUndefined();
});

it('Copies, imports and new names never hide another template', () => {
  const { id } = templates.keep(konten);
  templates.copy(id);
  templates.import(templateText(konten), 'konten.json');
  templates.rename(id, 'konten 2');
  expect(names().sort()).toEqual(['konten 2', 'konten 2 2', 'konten 3']);
});

it('What is no template is not imported', () => {
  expect(() => templates.import('{"version":1}', 'konten.json')).toThrow(
    expect.objectContaining({ code: 'template.unreadable' }),
  );
  expect(names()).toEqual([]);
});

it('A damaged file among the templates does not hide the others', () => {
  const { id } = templates.keep(konten);
  writeFileSync(join(folder, 'templates', `${crypto.randomUUID()}.json`), '{');
  expect(templates.all().map((kept) => kept.id)).toEqual([id]);
});

it('An id that leads out of the folder is none', () => {
  expect(() => templates.get('../settings')).toThrow(expect.objectContaining({ code: 'template.unknown' }));
});

it('A removed template is gone', () => {
  const { id } = templates.keep(konten);
  templates.remove(id);
  expect(names()).toEqual([]);
  expect(() => templates.remove(id)).toThrow(expect.objectContaining({ code: 'template.unknown' }));
});

const others = (id: string) => templates.get(id).template.otherColumns;
const changed = { ...konten, otherColumns: 'additional-fields' } as const;

it('A change leaves what was there before, with who has made it and when', () => {
  const { id } = templates.keep(konten);
  const first = clock.now();
  clock.set(first + 1000);
  person = 'Ben';
  templates.keep(changed);
  expect(templates.versions(id)).toMatchObject([
    { number: 1, madeBy: 'Ana', madeAt: first, template: { otherColumns: 'leave-out' } },
    { number: 2, madeBy: 'Ben', madeAt: first + 1000, template: { otherColumns: 'additional-fields' } },
  ]);
});

it('A template that is kept again without a change is no other version', () => {
  const { id } = templates.keep(konten);
  templates.keep(konten);
  expect(templates.versions(id)).toHaveLength(1);
});

it('Going back makes another version, and takes none away', () => {
  const { id } = templates.keep(konten);
  templates.keep(changed);
  templates.goBack(id, 1);
  expect(others(id)).toBe('leave-out');
  expect(templates.versions(id).map(({ number, template }) => [number, template.otherColumns])).toEqual([
    [1, 'leave-out'],
    [2, 'additional-fields'],
    [3, 'leave-out'],
  ]);
});

it('Going back to a name that another template has by now adds a number', () => {
  const { id } = templates.keep(konten);
  templates.rename(id, 'other');
  templates.keep(konten);
  templates.goBack(id, 1);
  expect(templates.get(id).template.name).toBe('konten 2');
});

it('A version that is not there is refused, and a copy begins without the history of the first', () => {
  const { id } = templates.keep(konten);
  templates.keep(changed);
  expect(() => templates.goBack(id, 7)).toThrow(expect.objectContaining({ code: 'template.unknown' }));
  templates.copy(id);
  const copy = templates.all().find((kept) => kept.id !== id);
  expect(templates.versions(copy?.id ?? '')).toHaveLength(1);
});

it('Beyond 200 former versions the oldest goes, and the numbers stay', () => {
  const { id } = templates.keep(konten);
  for (let at = 0; at < 201; at++) templates.keep(at % 2 === 0 ? changed : konten);
  const numbers = templates.versions(id).map(({ number }) => number);
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([201, 2, 202]);
});

it('One that an earlier Tranship has kept is its first version', () => {
  const { id } = templates.keep(konten);
  const path = join(folder, 'templates', `${id}.json`);
  writeFileSync(path, JSON.stringify({ id, template: konten }));
  templates.keep(changed);
  expect(templates.versions(id).map(({ number, madeBy }) => [number, madeBy])).toEqual([
    [1, undefined],
    [2, person],
  ]);
});
