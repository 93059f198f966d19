/** @file JSON Lines that is nearly right: from the bytes of the file to lines that the service takes, without a template. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { examine } from '../../src-main/exports/examine.ts';
import { firstTemplate } from '../../src-main/prepare/first-template.ts';
import { rowMapper } from '../../src-main/templates/row-mapper.ts';
import { quiet, temporaryWorkArea } from '../exports/reading-all.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { uuid } from './exports.ts';

const transaction = (number: number, amount: string) =>
  `{"request_uuid":"${uuid(number, 3)}","sender":{"by_external_id":"C-1"},"receiver":{"by_external_id":"C-2"},"modification":{"external_id":"${uuid(number)}","amount":${amount},"currency":"EUR","created_at":"2026-11-01T10:00:00"},"additional_fields":{"note":"ü"}}`;
const all = ['1E5', '9007199254740993', '0.10'].map((amount, at) => transaction(at + 1, amount));
const pretty = (line: string) => line.replace(/[{,]/g, '$&\r\n  ');
const inCamelCase = (line: string) => line.replace(/_(.)(?=[a-z_]*":)/g, (_, letter: string) => letter.toUpperCase());

async function linesOf(content: string | Buffer): Promise<string[]> {
  const path = join(temporaryFolder(), 'export.json');
  writeFileSync(path, content);
  const { tables } = await examine([path], { workArea: temporaryWorkArea(), signal: quiet });
  const { template, isCertain } = firstTemplate(tables, [], 'Test');
  expect(isCertain).toBe(true);
  const map = rowMapper(template, tables[0]?.columns ?? []);
  return (tables[0]?.rows ?? []).map(map).map((row) => (row.kind === 'line' ? row.line : row.kind));
}

it.each([
  ['a list', `[${all.join(',')}]`],
  ['a list in an object', `{"export":{"at":"2026","transactions":[\n${all.join(',\n')}\n]}}`],
  ['objects that are laid out over several lines', all.map(pretty).join('\r\n')],
  ['a byte order mark and CRLF', `\uFEFF${all.join('\r\n')}\r\n`],
  ['UTF-16', Buffer.from(`\uFEFF${all.join('\n')}`, 'utf16le')],
  ['each in an object of its own', all.map((line) => `{"transaction":${line}}`).join('\n')],
  ['other spelling', all.map(inCamelCase).join('\n')],
  ['a list of such within another key', `{"items":[${all.map((line) => `{"data":${inCamelCase(line)}}`).join(',')}]}`],
  ['records that a separator divides', all.map((line) => `\u001e${line}\n`).join('')],
])('%s becomes JSON Lines without a hand, with every digit', async (_, content) => {
  expect(await linesOf(content)).toEqual(all);
});
