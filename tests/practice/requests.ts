/** @file Plain HTTP requests to a practice tenant, without code of the client. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type PracticeOptions, type PracticeTenant, startPracticeTenant } from '../../src-main/practice/tenant.ts';

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A tenant without delays and limits unless the test sets them; closed after the test. */
export async function startTenant(options: PracticeOptions = {}): Promise<PracticeTenant> {
  const tenant = await startPracticeTenant({ pace: 0, limits: false, ...options });
  onTestFinished(() => tenant.close());
  return tenant;
}

/** Resolves with the reply to a request whose body the caller writes. Rejects when the connection breaks. */
export async function replyTo(sent: ClientRequest): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  sent.on('error', reject);
  sent.on('response', (response) => {
    const { statusCode: status = 0, headers } = response;
    text(response).then((body) => resolve({ status, headers, body }), reject);
  });
  return promise;
}

export async function send(
  method: string,
  url: string,
  headers: OutgoingHttpHeaders = {},
  body?: string | Buffer,
): Promise<Reply> {
  const sent = request(url, { method, headers, agent: false });
  const reply = replyTo(sent);
  sent.end(body);
  return reply;
}

/** POST {token_url}; `fields` replace the right ones, undefined removes one. */
export async function askForToken(
  tenant: PracticeTenant,
  fields: Readonly<Record<string, string | undefined>> = {},
  headers: OutgoingHttpHeaders = {},
): Promise<Reply> {
  const { clientId, clientSecret, scope } = tenant;
  const all = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope, ...fields };
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value !== undefined) form.set(name, value);
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return send('POST', tenant.tokenUrl, { ...type, ...headers }, form.toString());
}

export async function signIn(tenant: PracticeTenant): Promise<string> {
  return JSON.parse((await askForToken(tenant)).body).access_token;
}

interface CallOptions {
  token?: string;
  body?: string | Buffer;
}

/** One call of a path below base_url, with a fresh token if none is given. */
export async function ask(
  tenant: PracticeTenant,
  method: 'GET' | 'POST',
  path: string,
  { token, body }: CallOptions = {},
): Promise<Reply> {
  const bearer = token ?? (await signIn(tenant));
  const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
  return send(method, `${tenant.baseUrl}${path}`, headers, body);
}

/** One call of endpoint 2, 4 or 5. */
export async function call(
  tenant: PracticeTenant,
  method: 'GET' | 'POST',
  path: string,
  options?: CallOptions,
): Promise<Reply> {
  return ask(tenant, method, `/api/transactions/batch/${path}`, options);
}

/** One call of endpoint 6. */
export async function post(tenant: PracticeTenant, body: string | Buffer, token?: string): Promise<Reply> {
  return ask(tenant, 'POST', '/event/transaction/v3', { body, ...(token !== undefined && { token }) });
}

export async function reserve(
  tenant: PracticeTenant,
  parameters?: { reject_on_invalid: boolean },
): Promise<{ url: string; batch_id: string }> {
  const body = parameters === undefined ? {} : { body: JSON.stringify(parameters) };
  return JSON.parse((await call(tenant, 'POST', 'generate-upload-url', body)).body);
}

/** The address of the report of a batch that has one. */
export async function reportAddress(tenant: PracticeTenant, batchId: string): Promise<string> {
  return JSON.parse((await call(tenant, 'GET', `validation-result/${batchId}`)).body).report_url;
}

/** A correct PUT; `headers` are added or, when undefined, removed. */
export async function put(
  url: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<Reply> {
  const all = { 'If-None-Match': '*', 'Content-Length': String(Buffer.byteLength(body)), ...headers };
  return send('PUT', url, withoutUndefined(all), body);
}

/** PUT without a body and without a header for its length. */
export async function putWithoutLength(url: string): Promise<Reply> {
  const sent = request(url, { method: 'PUT', headers: { 'If-None-Match': '*' }, agent: false });
  sent.removeHeader('Content-Length');
  sent.removeHeader('Transfer-Encoding');
  const reply = replyTo(sent);
  sent.end();
  return reply;
}

/** PUT that waits for permission unless `Expect` is removed: says whether the storage gave it before its reply. */
export async function putExpecting(
  url: string,
  body: string,
  headers: Readonly<Record<string, string | undefined>> = {},
): Promise<Reply & { continued: boolean }> {
  const all = { 'If-None-Match': '*', 'Content-Length': String(body.length), Expect: '100-continue', ...headers };
  const sent = request(url, { method: 'PUT', headers: withoutUndefined(all), agent: false });
  let continued = false;
  const waits = sent.hasHeader('Expect');
  sent.on('continue', () => {
    continued = true;
    if (waits) sent.end(body);
  });
  const reply = replyTo(sent);
  if (waits) sent.flushHeaders();
  else sent.end(body);
  return { ...(await reply), continued };
}

/** A PUT of which only a part has been sent; resolves once that part was handed to the network. */
export async function beginPut(url: string, total: number, part: Buffer): Promise<ClientRequest> {
  const headers = { 'If-None-Match': '*', 'Content-Length': String(total) };
  const sent = request(url, { method: 'PUT', headers, agent: false });
  sent.on('error', () => undefined);
  sent.write(part);
  const [socket] = await once(sent, 'socket');
  if (socket.connecting) await once(socket, 'connect');
  return sent;
}

function withoutUndefined(headers: Readonly<Record<string, string | undefined>>): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

/** The `<Code>` of an S3 error. */
export function codeOf({ body }: Reply): string | undefined {
  return /<Error><Code>(\w+)<\/Code><Message>[^<]+<\/Message><\/Error>/.exec(body)?.[1];
}

/** A valid transaction with as few fields as possible; `changes` replace fields at the top level. */
export function transactionLine(changes: Readonly<Record<string, unknown>> = {}): string {
  const transaction = {
    request_uuid: randomUUID(),
    sender: { by_external_id: 'customer-1' },
    receiver: { by_external_id: 'customer-2' },
    modification: { external_id: randomUUID() },
    ...changes,
  };
  return `${JSON.stringify(transaction)}\n`;
}

/** Reserves, uploads and follows a batch to its end. */
export async function submit(
  tenant: PracticeTenant,
  content: string,
  parameters?: { reject_on_invalid: boolean },
): Promise<Awaited<ReturnType<PracticeTenant['ended']>>> {
  const { url, batch_id } = await reserve(tenant, parameters);
  await put(url, content);
  return tenant.ended(batch_id);
}
