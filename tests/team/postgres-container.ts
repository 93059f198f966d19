/** @file PostgreSQL in a container, where this computer has no package of it: for trying out a team ledger on any system. */

import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as passTime } from 'node:timers/promises';
import pg from 'pg';
import type { Issued } from '../wire/network/authority.ts';
import type { PostgresPlace } from './postgres-server.ts';

const IMAGE = 'docker.io/library/postgres:17';
const TOOLS = ['docker', 'podman'];
/** The certificate and its key go in as variables: no file of this computer is shared with the container. */
const BEGIN = `
umask 077
printf '%s' "$CERTIFICATE" > /var/lib/postgresql/server.crt
printf '%s' "$KEY" > /var/lib/postgresql/server.key
chown postgres /var/lib/postgresql/server.crt /var/lib/postgresql/server.key
exec docker-entrypoint.sh postgres -c ssl=on -c fsync="$FSYNC" \
  -c ssl_cert_file=/var/lib/postgresql/server.crt -c ssl_key_file=/var/lib/postgresql/server.key
`;
const LOOK_MS = 300;

/** The program that runs containers here; undefined without one that works. */
export function containerTool(): string | undefined {
  return TOOLS.find((tool) => spawnSync(tool, ['info'], { stdio: 'ignore' }).status === 0);
}

/** @throws Error where nothing here runs containers */
export function containerPlace(port: number, { cert, key }: Issued, durable: boolean): PostgresPlace {
  const tool = containerTool();
  if (tool === undefined) throw new Error('There is neither PostgreSQL here nor anything that runs containers.');
  const [name, password] = [`tranship-${randomUUID()}`, randomUUID()];
  const superuser = {
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    // Its certificate is the only one that is trusted.
    ssl: { ca: cert, allowPartialTrustChain: true },
  };
  const call = [
    ...['run', '--rm', '--name', name, '--publish', `127.0.0.1:${port}:5432`],
    // So that a server that crashed finds its data again.
    ...['--volume', `${name}:/var/lib/postgresql/data`],
    ...['--env', 'CERTIFICATE', '--env', 'KEY', '--env', 'FSYNC', '--env', 'POSTGRES_PASSWORD'],
    ...['--entrypoint', 'sh', IMAGE, '-c', BEGIN],
  ];
  const env = {
    ...process.env,
    CERTIFICATE: cert,
    KEY: key,
    FSYNC: durable ? 'on' : 'off',
    POSTGRES_PASSWORD: password,
  };
  return {
    // The client passes signals on.
    start: () => spawn(tool, call, { env, stdio: ['ignore', 'ignore', 'pipe'] }),
    accepts: async (server) => {
      while (server.exitCode === null && !(await answers(superuser))) await passTime(LOOK_MS);
    },
    superuser,
    remove: () => void spawnSync(tool, ['volume', 'rm', '--force', name], { stdio: 'ignore' }),
  };
}

async function answers(superuser: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...superuser, database: 'postgres' });
  // A server that ends while it is asked.
  client.on('error', () => {});
  return await client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
