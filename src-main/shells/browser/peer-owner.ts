/**
 * @file Which user of this computer is at the other end of a connection, read from the tables of Linux
 * (/proc/net/tcp and tcp6). Pure.
 */

import { isIPv4 } from 'node:net';

export interface Endpoint {
  /** As Node writes addresses. */
  address: string;
  port: number;
}

/** The texts of the two tables; a program may reach an IPv4 address through an IPv6 socket. */
export interface SocketTables {
  tcp: string;
  tcp6: string;
}

export type PeerOwner =
  | { kind: 'user'; uid: number }
  /** There is no such socket, or no process has it open any more. */
  | { kind: 'gone' };

/** The places of the columns after the two addresses. */
const columns = { uid: 4, inode: 6 };

/** The tables write addresses as words in the byte order of the computer. */
export type ByteOrder = 'BE' | 'LE';

/**
 * The user whose process has the socket at `peer` open, which is connected to `own`. Both are IPv4 addresses, because
 * the shell listens on no other.
 */
export function ownerOf(
  { tcp, tcp6 }: SocketTables,
  { peer, own }: { peer: Endpoint; own: Endpoint },
  order: ByteOrder,
): PeerOwner {
  const row =
    rowOf(tcp, endpointText(peer, order), endpointText(own, order)) ??
    rowOf(tcp6, mappedText(peer, order), mappedText(own, order));
  if (row === undefined) return { kind: 'gone' };
  const [uid, inode] = [Number(row[columns.uid]), row[columns.inode]];
  // The kernel gives a socket that its process has closed to user 0, without an inode.
  if (!Number.isInteger(uid) || inode === undefined || inode === '0') return { kind: 'gone' };
  return { kind: 'user', uid };
}

/** Whether the table is one in which this listening socket stands, so that it can be believed. */
export function showsListener({ tcp }: SocketTables, own: Endpoint, order: ByteOrder): boolean {
  return rowOf(tcp, endpointText(own, order), '00000000:0000') !== undefined;
}

/** The columns after the two addresses. The text is only searched, since it may have thousands of rows. */
function rowOf(table: string, local: string, remote: string): string[] | undefined {
  const head = `: ${local} ${remote} `;
  const place = table.indexOf(head);
  if (place < 0) return undefined;
  const [rest = ''] = table.slice(place + head.length, place + head.length + 200).split('\n', 1);
  return rest.trim().split(/\s+/);
}

function endpointText({ address, port }: Endpoint, order: ByteOrder): string {
  return `${wordText(address, order)}:${portText(port)}`;
}

/** The address as an IPv6 socket sees it: ::ffff:a.b.c.d. */
function mappedText({ address, port }: Endpoint, order: ByteOrder): string {
  const mark = order === 'LE' ? 'FFFF0000' : '0000FFFF';
  return `0000000000000000${mark}${wordText(address, order)}:${portText(port)}`;
}

function wordText(address: string, order: ByteOrder): string {
  const plain = address.replace(/^::ffff:/i, '');
  if (!isIPv4(plain)) return 'none';
  const bytes = plain.split('.').map((byte) => Number(byte).toString(16).toUpperCase().padStart(2, '0'));
  return (order === 'LE' ? bytes.reverse() : bytes).join('');
}

function portText(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
