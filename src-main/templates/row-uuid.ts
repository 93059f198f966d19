/**
 * @file UUIDs of a row's own cells (version 5, RFC 9562): the same cells give the same UUID whenever, wherever and from
 * whatever format they are prepared.
 *
 * The name is the JSON list of the cells without spaces around, in the template's order, in UTF-8:
 * `["4711","2024-01-31"]`. So no two different keys have the same name, and any other program can make the same UUIDs.
 */

import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { jsonString } from './json-string.ts';

/** The namespace of all UUIDs that are made of cells. Another one would give every transaction another id: never change it. */
export const ROW_NAMESPACE = '3d0b6f0e-8a55-4f3c-9b1e-5c7f2a94d618';

const NAMESPACE_BYTES = 16;

/** Makes UUIDs of version 5 within a namespace, by their names; in lower case. */
export function uuidMaker(namespace: string): (name: string) => string {
  let bytes = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  return (name) => {
    // A UTF-16 unit takes at most three bytes. One buffer serves all names: an export has millions.
    const most = NAMESPACE_BYTES + name.length * 3;
    if (bytes.length < most) bytes = Buffer.concat([bytes.subarray(0, NAMESPACE_BYTES)], most * 2);
    const length = NAMESPACE_BYTES + bytes.write(name, NAMESPACE_BYTES);
    const digest = hash('sha1', bytes.subarray(0, length), 'hex');
    const variant = '89ab'.charAt(Number.parseInt(digest.charAt(16), 16) & 3);
    return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  };
}

const uuidOfName = uuidMaker(ROW_NAMESPACE);

/** The UUID of the cells of a row. */
export function uuidOfCells(cells: readonly string[]): string {
  let name = '';
  for (const cell of cells) name += (name === '' ? '[' : ',') + jsonString(cell);
  return uuidOfName(`${name}]`);
}
