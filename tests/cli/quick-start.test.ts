/** @file What a command loads before it begins: little, whatever else the program can do. */

import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluatedWith } from '../built-modules.ts';

const folder = join(import.meta.dirname, '../../out/main');
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

/** The built files that are evaluated with these. */
const loadedWith = (...entries: readonly string[]) => new Set(entries.flatMap((entry) => [...evaluatedWith(entry)]));

const startingWith = (start: string) => files.filter((name) => name.startsWith(`${start}-`));
const holdsApp = (loaded: ReadonlySet<string>) => [...loaded].some((name) => startingWith('app').includes(name));

describe('What a command loads', () => {
  it('is a handful of files where it only parses a call', () => {
    const loaded = loadedWith('tranship.js');
    expect(holdsApp(loaded)).toBe(false);
    expect(loaded.size).toBeLessThanOrEqual(6);
  });

  it('is a handful of files, and nothing of the app, where it only reads', () => {
    const loaded = loadedWith('tranship.js', ...startingWith('queue-list'), ...startingWith('queue'));
    expect(holdsApp(loaded)).toBe(false);
    expect(loaded.size).toBeLessThanOrEqual(21);
  });

  it('has nothing of what reads the queue, or of the app, for a check', () => {
    const loaded = loadedWith('tranship.js', 'check-worker.js', 'line-worker.js');
    expect(holdsApp(loaded)).toBe(false);
    expect([...loaded].filter((name) => startingWith('reading').includes(name))).toEqual([]);
  });

  it('is read at a byte a letter', () => {
    expect(files.filter((name) => /[^\0-\x7f]/.test(textOf(name)))).toEqual([]);
  });

  it('imports nothing from Node, such as node:http, which would bring the browser’s WebSocket', () => {
    const imported = files.flatMap((name) => [...textOf(name).matchAll(/^import .* from "([\w:/]+)";$/gm)]);
    expect(imported.map(([, module = '']) => module).filter(isBuiltin)).toEqual([]);
  });
});
