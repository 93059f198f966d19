/**
 * @file UUIDs of a row's own cells (version 5, RFC 9562): the same cells give the same UUID whenever, wherever and in
 * whatever format they are prepared.
 *
 * The name is the JSON list of the cells without spaces around, in the template's order, in UTF-8: `["4711","2024-01-31"]`.
 * So no two different keys have the same name, and any other program can make the same UUIDs.
 */

import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';

/** The namespace of all UUIDs that are made of cells. Another one would give every transaction another id: never change it. */
export const ROW_NAMESPACE = '3d0b6f0e-8a55-4f3c-9b1e-5c7f2a94d618';

/** The UUID of version 5 with this name, in lower case. */
export function uuidOfName(namespace: string, name: string): string {
  const digest = hash(
    'sha1',
    Buffer.concat([Buffer.from(namespace.replaceAll('-', ''), 'hex'), Buffer.from(name)]),
    'hex',
  );
  const variant = '89ab'[Number.parseInt(digest.charAt(16), 16) & 3];
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/** The UUID of the cells of a row. */
export function uuidOfCells(cells: readonly string[]): string {
  return uuidOfName(ROW_NAMESPACE, JSON.stringify(cells));
}
