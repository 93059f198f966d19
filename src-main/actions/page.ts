/**
 * @file The page, whichever shell serves it: what it may do (its content security policy), and its files as they were
 * built.
 */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import type { LanguageSetting } from '../../src-shared/languages/languages.ts';

/** Where the built page wants the nonce of its style tags. */
const NONCE_PLACE = '__CSP_NONCE__';
/** Where it wants the language that is set, so that it need not ask before it shows its first word. */
const LANGUAGE_PLACE = '__LANGUAGE__';

/** What the HTML gets when it is sent. */
export interface PageFilling {
  nonce: string;
  language: LanguageSetting;
}

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
 * The file of the page that a path of its address means, the HTML with nonce and language filled in.
 * @returns undefined where there is none, above all for what lies outside of `root`
 */
export async function readPageFile(
  root: string,
  pathname: string,
  filling: PageFilling,
): Promise<PageFile | undefined> {
  const path = resolve(join(root, decoded(pathname)));
  const extension = extname(path);
  const type = contentTypes[extension];
  if (type === undefined || !path.startsWith(resolve(root) + sep)) return undefined;
  const body = await readFile(path).catch(() => undefined);
  if (body === undefined) return undefined;
  return { type, body: extension === '.html' ? Buffer.from(filled(body.toString(), filling)) : body };
}

const filled = (html: string, { nonce, language }: PageFilling): string =>
  html.replaceAll(NONCE_PLACE, nonce).replaceAll(LANGUAGE_PLACE, language);

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
