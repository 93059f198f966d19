/** @file A syslog message of RFC 5424, and the address that it goes to. Pure. */

import { visible } from '../../src-shared/visible-text.ts';

export interface SyslogAddress {
  transport: 'tcp' | 'tls' | 'udp';
  host: string;
  port: number;
}

/** The ports of RFC 5425 and RFC 6587; 514 for UDP (RFC 5426). */
const schemes = new Map([
  ['syslog:', { transport: 'tcp', port: 601 }],
  ['syslogs:', { transport: 'tls', port: 6514 }],
  ['syslog+udp:', { transport: 'udp', port: 514 }],
] as const satisfies [string, { transport: SyslogAddress['transport']; port: number }][]);

/** Undefined where the text is no such address. */
export function readSyslogAddress(text: string): SyslogAddress | undefined {
  const url = URL.parse(text.trim());
  const scheme = [...schemes].find(([name]) => name === url?.protocol)?.[1];
  if (url === null || scheme === undefined || url.hostname === '') return undefined;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  if (url.pathname !== '' && url.pathname !== '/') return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { transport: scheme.transport, host, port: url.port === '' ? scheme.port : Number(url.port) };
}

export interface SyslogMessage {
  /** Milliseconds since the epoch. */
  at: number;
  severity: 'warning' | 'notice' | 'informational';
  machine: string;
  processId: number;
  /** What happened, as one word. */
  id: string;
  /** One line. */
  text: string;
}

/** Facility 13: log audit. */
const FACILITY = 13;
const severities = { warning: 4, notice: 5, informational: 6 } as const;
/** What receivers take (RFC 5425 §4.3.1). */
const LONGEST_BYTES = 8192;

/** The message without its frame; a longer text is cut off. */
export function syslogMessage({ at, severity, machine, processId, id, text }: SyslogMessage): Buffer {
  const priority = FACILITY * 8 + severities[severity];
  const head = `<${priority}>1 ${new Date(at).toISOString()} ${name(machine, 255)} tranship ${processId} ${name(id, 32)} - `;
  const whole = Buffer.from(`${head}${visible(text)}`);
  return whole.length <= LONGEST_BYTES ? whole : wholeCharacters(whole.subarray(0, LONGEST_BYTES));
}

/** Octet counting (RFC 6587 §3.4.1, RFC 5425 §4.3): the only framing that a text cannot break out of. */
export function framed(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/** Printable ASCII without spaces; `-` for none. */
function name(text: string, longest: number): string {
  return text.replace(/[^\x21-\x7e]/g, '_').slice(0, longest) || '-';
}

/** Without the beginning of a character whose end was cut off. */
function wholeCharacters(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, ((bytes[end - 1] ?? 0) & 0x80) === 0 ? bytes.length : end - 1);
}
