/**
 * @file Measures the preparation of each kind of export beside the program of others that makes the same lines, or all columns as
 * JSON, of it. Both run as a person starts them: what their start costs is part of the time.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ComparedTable } from './compared-table.ts';
import { type Measured, measureProcess } from './measured-process.ts';
import { exportKinds, type Peer } from './preparation-kinds.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const node = join(root, 'node_modules/.bin/node');

interface ExportsOptions {
  folder: string;
  /** Of the text of each, before it is packed. */
  bytes: number;
  rounds: number;
  /** Kinds whose names have this in them. */
  only: string;
}

export async function compareExports(table: ComparedTable, { folder, bytes, rounds, only }: ExportsOptions) {
  for (const [kind, { write, template, peer }] of Object.entries(exportKinds)) {
    if (!kind.includes(only)) continue;
    const path = await write(folder, bytes);
    const templatePath = join(folder, `${kind}.json`);
    writeFileSync(templatePath, JSON.stringify(template));
    const out = join(folder, 'out');
    const prepare = [join(root, 'out/main/tranship.js'), 'prepare', path, '--template', templatePath, '--out', out];
    const program = programOf(peer, { folder, kind, path });
    const ours: Measured[] = [];
    const theirs: Measured[] = [];
    for (let round = 0; round < rounds; round++) {
      rmSync(out, { recursive: true, force: true });
      ours.push(await measureProcess([node, ...prepare]));
      if (program !== undefined) theirs.push(await measureProcess([node, program]));
    }
    const name = 'our preparation';
    if (program === undefined) console.log(`${peer.name}, beside ${kind}, cannot be fetched.`);
    const results = new Map([[name, ours], ...(theirs.length > 0 ? ([[peer.name, theirs]] as const) : [])]);
    table.add(`${kind} export`, bytes, results, theirs.length > 0 ? peer.name : name);
    rmSync(path, { force: true });
  }
}

/** Where the program of a peer was written; undefined where its packages cannot be fetched. */
function programOf(peer: Peer, { folder, kind, path }: Record<'folder' | 'kind' | 'path', string>): string | undefined {
  const place = peer.fetched === undefined ? join(root, 'node_modules/.cache/bench') : join(folder, 'fetched');
  mkdirSync(place, { recursive: true });
  const fetch = ['install', '--prefix', place, '--no-audit', '--no-fund', '--ignore-scripts', peer.fetched ?? ''];
  if (peer.fetched !== undefined && spawnSync('npm', fetch, { cwd: place }).status !== 0) return undefined;
  const program = join(place, `${kind}.mjs`);
  writeFileSync(program, peer.program(path, join(folder, 'peer.jsonl')));
  return program;
}
