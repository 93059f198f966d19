/**
 * @file Half-filled forms of connections in the storage of the window's session, so that they survive a reload of the page.
 * Never with a secret or a certificate.
 */

import type { ConnectionDraft } from '../connections-store.ts';

const KEY = 'tranship.connection-drafts';
const texts = ['name', 'baseUrl', 'tokenUrl', 'clientId', 'scope'] as const;
/** Longer than any address that a connection can have. */
const LONGEST = 4000;

/** The stored drafts by the name of the connection; what is not a draft counts as missing. */
export function readDrafts(storage: Pick<Storage, 'getItem'>): Map<string, ConnectionDraft> {
  let stored: unknown;
  try {
    stored = JSON.parse(storage.getItem(KEY) ?? '[]');
  } catch {
    return new Map();
  }
  if (!Array.isArray(stored)) return new Map();
  return new Map(
    stored.flatMap((entry: unknown): [string, ConnectionDraft][] => {
      if (!Array.isArray(entry)) return [];
      const [of, raw]: unknown[] = entry;
      const draft = draftIn(raw);
      return typeof of === 'string' && draft !== undefined ? [[of, draft]] : [];
    }),
  );
}

/** Stores only what a draft consists of, whatever else is there. A storage that is full or forbidden stores nothing. */
export function writeDrafts(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  drafts: ReadonlyMap<string, ConnectionDraft>,
): void {
  const entries = [...drafts].flatMap(([of, raw]) => {
    const draft = draftIn(raw);
    return draft === undefined ? [] : [[of, draft] as const];
  });
  try {
    if (entries.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // The draft stays in the page.
  }
}

function draftIn(raw: unknown): ConnectionDraft | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const found = new Map<string, unknown>(Object.entries(raw));
  const kind = found.get('kind');
  if (kind !== 'production' && kind !== 'test') return undefined;
  const [name, baseUrl, tokenUrl, clientId, scope] = texts.map((field) => found.get(field));
  if (!isText(name) || !isText(baseUrl) || !isText(tokenUrl) || !isText(clientId) || !isText(scope)) return undefined;
  const sending = found.get('sending');
  return { name, kind, baseUrl, tokenUrl, clientId, scope, ...(isText(sending) && { sending }) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST;
}
