import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { partialOf } from '../../src-main/ground/files/new-file.ts';
import { KeptTemplates } from '../../src-main/prepare/kept-templates.ts';
import { templateText } from '../../src-main/templates/template-file.ts';
import { FakeClock } from '../fake-clock.ts';
import { paymentTemplate } from './exports.ts';

const konten = { ...paymentTemplate, name: 'konten' };

let folder: string;
let templates: KeptTemplates;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tranship-templates-'));
  templates = new KeptTemplates(folder, new FakeClock());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
