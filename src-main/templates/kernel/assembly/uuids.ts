/** @file UUIDs of version 5, which are made of a SHA-1 of their name (RFC 9562). */

import { names } from './state';

const HYPHEN: u8 = 0x2d;
/** Behind the longest name that is no longer here is room for its padding. */
const SCHEDULE_BYTES: usize = 80 * 4;

/** Where a name begins, behind the namespace. */
@inline export function nameAt(): usize {
  return names + SCHEDULE_BYTES + 16;
}

let h0: u32 = 0;
let h1: u32 = 0;
let h2: u32 = 0;
let h3: u32 = 0;
let h4: u32 = 0;

/** Writes the UUID of the name that ends at `end`, in quotes. Returns the end. */
export function writeUuid(end: usize, to: usize): usize {
  const start = names + SCHEDULE_BYTES;
  const bytes = end - start;
  h0 = 0x67452301;
  h1 = 0xefcdab89;
  h2 = 0x98badcfe;
  h3 = 0x10325476;
  h4 = 0xc3d2e1f0;
  const padded = (bytes + 9 + 63) & ~63;
  memory.fill(end, 0, padded - bytes);
  store<u8>(end, 0x80);
  store<u64>(start + padded - 8, bswap<u64>((<u64>bytes) << 3));
  for (let block = start; block < start + padded; block += 64) addBlock(block);
  return writeDigits(to);
}

@inline function addBlock(block: usize): void {
  const w = names;
  for (let at: usize = 0; at < 64; at += 4) store<u32>(w + at, bswap<u32>(load<u32>(block + at)));
  for (let at: usize = 64; at < SCHEDULE_BYTES; at += 4) {
    const mixed = load<u32>(w + at - 12) ^ load<u32>(w + at - 32) ^ load<u32>(w + at - 56) ^ load<u32>(w + at - 64);
    store<u32>(w + at, rotl<u32>(mixed, 1));
  }
  let a = h0;
  let b = h1;
  let c = h2;
  let d = h3;
  let e = h4;
  let at = w;
  for (const end = w + 80; at < end; at += 4) {
    const next = rotl<u32>(a, 5) + (d ^ (b & (c ^ d))) + e + 0x5a827999 + load<u32>(at);
    e = d;
    d = c;
    c = rotl<u32>(b, 30);
    b = a;
    a = next;
  }
  for (const end = w + 160; at < end; at += 4) {
    const next = rotl<u32>(a, 5) + (b ^ c ^ d) + e + 0x6ed9eba1 + load<u32>(at);
    e = d;
    d = c;
    c = rotl<u32>(b, 30);
    b = a;
    a = next;
  }
  for (const end = w + 240; at < end; at += 4) {
    const next = rotl<u32>(a, 5) + ((b & c) | (d & (b | c))) + e + 0x8f1bbcdc + load<u32>(at);
    e = d;
    d = c;
    c = rotl<u32>(b, 30);
    b = a;
    a = next;
  }
  for (const end = w + 320; at < end; at += 4) {
    const next = rotl<u32>(a, 5) + (b ^ c ^ d) + e + 0xca62c1d6 + load<u32>(at);
    e = d;
    d = c;
    c = rotl<u32>(b, 30);
    b = a;
    a = next;
  }
  h0 += a;
  h1 += b;
  h2 += c;
  h3 += d;
  h4 += e;
}

/** The first sixteen bytes of the digest with version and variant. */
@inline function writeDigits(to: usize): usize {
  const words = i32x4(
    bswap<u32>(h0),
    bswap<u32>((h1 & 0xffff0fff) | 0x5000),
    bswap<u32>((h2 & 0x3fffffff) | 0x80000000),
    bswap<u32>(h3),
  );
  return writeGroups(words, to);
}

@inline function writeGroups(bytes: v128, to: usize): usize {
  const digits = i8x16(0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66);
  const high = i8x16.swizzle(digits, i8x16.shr_u(bytes, 4));
  const low = i8x16.swizzle(digits, v128.and(bytes, i8x16.splat(15)));
  const first = v128.shuffle<u8>(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const second = v128.shuffle<u8>(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  store<u8>(to, 0x22);
  v128.store64_lane(to + 1, first, 0);
  store<u8>(to, HYPHEN, 9);
  v128.store32_lane(to + 10, first, 2);
  store<u8>(to, HYPHEN, 14);
  v128.store32_lane(to + 15, first, 3);
  store<u8>(to, HYPHEN, 19);
  v128.store32_lane(to + 20, second, 0);
  store<u8>(to, HYPHEN, 24);
  v128.store32_lane(to + 25, second, 1);
  v128.store64_lane(to + 29, second, 1);
  store<u8>(to, 0x22, 37);
  return to + 38;
}
