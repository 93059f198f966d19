/**
 * @file `npm run bench:prepare`: compares the preparation of a CSV with its parser alone, with DuckDB and with Miller, in
 * turns, in one run on one machine. What is not installed is named as missing.
 *
 *     npm run bench:prepare -- --size 1GB --rounds 3
 *     npm run bench:prepare -- --size 5GB --rounds 1 --only 'tranship prepare'
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, printTable } from '../harness/printed-results.ts';
import { type Measured, measureProcess } from './measured-process.ts';
import { fetchDuckDb } from './others.ts';
import { benchTemplate, writeExport } from './preparation-export.ts';

interface Contestant {
  name: string;
  /** Undefined where it is missing, and `why` tells the reason. */
  run?: () => Promise<Measured>;
  why?: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const node = join(root, 'node_modules/.bin/node');
const parserAlone = 'csv-parse alone, one thread';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '200MB' },
    rounds: { type: 'string', default: '3' },
    /** The contestant of this name, or those whose names have this in them. */
    only: { type: 'string', default: '' },
  },
});

function bytesOf(text: string): number {
  const found = /^(\d+(?:\.\d+)?)\s*(MB|GB)$/i.exec(text);
  if (found === null) throw new Error(`${text} is no size such as 200MB or 1GB.`);
  return Number(found[1]) * (found[2]?.toUpperCase() === 'GB' ? 1e9 : 1e6);
}

/** Reads every row into strings, and does nothing with them. */
const csvParseProgram = (path: string) => `
import { createReadStream } from 'node:fs';
import { parse } from ${JSON.stringify(join(root, 'node_modules/csv-parse/lib/index.js'))};
const parser = createReadStream(${JSON.stringify(path)}, { highWaterMark: 1 << 20 }).pipe(parse({ delimiter: ';' }));
let rows = 0;
parser.on('readable', () => { while (parser.read() !== null) rows++; });
parser.on('end', () => console.log(rows));
`;

const duckDbProgram = (folder: string, path: string, out: string) => `
import { createRequire } from 'node:module';
const { DuckDBInstance } = createRequire(${JSON.stringify(join(folder, 'duckdb/'))})('@duckdb/node-api');
const connection = await (await DuckDBInstance.create(':memory:', { memory_limit: '250MB' })).connect();
await connection.run("COPY (SELECT * FROM read_csv('${path}', delim = ';', header = true, all_varchar = true)) TO '${out}' (FORMAT json)");
`;

function contestantsFor(folder: string, path: string): Contestant[] {
  const out = join(folder, 'out');
  const template = join(folder, 'template.json');
  writeFileSync(template, JSON.stringify(benchTemplate));
  const empty = () => {
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out);
  };
  const tranship = (...more: string[]) => {
    empty();
    // The product as it ships: what a clerk's terminal or scheduled task runs.
    return measureProcess([node, join(root, 'out/main/tranship.js'), 'prepare', path, '--template', template, ...more]);
  };
  const script = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const contestants: Contestant[] = [
    {
      name: parserAlone,
      run: () => measureProcess([node, script('csv-parse.mjs', csvParseProgram(path))]),
    },
    { name: 'tranship prepare', run: () => tranship('--out', join(out, 'prepared')) },
    { name: 'tranship prepare, one worker', run: () => tranship('--out', join(out, 'prepared'), '--workers', '1') },
    { name: 'tranship prepare --plan', run: () => tranship('--plan') },
  ];
  const isWanted = ({ name }: Contestant) => name.includes(values.only);
  const duckDb = 'DuckDB, CSV to JSON lines';
  if (isWanted({ name: duckDb })) {
    const fetched = fetchDuckDb(folder);
    contestants.push(
      'missing' in fetched
        ? { name: duckDb, why: fetched.missing }
        : {
            name: duckDb,
            run: () => {
              empty();
              return measureProcess([node, script('duckdb.mjs', duckDbProgram(folder, path, join(out, 'x.jsonl')))]);
            },
          },
    );
  }
  const hasMiller = spawnSync('mlr', ['--version']).status === 0;
  contestants.push(
    hasMiller
      ? {
          name: 'mlr --icsv --ojsonl cat',
          run: () => {
            empty();
            return measureProcess(['mlr', '--icsv', '--ifs', ';', '--ojsonl', 'cat', path], {
              stdout: join(out, 'x.jsonl'),
            });
          },
        }
      : { name: 'mlr --icsv --ojsonl cat', why: 'Miller is not installed (apt-get install miller).' },
  );
  const named = contestants.filter(({ name }) => name === values.only);
  return named.length > 0 ? named : contestants.filter(isWanted);
}

function show(contestants: readonly Contestant[], runs: ReadonlyMap<string, readonly Measured[]>, bytes: number): void {
  const allOf = (name: string) => runs.get(name) ?? [];
  const speedOf = (name: string) => bytes / 1000 / median(allOf(name).map(({ milliseconds }) => milliseconds));
  // What a machine that does something else at the same time falsifies least.
  const speedOfCore = (name: string) =>
    bytes / 1000 / median(allOf(name).map(({ processorMs }) => processorMs ?? Number.NaN));
  const ratio = (speed: (name: string) => number, name: string) => {
    const found = speed(name) / speed(parserAlone);
    return Number.isNaN(found) ? '' : found.toFixed(2);
  };
  const head = ['', 'MB/s', 'core-s', 'MB/core-s', 'cores', 'peak', '× parser', '× parser, per core'];
  const rows: Parameters<typeof printTable>[1][number][] = [];
  for (const { name, why } of contestants) {
    const all = runs.get(name);
    if (all === undefined) {
      rows.push([name, { content: `missing: ${why}`, colSpan: 7 }]);
      continue;
    }
    const milliseconds = median(all.map((run) => run.milliseconds));
    const processorMs = median(all.map((run) => run.processorMs ?? Number.NaN));
    const peak = median(all.map(({ peakBytes }) => peakBytes ?? Number.NaN));
    rows.push([
      name,
      speedOf(name).toFixed(1),
      (processorMs / 1000).toFixed(1),
      speedOfCore(name).toFixed(1),
      (processorMs / milliseconds).toFixed(2),
      `${(peak / 1e6).toFixed(0)} MB`,
      ratio(speedOf, name),
      ratio(speedOfCore, name),
    ]);
  }
  printTable(head, rows);
}

const size = bytesOf(values.size);
const { bavail, bsize } = statfsSync(tmpdir());
// The export, the lines, and the files of the others are there at the same time.
if (bavail * bsize < 4 * size)
  throw new Error(`There is no room for ${values.size} and what comes of it in ${tmpdir()}.`);
const folder = mkdtempSync(join(tmpdir(), 'tranship-bench-prepare-'));
try {
  const path = join(folder, 'export.csv');
  const { rows, bytes } = writeExport(path, size);
  const contestants = contestantsFor(folder, path);
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${(bytes / 1e6).toFixed(0)} MB, ${rows} rows, 20 columns; ${availableParallelism()} cores, load ${load} before.`,
  );
  const runs = new Map<string, Measured[]>();
  // In turns, so that a slower machine affects all.
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { name, run } of contestants) {
      if (run === undefined) continue;
      runs.set(name, [...(runs.get(name) ?? []), await run()]);
    }
    // After each round, so that a run that must be ended early has told something.
    console.log(`Medians of ${round + 1}:`);
    show(contestants, runs, bytes);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
