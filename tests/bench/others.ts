/**
 * @file Programs of others that read JSON, fetched into a folder of the bench and never into the project: DuckDB from npm,
 * simdjson from Debian. Where one cannot be had, a sentence says why.
 */

import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program with its parameters, to which the path of the file is added. It prints what contestants.ts prints. */
export type Other = { command: readonly string[] } | { missing: string };

const DUCKDB = '@duckdb/node-api@1.5.6-r.1';
const PATIENCE_MS = 180_000;

const run = (command: string, parameters: readonly string[], cwd: string) =>
  spawnSync(command, parameters, { cwd, encoding: 'utf8', timeout: PATIENCE_MS });

const lastLine = (text: string | null) => text?.trim().split('\n').at(-1) ?? '';

export function fetchDuckDb(folder: string): Other {
  const own = join(folder, 'duckdb');
  mkdirSync(own, { recursive: true });
  const { status, stderr } = run('npm', ['install', '--prefix', own, '--no-audit', '--no-fund', DUCKDB], own);
  if (status !== 0) return { missing: `DuckDB cannot be fetched from npm (${lastLine(stderr)}).` };
  const program = join(own, 'read.mjs');
  writeFileSync(
    program,
    `import { DuckDBInstance } from '@duckdb/node-api';
const started = performance.now();
const before = process.cpuUsage();
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const path = process.argv[2].replaceAll("'", "''");
const reader = await connection.runAndReadAll(
  "SELECT count(*)::INTEGER, count(json_type(json))::INTEGER FROM read_json_objects('" + path + "', format = 'newline_delimited')",
);
const [[lines]] = reader.getRows();
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({
  lines,
  milliseconds: performance.now() - started,
  processorMs: (user + system) / 1000,
  peakBytes: process.resourceUsage().maxRSS * 1024,
}));
`,
  );
  return { command: [process.execPath, program] };
}

export function buildSimdjson(folder: string): Other {
  const own = join(folder, 'simdjson');
  mkdirSync(own, { recursive: true });
  const unpack = (name: string) => {
    const [file = ''] =
      run('apt-get', ['download', name], own).status === 0 ? globSync(`${name}_*.deb`, { cwd: own }) : [];
    return run('dpkg', ['-x', file, '.'], own).status === 0 ? file : undefined;
  };
  const headersFile = unpack('libsimdjson-dev');
  const needed = run('dpkg', ['-f', headersFile ?? '', 'Depends'], own).stdout ?? '';
  const library = /libsimdjson\d+/.exec(needed)?.[0];
  if (library === undefined || unpack(library) === undefined)
    return { missing: 'simdjson cannot be fetched: there is no libsimdjson-dev here.' };
  const headers = join(own, 'usr/include');
  const [shared = ''] = globSync('usr/lib/**/libsimdjson.so', { cwd: own });
  const libraries = join(own, dirname(shared));
  const source = fileURLToPath(new URL('./simdjson.cpp', import.meta.url));
  const program = join(own, 'read');
  const link = ['-L', libraries, `-Wl,-rpath,${libraries}`, '-lsimdjson', '-lpthread'];
  const built = run('g++', ['-O3', '-std=c++17', '-I', headers, '-o', program, source, ...link], own);
  if (built.status !== 0) return { missing: `simdjson cannot be built (${lastLine(built.stderr)}).` };
  return { command: [program] };
}
