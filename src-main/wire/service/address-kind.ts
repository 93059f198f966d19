/** @file What kind of network an IP address belongs to, also where an IPv4 address is written as an IPv6 one. Pure. */

/** `special`: no host that stores files has such an address (link-local, metadata of a cloud, multicast, reserved). */
export type AddressKind = 'public' | 'private' | 'loopback' | 'special';

/** The kind of an IP address in any usual spelling, without brackets; `special` for what is none. */
export function kindOfAddress(address: string): AddressKind {
  const [plain = ''] = address.split('%');
  const groups = plain.includes(':') ? readIPv6(plain) : undefined;
  if (groups !== undefined) return kindOfIPv6(groups);
  const number = readIPv4(plain);
  return number === undefined ? 'special' : kindOfIPv4(number);
}

/** Ranges of IPv4; of several that fit, the first counts, and what is in none is public. */
const ranges: readonly [first: string, bits: number, kind: AddressKind][] = [
  // Hosts in private or public ranges that clouds reserve for the metadata of their machines.
  ['100.100.100.200', 32, 'special'],
  ['168.63.129.16', 32, 'special'],
  ['10.0.0.0', 8, 'private'],
  ['172.16.0.0', 12, 'private'],
  ['192.168.0.0', 16, 'private'],
  ['100.64.0.0', 10, 'private'],
  ['198.18.0.0', 15, 'private'],
  ['127.0.0.0', 8, 'loopback'],
  // The unspecified address: a connection to it goes to this machine.
  ['0.0.0.0', 32, 'loopback'],
  ['0.0.0.0', 8, 'special'],
  ['169.254.0.0', 16, 'special'],
  ['192.0.0.0', 24, 'special'],
  ['224.0.0.0', 3, 'special'],
];

function kindOfIPv4(number: number): AddressKind {
  const found = ranges.find(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(number / size) === Math.floor((readIPv4(first) ?? 0) / size);
  });
  return found?.[2] ?? 'public';
}

/** Metadata of cloud machines, in the range of private networks. */
const METADATA = 'fd00:ec2::254';

function kindOfIPv6(groups: readonly number[]): AddressKind {
  const [first = 0, second = 0, third = 0] = groups;
  const last = (groups[6] ?? 0) * 65_536 + (groups[7] ?? 0);
  const startsWith = (...start: number[]) => start.every((group, place) => groups[place] === group);
  if (startsWith(0, 0, 0, 0, 0, 0, 0, 1)) return 'loopback';
  // An IPv4 address in IPv6: mapped, translated and compatible ones, NAT64, 6to4 and ISATAP.
  if (startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0, 0, 0, 0, 0xffff, 0)) return kindOfIPv4(last);
  if (startsWith(0, 0, 0, 0, 0, 0)) return kindOfIPv4(last);
  if (startsWith(0x64, 0xff9b, 0, 0, 0, 0)) return kindOfIPv4(last);
  if (first === 0x2002) return kindOfIPv4(second * 65_536 + third);
  if (groups[5] === 0x5efe && ((groups[4] ?? 0) & 0xfdff) === 0) return kindOfIPv4(last);
  if (readIPv6(METADATA)?.every((group, place) => groups[place] === group)) return 'special';
  // Unique local and, once, site-local addresses.
  if ((first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfec0) return 'private';
  // Teredo hides an IPv4 address, and the rest outside of 2000::/3 is not routed.
  if (startsWith(0x2001, 0) || (first & 0xe000) !== 0x2000) return 'special';
  return 'public';
}

function readIPv4(text: string): number | undefined {
  const parts = text.split('.').map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : Number.NaN));
  if (parts.length !== 4 || !parts.every((part) => part <= 255)) return undefined;
  return parts.reduce((number, part) => number * 256 + part, 0);
}

/** The eight groups of an IPv6 address; undefined for what is none. */
function readIPv6(text: string): number[] | undefined {
  const [, head = text, dotted] = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text) ?? [];
  const ending = dotted === undefined ? undefined : readIPv4(dotted);
  if (dotted !== undefined && ending === undefined) return undefined;
  const inGroups =
    ending === undefined
      ? text
      : `${head}${Math.floor(ending / 65_536).toString(16)}:${(ending % 65_536).toString(16)}`;
  const [left = '', right, ...more] = inGroups.split('::');
  if (more.length > 0) return undefined;
  const before = readGroups(left);
  const after = readGroups(right ?? '');
  const missing = 8 - before.length - after.length;
  if (right === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...before, ...Array<number>(missing).fill(0), ...after];
  return groups.every((group) => group <= 0xffff) ? groups : undefined;
}

function readGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').map((group) => (/^[0-9a-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : Number.NaN));
}
