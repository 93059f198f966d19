/**
 * @file A computer with a machine policy: a process that sees a folder /etc/tranship of its own, laid over the real
 * /etc in a mount namespace, so that no other process sees it. Needs Linux and root.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lays a folder over /etc, makes what `$2` says in /etc/tranship, and becomes the program. */
const SCRIPT = `
set -e
here=$PWD
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work"
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$1/upper,workdir=$1/work" /etc
umask 022
mkdir /etc/tranship
cd /etc/tranship
eval "$2"
cd "$here"
shift 2
exec "$@"
`;

export interface PolicyPlace extends Disposable {
  /** What a program is to be started with; its own call follows. */
  readonly under: readonly string[];
}

/**
 * @param content of the policy file, as text or as what is to be written as JSON
 * @param arrangement commands in /etc/tranship that follow, for example on the rights of the file
 */
export function openPolicyPlace(content: unknown, arrangement = ''): PolicyPlace {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-policy-'));
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'policy.json'), text);
  const mounted = mkdtempSync(join(folder, 'etc-'));
  const steps = `cp '${join(folder, 'policy.json')}' policy.json\n${arrangement}`;
  return {
    under: ['unshare', '--mount', 'sh', '-c', SCRIPT, 'sh', mounted, steps],
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Why there can be no such place here; undefined where there can. */
export function whyNoPolicyPlace(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'A policy of the test’s own needs a mount namespace: Linux, as root.';
  using place = openPolicyPlace({});
  const [program = '', ...parameters] = [...place.under, 'true'];
  const { status, stderr } = spawnSync(program, parameters, { encoding: 'utf8' });
  return status === 0 ? undefined : `This system allows no folder laid over /etc: ${stderr}`;
}
