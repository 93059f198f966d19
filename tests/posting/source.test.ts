import { appendFile, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { checkSource, transactionLines } from '../../src-main/posting/source.ts';
import { transactionLine } from '../cli/transactions.ts';
import { collected } from './collected.ts';

async function fileOf(content: string | Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-source-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  await writeFile(path, content);
  return path;
}

async function check(path: string) {
  const rules: string[] = [];
  const checked = await checkSource(path, defaultRuleSet, {
    signal: new AbortController().signal,
    onFindings: (findings) => rules.push(...Array.from(findings, ({ rule }) => rule)),
  });
  return { ...checked, rules };
}

/** The lines as text, by their numbers. */
async function linesOf(path: string, isDue: (line: number) => boolean = () => true) {
  const { source } = await check(path);
  const lines = await collected(transactionLines(source, isDue));
  return Object.fromEntries(lines.map(({ number, bytes }) => [number, Buffer.from(bytes).toString()]));
}

const laidOut = JSON.stringify(JSON.parse(transactionLine()), null, 2);

it('lines are read without their ends, of any kind', async () => {
  const [one, two, three] = [transactionLine(), transactionLine(), transactionLine()];
  expect(await linesOf(await fileOf(`${one}\n${two}\r\n${three}`))).toEqual({ 1: one, 2: two, 3: three });
});

it('a byte order mark and blank lines are left out, and lines are counted as in the check', async () => {
  const [one, two] = [transactionLine(), transactionLine()];
  const path = await fileOf(`\uFEFF${one}\n \r\n\n${two}\n`);
  expect(await linesOf(path)).toEqual({ 1: one, 4: two });
  expect((await check(path)).source.lines).toBe(4);
});

it('lines longer than a block are read, and only those that are due', async () => {
  const long = transactionLine().replace('RETAIL', 'x'.repeat(700_000));
  const lines = [transactionLine(), long, long, transactionLine()];
  const path = await fileOf(lines.map((line) => `${line}\n`).join(''));
  expect(await linesOf(path, (line) => line !== 2)).toEqual({ 1: lines[0], 3: lines[2], 4: lines[3] });
});

it('an object that is laid out over several lines is one transaction', async () => {
  const path = await fileOf(`${laidOut}\n`);
  expect(await check(path)).toMatchObject({ source: { lines: 1, isOneTransaction: true }, errors: 0, rules: [] });
  expect(await linesOf(path)).toEqual({ 1: laidOut });
});

it.each([
  ['a missing bracket', laidOut.slice(0, -1), 'json.syntax'],
  ['two transactions', `${laidOut}\n${laidOut}`, 'json.syntax'],
  ['a missing field', '{\n  "sender": { "by_external_id": "c" }\n}', 'field.required'],
  ['a list', `[\n${laidOut}\n]`, 'file.not-jsonl'],
  ['nothing', '', 'file.empty'],
])('the check finds %s', async (_, content, rule) => {
  const { rules, errors } = await check(await fileOf(content));
  expect(rules).toContain(rule);
  expect(errors).toBeGreaterThan(0);
});

it.each([
  ['lines', `${transactionLine()}\n`],
  ['one transaction', laidOut],
])('no line of %s is given out once the file has changed', async (_, content) => {
  const path = await fileOf(content);
  const { source } = await check(path);
  await appendFile(path, ' ');
  await expect(collected(transactionLines(source, () => true))).rejects.toMatchObject({ code: 'file.changed' });
});

it('a file that was written again with the same length is noticed', async () => {
  const path = await fileOf(`${transactionLine()}\n`);
  const { source } = await check(path);
  await utimes(path, new Date(), new Date(source.modifiedAt + 2000));
  await expect(collected(transactionLines(source, () => true))).rejects.toMatchObject({ code: 'file.changed' });
});
