/**
 * @file A third-party S3 store: Ceph with its object gateway, as a minimal cluster with its objects in memory.
 * Addresses are signed by aws4fetch, also from a third party.
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AwsClient } from 'aws4fetch';
import { vi } from 'vitest';
import type { Storage } from '../harness/opponent/storage.ts';
import { WAIT_MS } from '../patience.ts';
import { reservePort } from '../wire/network/reserved-port.ts';

export interface ObjectStore extends AsyncDisposable {
  /**
   * A pre-signed address of one object. Of a PUT, `If-None-Match: *` is signed, too.
   * @param issuedAt milliseconds since the epoch; now, unless an address is wanted that has expired
   */
  sign(method: 'GET' | 'PUT', key: string, issuedAt?: number): Promise<string>;
  /** The bytes of an object; undefined when there is none. */
  read(key: string): Promise<Buffer | undefined>;
  write(key: string, content: string): Promise<void>;
  /** Must stay secret. */
  readonly secretKey: string;
}

/** Of every signed address. */
export const ADDRESS_LIFETIME_SECONDS = 900;

const HOST = '127.0.0.1';
const BUCKET = 'tenant-uploads';
const run = promisify(execFile);

export async function startObjectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'tranship-ceph-'));
  const daemons: ChildProcess[] = [];
  const close = async () => {
    await Promise.all(daemons.map(end));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const secretKey = randomBytes(20).toString('hex');
    const origin = await startCluster(folder, daemons, secretKey);
    const client = new AwsClient({ ...keys(secretKey), service: 's3', region: 'default', retries: 0 });
    const addressOf = (key: string) => `${origin}/${BUCKET}/${key}`;
    const ask = async (method: string, address: string, body?: string) => {
      const reply = await client.fetch(address, { method, ...(body !== undefined && { body }) });
      if (reply.status !== 200 && reply.status !== 404) throw new Error(`${method}: ${await reply.text()}`);
      return reply;
    };
    await ask('PUT', `${origin}/${BUCKET}`);
    return {
      secretKey,
      sign: async (method, key, issuedAt = Date.now()) => {
        const url = new URL(addressOf(key));
        url.searchParams.set('X-Amz-Expires', String(ADDRESS_LIFETIME_SECONDS));
        const datetime = new Date(issuedAt).toISOString().replace(/[:-]|\.\d{3}/g, '');
        const headers = method === 'PUT' ? { 'if-none-match': '*' } : {};
        return (await client.sign(url.href, { method, headers, aws: { signQuery: true, datetime } })).url;
      },
      read: async (key) => {
        const reply = await ask('GET', addressOf(key));
        return reply.status === 404 ? undefined : Buffer.from(await reply.arrayBuffer());
      },
      write: async (key, content) => {
        await ask('PUT', addressOf(key), content);
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** The store as the opponent's storage. */
export function storageIn(store: ObjectStore): Storage {
  return {
    read: store.read,
    uploadAddress: async (batchId, spoilt) => {
      const longAgo = Date.now() - (ADDRESS_LIFETIME_SECONDS + 60) * 1000;
      const address = await store.sign('PUT', batchId, spoilt === 'expired-address' ? longAgo : Date.now());
      return spoilt === 'forged-address' ? forge(address) : address;
    },
    reportAddress: async (batchId, report) => {
      await store.write(`${batchId}.report`, report);
      return await store.sign('GET', `${batchId}.report`);
    },
  };
}

/** The same address with another last digit of its signature. */
export function forge(address: string): string {
  return address.replace(
    /(X-Amz-Signature=[0-9a-f]+)([0-9a-f])/,
    (_, start, last) => `${start}${last === '0' ? '1' : '0'}`,
  );
}

function keys(secretKey: string) {
  return { accessKeyId: 'TENANTSTORE', secretAccessKey: secretKey };
}

/** One monitor, one store of objects, one gateway. Returns the gateway's address. */
async function startCluster(folder: string, daemons: ChildProcess[], secretKey: string): Promise<string> {
  await using monitor = await reservePort();
  await using gateway = await reservePort();
  const [cluster, disk] = [randomUUID(), randomUUID()];
  const configuration = join(folder, 'ceph.conf');
  const map = join(folder, 'monmap');
  const command = (program: string, ...args: string[]) =>
    run(program, ['-c', configuration, ...args], { timeout: WAIT_MS });
  const serve = (program: string, ...args: string[]) => {
    // A daemon whose parent is killed ends as well.
    const guarded = ['--pdeathsig', 'KILL', '--', program, '-f', '-c', configuration, ...args];
    daemons.push(spawn('setpriv', guarded, { cwd: folder, stdio: 'ignore' }));
  };

  await writeFile(configuration, configurationOf(folder, cluster, monitor.port, gateway.port));
  for (const each of ['mon', 'osd']) await mkdir(join(folder, each));
  await command('monmaptool', '--create', '--fsid', cluster, '--addv', 'a', `[v2:${HOST}:${monitor.port}]`, map);
  await command('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
  serve('ceph-mon', '-i', 'a');
  await command('ceph', 'osd', 'new', disk);
  await command('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
  serve('ceph-osd', '-i', '0');
  const { accessKeyId, secretAccessKey } = keys(secretKey);
  const owner = ['--uid', 'tenant', '--display-name', 'Tenant', '--access-key', accessKeyId];
  await command('radosgw-admin', 'user', 'create', ...owner, '--secret-key', secretAccessKey);
  serve('radosgw', '-n', 'client.admin');
  const origin = `http://${HOST}:${gateway.port}`;
  await vi.waitFor(() => fetch(origin), { timeout: WAIT_MS, interval: 50 });
  return origin;
}

/** No sign-in within the cluster, one copy of everything, and no second of waiting for others that are not there. */
function configurationOf(folder: string, cluster: string, monitorPort: number, gatewayPort: number): string {
  return `[global]
fsid = ${cluster}
mon host = v2:${HOST}:${monitorPort}
public addr = ${HOST}
auth cluster required = none
auth service required = none
auth client required = none
ms mon client mode = crc
run dir = ${folder}
admin socket =
pid file = ${folder}/$name.pid
log file = ${folder}/$name.log
crash dir = ${folder}
mon data = ${folder}/mon
mon data avail crit = 0
mon allow pool size one = true
paxos propose interval = 0.02
paxos min wait = 0.01
osd data = ${folder}/osd
osd objectstore = memstore
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
rgw data = ${folder}
rgw frontends = beast endpoint=${HOST}:${gatewayPort}
`;
}

async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null || daemon.pid === undefined) return;
  daemon.kill('SIGKILL');
  await once(daemon, 'exit');
}
