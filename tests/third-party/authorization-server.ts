/** @file A third-party OAuth server: oidc-provider, with one client for the uploads and one that inspects tokens. */

import { createPublicKey, randomBytes, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { TLSSocket } from 'node:tls';
import { type ClientMetadata, type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Issued } from '../wire/network/authority.ts';
import { portOf } from '../wire/network/proxies.ts';

export interface AuthorizationServer extends AsyncDisposable {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  /** Tokens issued so far; they must stay secret. */
  readonly tokens: readonly string[];
  /**
   * Whether this is the value of an Authorization header with a token of the right scope, according to introspection
   * (RFC 7662).
   */
  accepts(authorization: string | undefined): Promise<boolean>;
}

const SCOPE = 'tenant/4f1c2d9e';
/** Of a tenant that is not the client's. */
export const OTHER_SCOPE = 'tenant/0b7e11aa';
/** RFC 8705: the server over https, and how a client may authenticate with a certificate. */
export interface MutualTls {
  /** The server's own certificate. */
  host: Issued;
  /** Of the authority whose certificates are believed, in PEM. */
  authority: string;
  /** The certificate registered for `certificateClients.registered`, in PEM; no authority needs to have issued it. */
  registered: string;
}

/** Clients of a server with mutual TLS, besides the one with a secret. */
export const certificateClients = {
  /** tls_client_auth: any certificate of the authority for this name. */
  named: { clientId: 'uploads-by-name', commonName: 'uploads.bank.example' },
  /** self_signed_tls_client_auth: this certificate and no other. */
  registered: { clientId: 'uploads-by-certificate' },
  /** A secret, and a certificate to which each token is bound. */
  both: { clientId: 'uploads-by-both', clientSecret: 'secret-beside-a-certificate' },
} as const;

const answerSchema = z.looseObject({ active: z.boolean(), scope: z.string().optional() });

export async function startAuthorizationServer(mutualTls?: MutualTls): Promise<AuthorizationServer> {
  const server = mutualTls === undefined ? http.createServer() : createTlsServer(mutualTls);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `${mutualTls === undefined ? 'http' : 'https'}://127.0.0.1:${portOf(server)}`;
  const secretOf = () => `${randomBytes(12).toString('base64')}+&=%`;
  const uploader = { client_id: 'back-office-7', client_secret: secretOf() };
  const inquirer = { client_id: 'monitoring-api', client_secret: secretOf() };
  const common = { redirect_uris: [], response_types: [], token_endpoint_auth_method: 'client_secret_post' } as const;
  const provider = new Provider(issuer, {
    clients: [
      { ...common, ...uploader, grant_types: ['client_credentials'], scope: SCOPE },
      { ...common, ...inquirer, grant_types: [] },
      ...(mutualTls === undefined ? [] : clientsWithCertificates(mutualTls)),
    ],
    scopes: [SCOPE, OTHER_SCOPE],
    clientAuthMethods: ['client_secret_post', ...(mutualTls === undefined ? [] : byCertificate)],
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: (_context, client) => client.clientId === inquirer.client_id },
      devInteractions: { enabled: false },
      ...(mutualTls !== undefined && { mTLS }),
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

const byCertificate = ['tls_client_auth', 'self_signed_tls_client_auth'] as const;

function createTlsServer({ host, authority }: MutualTls): https.Server {
  // The OAuth server itself rejects a client without a certificate, or with a wrong one.
  return https.createServer({ ...host, ca: authority, requestCert: true, rejectUnauthorized: false });
}

/** The parts that oidc-provider leaves to the code that terminates TLS. */
const mTLS: NonNullable<NonNullable<Configuration['features']>['mTLS']> = {
  enabled: true,
  tlsClientAuth: true,
  selfSignedTlsClientAuth: true,
  certificateBoundAccessTokens: true,
  getCertificate: (context) => socketOf(context).getPeerX509Certificate(),
  certificateAuthorized: (context) => socketOf(context).authorized,
  certificateSubjectMatches: (context, _, expected) => socketOf(context).getPeerX509Certificate()?.subject === expected,
};

function socketOf({ socket }: KoaContextWithOIDC): TLSSocket {
  if (socket instanceof TLSSocket) return socket;
  throw new Error('The server does not speak TLS.');
}

function clientsWithCertificates({ registered }: MutualTls): ClientMetadata[] {
  const { named, registered: byCertificate, both } = certificateClients;
  const common = { redirect_uris: [], response_types: [], grant_types: ['client_credentials'], scope: SCOPE } as const;
  const certificate = new X509Certificate(registered);
  const key = { ...createPublicKey(registered).export({ format: 'jwk' }), x5c: [certificate.raw.toString('base64')] };
  return [
    {
      ...common,
      client_id: named.clientId,
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: `CN=${named.commonName}`,
    },
    {
      ...common,
      client_id: byCertificate.clientId,
      token_endpoint_auth_method: 'self_signed_tls_client_auth',
      jwks: { keys: [key] },
    },
    {
      ...common,
      client_id: both.clientId,
      client_secret: both.clientSecret,
      token_endpoint_auth_method: 'client_secret_post',
      tls_client_certificate_bound_access_tokens: true,
    },
  ];
}
