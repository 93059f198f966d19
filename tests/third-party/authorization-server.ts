/** @file An OAuth server that nobody here wrote: oidc-provider, with one client for the uploads and one that asks about tokens. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { z } from 'zod';
import { portOf } from '../cli/other-storage.ts';

export interface AuthorizationServer extends AsyncDisposable {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Tokens issued so far; nobody may ever read them. */
  readonly tokens: readonly string[];
  /** Whether this is the value of an Authorization header with a token of the right scope, as introspection (RFC 7662) tells. */
  accepts(authorization: string | undefined): Promise<boolean>;
}

const SCOPE = 'tenant/4f1c2d9e';
/** Of a tenant that is not the client's. */
export const OTHER_SCOPE = 'tenant/0b7e11aa';
const answerSchema = z.looseObject({ active: z.boolean(), scope: z.string().optional() });

export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${portOf(server.address())}`;
  const secretOf = () => `${randomBytes(12).toString('base64')}+&=%`;
  const uploader = { client_id: 'back-office-7', client_secret: secretOf() };
  const inquirer = { client_id: 'monitoring-api', client_secret: secretOf() };
  const common = { redirect_uris: [], response_types: [], token_endpoint_auth_method: 'client_secret_post' } as const;
  const provider = new Provider(issuer, {
    clients: [
      { ...common, ...uploader, grant_types: ['client_credentials'], scope: SCOPE },
      { ...common, ...inquirer, grant_types: [] },
    ],
    scopes: [SCOPE, OTHER_SCOPE],
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: (_context, client) => client.clientId === inquirer.client_id },
      devInteractions: { enabled: false },
    },
    ttl: { ClientCredentials: 900 },
  });
  const tokens: string[] = [];
  provider.on('grant.success', ({ body }) =>
    tokens.push(z.looseObject({ access_token: z.string() }).parse(body).access_token),
  );
  server.on('request', provider.callback());

  return {
    tokenUrl: `${issuer}/token`,
    clientId: uploader.client_id,
    clientSecret: uploader.client_secret,
    scope: SCOPE,
    tokens,
    accepts: async (authorization) => {
      const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
      if (token === undefined) return false;
      const body = new URLSearchParams({ ...inquirer, token });
      const reply = await fetch(`${issuer}/token/introspection`, { method: 'POST', body });
      const { active, scope } = answerSchema.parse(await reply.json());
      return active && scope === SCOPE;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
