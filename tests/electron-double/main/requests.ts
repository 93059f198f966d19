/** @file What the page loads: the app is asked, and Chromium carries out what it decides. */

import { z } from 'zod';
import type { CdpSession } from '../cdp.ts';
import { schemeOf, toApp } from './addresses.ts';
import { handlerOf } from './protocol.ts';
import { registeredIn, type SessionDouble } from './session.ts';

const pausedSchema = z.object({
  requestId: z.string(),
  frameId: z.string(),
  resourceType: z.string(),
  request: z.object({
    url: z.string(),
    method: z.string(),
    headers: z.record(z.string(), z.string()),
    postData: z.string().optional(),
  }),
  responseStatusCode: z.number().optional(),
  responseErrorReason: z.string().optional(),
  responseHeaders: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  redirectedRequestId: z.string().optional(),
});
export type PausedRequest = z.infer<typeof pausedSchema>;

const resourceTypes: Readonly<Record<string, string>> = {
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  Ping: 'ping',
  XHR: 'xhr',
  Fetch: 'xhr',
  CSPViolationReport: 'cspReport',
  WebSocket: 'webSocket',
};

export interface RequestPorts {
  session: CdpSession;
  /** The session of the window: its handlers decide. */
  owner: SessionDouble;
  webContentsId: number;
  isMainFrame: (frameId: string) => boolean;
  /** Asks the app whether a frame may go to another document. */
  mayNavigate: (paused: PausedRequest) => boolean;
}

/** Answers each request of a page. */
export async function followRequests(ports: RequestPorts): Promise<void> {
  const { session } = ports;
  session.on('Fetch.requestPaused', (params) => {
    const paused = pausedSchema.parse(params);
    // A page that has gone needs no answer.
    answer(ports, paused).catch((thrown: unknown) => {
      console.error(`The double could not answer ${paused.request.url}:`, thrown);
    });
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

async function answer(ports: RequestPorts, paused: PausedRequest): Promise<void> {
  const { session } = ports;
  const { requestId, request, resourceType } = paused;
  const fail = (errorReason: string) => session.send('Fetch.failRequest', { requestId, errorReason });
  if (paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined)
    return await passResponse(ports, paused);
  if (resourceType === 'Document' && !ports.mayNavigate(paused)) return void (await fail('Aborted'));
  const address = toApp(request.url);
  const { cancel, redirectURL } = await decidedBefore(ports, paused, address);
  if (cancel === true) return void (await fail('BlockedByClient'));
  if (redirectURL !== undefined) throw new Error('The double of Electron cannot redirect requests yet.');
  const scheme = schemeOf(address);
  if (scheme === undefined) {
    await session.send('Fetch.continueRequest', {
      requestId,
      interceptResponse: registeredIn(ports.owner).headersReceived !== undefined,
    });
    return;
  }
  // A scheme without this privilege has pages, scripts and styles, but nothing for `fetch`.
  if (['Fetch', 'XHR'].includes(resourceType) && !scheme.isSupportedByFetch) return void (await fail('Failed'));
  const handle = handlerOf(ports.owner.protocol, scheme.name);
  if (handle === undefined) return void (await fail('Failed'));
  try {
    const { method, headers, postData } = request;
    const response = await handle(
      new Request(address, { method, headers, ...(postData !== undefined && { body: postData }) }),
    );
    const body = Buffer.from(await response.arrayBuffer()).toString('base64');
    const responseHeaders = await headersReceived(ports, paused, address, [...response.headers], response.status);
    await session.send('Fetch.fulfillRequest', { requestId, responseCode: response.status, responseHeaders, body });
  } catch (thrown) {
    console.error(`The handler of ${scheme.name}: failed for ${address}:`, thrown);
    await fail('Failed');
  }
}

/** What came from the network, as the app lets it through. */
async function passResponse(ports: RequestPorts, paused: PausedRequest): Promise<void> {
  const { requestId, responseStatusCode = 0, request } = paused;
  if (paused.responseErrorReason !== undefined) {
    await ports.session.send('Fetch.continueRequest', { requestId });
    return;
  }
  const given = (paused.responseHeaders ?? []).map(({ name, value }): [string, string] => [name, value]);
  const responseHeaders = await headersReceived(ports, paused, toApp(request.url), given, responseStatusCode);
  await ports.session.send('Fetch.continueResponse', { requestId, responseCode: responseStatusCode, responseHeaders });
}

function detailsOf(
  { webContentsId, isMainFrame }: RequestPorts,
  { resourceType, frameId, request }: PausedRequest,
  url: string,
) {
  const document = isMainFrame(frameId) ? 'mainFrame' : 'subFrame';
  return {
    id: 0,
    url,
    method: request.method,
    webContentsId,
    resourceType: resourceType === 'Document' ? document : (resourceTypes[resourceType] ?? 'other'),
    referrer: toApp(request.headers['Referer'] ?? ''),
    timestamp: Date.now(),
    uploadData: [],
  };
}

function decidedBefore(
  ports: RequestPorts,
  paused: PausedRequest,
  address: string,
): Promise<{ cancel?: boolean; redirectURL?: string }> {
  const { beforeRequest } = registeredIn(ports.owner);
  if (beforeRequest === undefined) return Promise.resolve({});
  // The listener's type wants what only Electron can make; the rest is as Electron gives it.
  const details = detailsOf(ports, paused, address) as unknown as Parameters<typeof beforeRequest>[0];
  return new Promise((resolve) => beforeRequest(details, resolve));
}

async function headersReceived(
  ports: RequestPorts,
  paused: PausedRequest,
  address: string,
  given: [string, string][],
  statusCode: number,
): Promise<{ name: string; value: string }[]> {
  const { headersReceived: listener } = registeredIn(ports.owner);
  const asList = (headers: [string, string][]) => headers.map(([name, value]) => ({ name, value }));
  if (listener === undefined) return asList(given);
  const grouped: Record<string, string[]> = {};
  for (const [name, value] of given) grouped[name] = [...(grouped[name] ?? []), value];
  const details = {
    ...detailsOf(ports, paused, address),
    statusCode,
    statusLine: `HTTP/1.1 ${statusCode}`,
    responseHeaders: grouped,
  } as unknown as Parameters<typeof listener>[0];
  const { responseHeaders, cancel } = await new Promise<Parameters<Parameters<typeof listener>[1]>[0]>((resolve) =>
    listener(details, resolve),
  );
  if (cancel === true) throw new Error('cancelled by the app');
  const changed = responseHeaders ?? grouped;
  return asList(
    Object.entries(changed).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  );
}
