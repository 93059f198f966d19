/**
 * @file `node .github/scripts/signatures.ts FILE…`: fails unless each program, installer or app is signed in a way that the
 * system accepts: on Windows with a time stamp, on macOS notarised. With an installed app of Windows go its other programs.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { run } from './run.ts';

/** Runs a command; returns what it printed. */
export type Ask = (program: string, values: readonly string[], variables?: NodeJS.ProcessEnv) => string;

const signatureSchema = z.object({ status: z.string(), signer: z.string().nullable(), timed: z.boolean() });

/** The path is a variable, because quotes in it would end the command. */
const AUTHENTICODE =
  '$s = Get-AuthenticodeSignature -LiteralPath $env:SIGNED_FILE; ' +
  '@{ status = "$($s.Status)"; signer = $s.SignerCertificate.Subject; timed = $null -ne $s.TimeStamperCertificate } | ' +
  'ConvertTo-Json -Compress';

/** @param ask throws where the command fails. @throws Error that says which signature is wrong, and why */
export function checkSignature(file: string, platform: string, ask: Ask): string {
  if (platform === 'win32') {
    const said = ask('powershell', ['-NoProfile', '-NonInteractive', '-Command', AUTHENTICODE], { SIGNED_FILE: file });
    if (said.trim() === '') throw new Error(`PowerShell said nothing of the signature of ${file}.`);
    const { status, signer, timed } = signatureSchema.parse(JSON.parse(said));
    if (status !== 'Valid') throw new Error(`The signature of ${file} is ${status}, not Valid.`);
    if (!timed) throw new Error(`The signature of ${file} has no time stamp, so it ends with its certificate.`);
    return `${file}: ${signer}`;
  }
  if (platform !== 'darwin') throw new Error(`There are no signatures on ${platform}.`);
  if (file.endsWith('.pkg')) {
    ask('pkgutil', ['--check-signature', file]);
    ask('spctl', ['--assess', '--verbose', '--type', 'install', file]);
  } else {
    ask('codesign', ['--verify', '--deep', '--strict', '--verbose=2', file]);
    ask('spctl', ['--assess', '--verbose', '--type', 'execute', file]);
  }
  ask('xcrun', ['stapler', 'validate', file]);
  return `${file}: signed, accepted by Gatekeeper and notarised`;
}

/** The app with the programs of its command, which Windows knows by signatures of their own. @throws Error if they are missing */
export function withItsPrograms(file: string): string[] {
  if (!/[\\/]Tranship\.exe$/.test(file)) return [file];
  const command = join(dirname(file), 'resources', 'command');
  const programs = readdirSync(command).filter((name) => name.endsWith('.exe'));
  if (programs.length === 0) throw new Error(`There are no programs in ${command}.`);
  return [file, ...programs.map((name) => join(command, name))];
}

const askSystem: Ask = (program, values, variables = {}) => {
  const answer = spawnSync(program, [...values], { encoding: 'utf8', env: { ...process.env, ...variables } });
  if (answer.status === 0) return answer.stdout;
  throw new Error(`${program} ${values.join(' ')}: ${answer.error?.message ?? answer.stderr + answer.stdout}`);
};

if (import.meta.main) {
  run((files) => {
    if (files.length === 0) throw new Error('Name the files whose signatures to check.');
    return files
      .flatMap(withItsPrograms)
      .map((file) => checkSignature(file, process.platform, askSystem))
      .join('\n');
  });
}
