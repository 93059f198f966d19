/**
 * @file The page, whichever shell serves it: what it may do (its content security policy), and its files as they were
 * built.
 */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';

/** Where the built page wants the nonce of its style tags. */
const NONCE_PLACE = '__CSP_NONCE__';

/** A word that only this load of the page knows, and without which no style tag counts. */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * Only the page's own files; no inline script, and no style tag without the nonce.
 * @param connections where scripts may connect to: nowhere, or to the server of the page
 */
export function pagePolicy(nonce: string, connections: 'none' | 'self'): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    `connect-src '${connections}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface PageFile {
  type: string;
  body: Buffer;
}

/**
 * The file of the page that a path of its address means, the HTML with the nonce in its place.
 * @returns undefined where there is none, above all for what lies outside of `root`
 */
export async function readPageFile(root: string, pathname: string, nonce: string): Promise<PageFile | undefined> {
  const path = resolve(join(root, decoded(pathname)));
  const extension = extname(path);
  const type = contentTypes[extension];
  if (type === undefined || !path.startsWith(resolve(root) + sep)) return undefined;
  const body = await readFile(path).catch(() => undefined);
  if (body === undefined) return undefined;
  return { type, body: extension === '.html' ? Buffer.from(body.toString().replaceAll(NONCE_PLACE, nonce)) : body };
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
