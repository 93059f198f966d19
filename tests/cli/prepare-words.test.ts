/** @file What `tranship prepare` says when a call or an export is not as it should be: each sentence says what to do. */

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { openWorkplace } from './tranship.ts';

async function openDesk() {
  const workplace = await openWorkplace();
  const place = (name: string) => join(workplace.folder, name);
  const file = async (name: string, content: string | Uint8Array) => {
    await writeFile(place(name), content);
    return place(name);
  };
  const source = await file('november.csv', csvOf([paymentRow(1), paymentRow(2)]));
  const template = await file('template.json', JSON.stringify(paymentTemplate));
  const run = (...args: string[]) => workplace.run(['prepare', ...args]);
  return {
    workplace,
    place,
    file,
    source,
    template,
    run,
    [Symbol.asyncDispose]: () => workplace[Symbol.asyncDispose](),
  };
}

it('A wrong call is pointed to the help of its own command', async () => {
  await using desk = await openDesk();
  const { run, source, template, workplace } = desk;
  const withoutTemplate = await run(source, '--out', desk.place('out'));
  expect(withoutTemplate.exitCode).toBe(2);
  expect(withoutTemplate.stderr).toContain('--propose FILE writes a proposal.');
  expect(withoutTemplate.stderr).toContain('See “tranship prepare --help”.');
  const wrongReading = await run(source, '--template', template, '--plan', '--reading', 'headerRow=abc', '--json');
  expect(wrongReading.events).toContainEqual(
    expect.objectContaining({ event: 'error', remedy: 'See “tranship prepare --help”.' }),
  );
  const unknown = await workplace.run(['template', 'show', 'nothing of this name']);
  expect(unknown.stderr).toContain('See “tranship template show --help”.');
});

it('A template that is not stored: those that are stored are named', async () => {
  await using desk = await openDesk();
  const { run, source, template, workplace } = desk;
  const none = await run(source, '--template', 'Umsatz', '--plan');
  expect(none).toMatchObject({ exitCode: 2 });
  expect(none.stderr).toContain('There is no file and no stored template named “Umsatz”. None is stored.');
  await workplace.run(['template', 'import', template]);
  const one = await run(source, '--template', 'Umsatz', '--plan');
  expect(one.stderr).toContain('named “Umsatz”. Stored are: “Payments of the old system”.');
});

it('A template of a later version is not complained about in its details', async () => {
  await using desk = await openDesk();
  const later = await desk.file('later.json', JSON.stringify({ ...paymentTemplate, version: 2, more: true }));
  const { stderr, exitCode } = await desk.run(desk.source, '--template', later, '--plan');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('made for a newer version of Tranship (template version 2; this one reads version 1)');
  expect(stderr).not.toContain('more');
});

it('A finished preparation is called finished, and stays as it is', async () => {
  await using desk = await openDesk();
  const call = [desk.source, '--template', desk.template, '--out', desk.place('out')];
  expect((await desk.run(...call)).exitCode).toBe(0);
  const again = await desk.run(...call);
  expect(again.exitCode).toBe(2);
  expect(again.stderr).toContain(`The folder has a finished preparation: ${join(desk.place('out'), 'manifest.json')}.`);
  expect(again.stderr).toContain('or choose another folder to prepare again.');
});

it('A manifest of something else does not make a folder a finished preparation', async () => {
  await using desk = await openDesk();
  await mkdir(desk.place('site'));
  await desk.file('site/manifest.json', '{"name":"A web page","version":1}');
  const { stderr } = await desk.run(desk.source, '--template', desk.template, '--out', desk.place('site'));
  expect(stderr).toContain('has manifest.json in it');
});

it('An export with a header only', async () => {
  await using desk = await openDesk();
  const head = await desk.file('head.csv', csvOf([]));
  const { stderr, exitCode } = await desk.run(head, '--template', desk.template, '--plan');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('head.csv may have the names of columns, but it has no rows.');
  expect(stderr).not.toContain('findings');
});

it('An export of which the template leaves out every row', async () => {
  await using desk = await openDesk();
  const leaving = { ...paymentTemplate, leaveOutRows: [{ column: 'currency', test: 'filled' }] };
  const template = await desk.file('leaving.json', JSON.stringify(leaving));
  const { stderr } = await desk.run(desk.source, '--template', template, '--plan');
  expect(stderr).toMatch(/The template leaves out every row of .*november\.csv \(2\)/);
});

it('A transaction without a currency has a line of its own among the sums', async () => {
  await using desk = await openDesk();
  const source = await desk.file('some.csv', csvOf([paymentRow(1), paymentRow(2, { currency: '' })]));
  const { stdout } = await desk.run(source, '--template', desk.template, '--plan');
  expect(stdout).toMatch(/│ \(none\) +│ 1 /);
});

it('Of a folder with much that is no export, the first five are named', async () => {
  await using desk = await openDesk();
  await mkdir(desk.place('folder'));
  await desk.file('folder/z.csv', csvOf([paymentRow(1)]));
  for (const at of [1, 2, 3, 4, 5, 6, 7]) await desk.file(`folder/${at}.pdf`, '%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n');
  const { stdout, exitCode } = await desk.run(desk.place('folder'), '--template', desk.template, '--plan');
  expect(exitCode).toBe(0);
  expect(stdout.match(/\d\.pdf is no export, and is left out\./g)).toHaveLength(5);
  expect(stdout).toContain('5.pdf is no export, and is left out.\n… and 2 more files.\n');
});

it('A file that is named twice is prepared once, and this is said', async () => {
  await using desk = await openDesk();
  const { stdout } = await desk.run(desk.source, desk.source, '--template', desk.template, '--plan');
  expect(stdout).toContain('november.csv was named more than once, and is prepared once.\n');
  expect(stdout).toContain('2 rows: 2 transactions');
});

it('A damaged archive among others: what to do with it', async () => {
  await using desk = await openDesk();
  await mkdir(desk.place('folder'));
  await desk.file('folder/a.csv', csvOf([paymentRow(1)]));
  // The beginning of a zip archive, and nothing of the rest.
  await desk.file('folder/b.zip', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, ...new Array<number>(40).fill(7)));
  const { stderr, exitCode } = await desk.run(desk.place('folder'), '--template', desk.template, '--plan');
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('b.zip');
  expect(stderr).toContain('move it out of the folder to prepare the others without it.');
});

it('What is not ready to be sent is called so', async () => {
  await using desk = await openDesk();
  const source = await desk.file('bad.csv', csvOf([paymentRow(1), paymentRow(2, { amount: 'much' })]));
  const { stdout, exitCode } = await desk.run(source, '--template', desk.template, '--out', desk.place('out'));
  expect(exitCode).toBe(1);
  expect(stdout).toContain('Not ready to be sent: 1 row refused. Correct this before you send.\n');
  const good = await desk.run(desk.source, '--template', desk.template, '--out', desk.place('good'));
  expect(good.stdout).not.toContain('Not ready');
});
