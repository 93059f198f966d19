/** @file No text that comes from elsewhere steers a terminal, and all texts go through one gate. */

import { globSync, readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { LiveLines } from '../../../src-main/shells/cli/live-lines.ts';
import { Output } from '../../../src-main/shells/cli/output.ts';
import type { Outlet } from '../../../src-main/shells/cli/ports.ts';
import { createProgram } from '../../../src-main/shells/cli/program.ts';
import { askSecret } from '../../../src-main/shells/cli/prompt.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { visible, visibleJson, visibleLines } from '../../../src-shared/visible-text.ts';
import { anyText } from '../../any-text.ts';

/** Every character by which a text could steer a terminal or show in another order than it is, by its number. */
const steering = [
  ...Array.from({ length: 0x20 }, (_, number) => number),
  ...Array.from({ length: 0x21 }, (_, number) => 0x7f + number),
  ...[0xad, 0x61c, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x2060, 0xfeff],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0xe0001, 0xe0041],
].map((number) => String.fromCodePoint(number));
const everything = `a${steering.join('b')}\ud800c`;
/** A line that no one said: the cursor goes up, and another text is drawn. */
const forgery = '\u001b[1A\u001b[2Kday.jsonl  processed\r\n\u009b1Aprocessed\u202e';

/** A stream that keeps what is written to it, and calls itself a terminal if wanted. */
function paper(isTTY: boolean): { stream: Outlet; written: () => string } {
  let text = '';
  const writable = new Writable({
    write: (chunk, _, done) => {
      text += String(chunk);
      done();
    },
  });
  return { stream: Object.assign(writable, { isTTY, columns: 60, rows: 20 }), written: () => text };
}

function output(json: boolean, isTTY = false) {
  const [stdout, stderr] = [paper(isTTY), paper(isTTY)];
  const shown = new Output({ json, stdout: stdout.stream, stderr: stderr.stream });
  return { shown, stdout: stdout.written, stderr: stderr.written };
}

/** What is left of a text without its line ends, which are ours. */
const lineEndsAside = (text: string) => text.replaceAll('\n', '');

describe('the gate', () => {
  it('shows each character that steers, and leaves no other', () => {
    for (const character of steering) expect(visible(character), JSON.stringify(character)).toMatch(/^\\[ -~]+$/);
    expect(visible('\u001b[31m\u202e\n\u0085')).toBe('\\x1b[31m\\u202e\\n\\x85');
    expect(visible('Größe 12 €, 東京, \u{1f600}, “so”')).toBe('Größe 12 €, 東京, \u{1f600}, “so”');
  });

  it('lets nothing through that is not printable, of any text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(visibleLines(text).split('\n')).toHaveLength(text.split('\n').length);
      }),
    );
  });

  it('makes JSON that reads as before, and is harmless as a text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), anyText(), fc.constant(everything)), (value) => {
        const text = visibleJson({ value });
        expect(JSON.parse(text)).toEqual({ value });
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('the output', () => {
  it.each([false, true])('draws no forged line, on a terminal or not (%s)', (isTTY) => {
    const { shown, stdout, stderr } = output(false, isTTY);
    shown.say(forgery);
    shown.sayBeside(forgery, `${forgery} ${everything}`);
    shown.sayLines([forgery, everything]);
    shown.table([forgery, 'b'], [[everything, forgery]]);
    shown.complain(new AppError('batch.failed', { reason: forgery }));
    shown.warn(new AppError('service.refused', { endpoint: forgery, status: 400, reason: everything }));
    for (const text of [stdout(), stderr()]) {
      expect(lineEndsAside(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(text).not.toMatch(/^(day\.jsonl {2})?processed/m);
    }
  });

  it('reckons the width of a table after the gate, so that its lines are equally long', () => {
    const { shown, stdout } = output(false);
    shown.table(['state'], [['a'], ['\u001b[31mIN_PROGRESS\u202e']]);
    const widths = stdout()
      .trim()
      .split('\n')
      .map(({ length }) => length);
    expect(new Set(widths).size).toBe(1);
  });

  it('emits JSON that is harmless on a terminal', () => {
    const { shown, stdout } = output(true);
    shown.emit('state', { remoteState: everything });
    shown.complain(new AppError('batch.failed', { reason: forgery }));
    expect(lineEndsAside(stdout())).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(stdout().split('\n')[0] ?? '')).toEqual({ event: 'state', remoteState: everything });
  });

  it('moves the cursor only by itself in lines that are redrawn', async () => {
    const { shown, stdout } = output(false, true);
    new LiveLines(shown).draw(() => [`\u001b]52;c;AAAA\u0007${forgery}`]);
    await vi.waitFor(() => expect(stdout()).toContain('\\x1b]52;c;AAAA\\x07\\x1b[1A'));
    for (const raw of ['\u001b]52', '\u0007', '\u001b[1A\u001b[2Kday', '\u202e']) expect(stdout()).not.toContain(raw);
  });

  it('asks for a secret with a question that steers nothing', async () => {
    const { stream, written } = paper(true);
    const stdin = Object.assign(new (await import('node:stream')).PassThrough(), { isTTY: true });
    const asked = askSecret(`Secret of ${forgery}: `, { ports: { stdin, stderr: stream }, interrupt: () => {} });
    stdin.write('x\n');
    await asked;
    expect(lineEndsAside(written())).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

it.each([
  [['--\u001b[2J\u202e\nprocessed']],
  [['check\u001b[1A\nprocessed']],
  [['work', '--timeout', '\u009b1A\nprocessed']],
])('a wrong call is quoted, and forges nothing: %j', async (call) => {
  const said: string[] = [];
  const argv = ['node', 'tranship', ...call];
  const stream = (keep: (text: string) => void) =>
    new Writable({ write: (chunk, _, done) => done(void keep(`${chunk}`)) });
  const stderr = stream((text) => said.push(text));
  const program = createProgram(() => Promise.resolve(), { stdout: stderr, stderr, argv });
  const override = (command: typeof program) => {
    command.exitOverride();
    command.commands.forEach(override);
  };
  override(program);
  await expect(program.parseAsync(argv)).rejects.toThrow();
  expect(said.join('')).not.toBe('');
  expect(lineEndsAside(said.join(''))).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(said.join('')).not.toMatch(/^processed/m);
});

it('nothing but the owners of the output writes to the terminal', () => {
  const owners = ['command-line', 'live-lines', 'output', 'program', 'prompt', 'streams'];
  const handedOn = ['ports', 'process-ports'];
  const readingAnotherProgram = ['src-main/ground/system-programs', 'src-main/wire/network/kerberos-ticket'];
  const files = globSync('src-main/**/*.ts', { exclude: ['src-main/shells/{electron,browser}/**', '**/assembly/**'] });
  expect(files.length).toBeGreaterThan(500);
  const writing = files.filter((file) => /\b(stdout|stderr|console)\b/.test(readFileSync(file, 'utf8')));
  const names = writing.map((file) => file.replaceAll('\\', '/').replace(/^src-main\/shells\/cli\/|\.ts$/g, ''));
  expect(names.filter((name) => ![...owners, ...handedOn, ...readingAnotherProgram].includes(name))).toEqual([]);
});
