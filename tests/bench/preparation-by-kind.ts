/**
 * @file `npm run bench:kinds`: prepares an export of each kind, beside the program of others that makes the same lines, or all
 * columns as JSON, of it; in turns, in one run on one machine. Processor time and ratios are what other programs falsify least.
 *
 *     npm run bench:kinds -- --size 60MB --rounds 3 --only narrow
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, printTable } from '../harness/printed-results.ts';
import { type Measured, measureProcess } from './measured-process.ts';
import { exportKinds, type Peer } from './preparation-kinds.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const node = join(root, 'node_modules/.bin/node');

const { values } = parseArgs({
  options: {
    /** In MB, of the text before it is packed. */
    size: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});

/** Where a program finds the packages that it needs; undefined where they cannot be fetched. */
function folderFor({ fetched }: Peer, folder: string): string | undefined {
  if (fetched === undefined) return join(root, 'node_modules/.cache/bench');
  const own = join(folder, 'fetched');
  mkdirSync(own, { recursive: true });
  const parameters = ['install', '--prefix', own, '--no-audit', '--no-fund', '--ignore-scripts', fetched];
  return spawnSync('npm', parameters, { cwd: own }).status === 0 ? own : undefined;
}

const folder = mkdtempSync(join(tmpdir(), 'tranship-bench-kinds-'));
try {
  const rows: string[][] = [];
  for (const [kind, { write, template, peer }] of Object.entries(exportKinds)) {
    if (values.only !== '' && values.only !== kind) continue;
    const path = await write(folder, Number(values.size) * 1e6);
    const templatePath = join(folder, `${kind}.json`);
    writeFileSync(templatePath, JSON.stringify(template));
    const out = join(folder, 'out');
    const place = folderFor(peer, folder);
    const program = place && join(place, `${kind}.mjs`);
    if (place !== undefined && program !== undefined) {
      mkdirSync(place, { recursive: true });
      writeFileSync(program, peer.program(path, join(folder, 'peer.jsonl')));
    }
    const ours: Measured[] = [];
    const theirs: Measured[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      rmSync(out, { recursive: true, force: true });
      const command = [join(root, 'out/main/tranship.js'), 'prepare', path, '--template', templatePath, '--out', out];
      ours.push(await measureProcess([node, ...command]));
      if (program !== undefined) theirs.push(await measureProcess([node, program]));
    }
    const of = (runs: readonly Measured[], fact: keyof Measured) => median(runs.map((run) => run[fact] ?? Number.NaN));
    const seconds = (runs: readonly Measured[], fact: keyof Measured) => (of(runs, fact) / 1000).toFixed(2);
    const times = (fact: keyof Measured) => (of(theirs, fact) / of(ours, fact)).toFixed(2);
    const peak = (runs: readonly Measured[]) => `${(of(runs, 'peakBytes') / 1e6).toFixed(0)} MB`;
    rows.push([
      ...[
        kind,
        `${(statSync(path).size / 1e6).toFixed(0)} MB`,
        seconds(ours, 'milliseconds'),
        seconds(ours, 'processorMs'),
      ],
      ...[peak(ours), program === undefined ? `${peer.name} cannot be fetched` : peer.name],
      ...[seconds(theirs, 'milliseconds'), seconds(theirs, 'processorMs'), peak(theirs)],
      ...[times('milliseconds'), times('processorMs')],
    ]);
    // What a run that must be ended early has found is there.
    console.log(rows.at(-1)?.join('  '));
    rmSync(path, { force: true });
  }
  console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}. Medians of ${values.rounds}.`);
  const head = ['', 'export', 's', 'core-s', 'peak', 'beside', 's', 'core-s', 'peak', '× by clock', '× by core-s'];
  printTable(head, rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
