/** @file §5.7: a whole submission at a service that requires a client certificate, with that certificate alone. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { expect, it } from 'vitest';
import { beforeAllWith } from '../before-all-with.ts';
import { writeTransactions } from '../cli/transactions.ts';
import { openWorkplace } from '../cli/tranship.ts';
import { signIn, startTenant } from '../practice/requests.ts';
import { Authority } from '../wire/network/authority.ts';
import { forwardTo, serveSecurely } from '../wire/network/hosts.ts';
import { certificateClients, startAuthorizationServer } from './authorization-server.ts';

beforeAllWith(['openssl']);

it('§5.7 a submission succeeds with a certificate and no secret, and the storage does not see the certificate', async () => {
  const authority = new Authority();
  const { clientId, commonName } = certificateClients.named;
  const [host, ours] = [authority.host(), authority.client(commonName)];
  await using authorization = await startAuthorizationServer({
    host,
    authority: authority.cert,
    registered: ours.cert,
  });
  const shownTo = { api: new Set<unknown>(), storage: new Set<unknown>() };
  const nameOf = (socket: unknown) => (socket instanceof TLSSocket ? socket.getPeerCertificate().subject?.CN : socket);
  let origins = { api: '', storage: '' };
  let bearer = '';
  const [api, storage] = [forwardTo(() => origins.api), forwardTo(() => origins.storage)];
  const demanding = { ...host, ca: authority.cert, requestCert: true };
  const apiPort = await serveSecurely({ ...demanding, rejectUnauthorized: true }, (request, response) => {
    shownTo.api.add(nameOf(request.socket));
    const isOurs = authorization.tokens.some((token) => request.headers.authorization === `Bearer ${token}`);
    // The practice tenant behind it knows its own tokens only.
    request.headers.authorization = isOurs ? bearer : 'none';
    api(request, response);
  });
  const storagePort = await serveSecurely({ ...demanding, rejectUnauthorized: false }, (request, response) => {
    shownTo.storage.add(nameOf(request.socket));
    storage(request, response);
  });
  const tenant = await startTenant({ signedOrigin: `https://127.0.0.1:${storagePort}` });
  origins = { api: new URL(tenant.baseUrl).origin, storage: tenant.storageOrigin };
  bearer = `Bearer ${await signIn(tenant)}`;
  await using workplace = await openWorkplace({ TRANSHIP_PASSPHRASE: 'a passphrase of some length' });
  const file = async (name: string, content: string) => {
    const path = join(workplace.folder, name);
    await writeFile(path, content);
    return path;
  };
  const baseUrl = tenant.baseUrl.replace(origins.api, `https://127.0.0.1:${apiPort}`);
  const certificate = ['--certificate', await file('ours.crt', ours.cert), '--key', await file('ours.key', ours.key)];
  const places = ['--base-url', baseUrl, '--token-url', authorization.tokenUrl];

  const trusted = await workplace.run(['network', 'authorities', await file('authority.pem', authority.cert)]);
  const added = await workplace.run([
    ...['connection', 'add', 'bank', ...places, '--client-id', clientId, '--scope', authorization.scope],
    ...certificate,
  ]);
  const transactions = await writeTransactions(workplace, 3);
  const sent = await workplace.run(['send', transactions, '--connection', 'bank', '--wait', '--json']);

  expect([trusted.exitCode, added.exitCode, sent.exitCode]).toEqual([0, 0, 0]);
  expect(sent.submission.state).toBe('processed');
  expect(authorization.tokens).toHaveLength(1);
  expect([...shownTo.api]).toEqual([commonName]);
  expect([...shownTo.storage]).toEqual([undefined]);
});
