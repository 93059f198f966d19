/** @file A sealed package gives exactly the bytes that were sealed, or a sentence: whatever was done to it on its way. */

import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  CHUNK_BYTES,
  HEAD_BYTES,
  type KeysFor,
  keysFrom,
  newHead,
  placeOf,
  sealChunk,
  sealedBytes,
} from '../../src-main/team/packages/sealed-chunks.ts';
import { type PackageLabel, SealedPackage, sealPackage } from '../../src-main/team/packages/sealed-package.ts';
import { folderOfFile } from '../temporary-folder.ts';

const PASSPHRASE = 'four words without sense';
const never = new AbortController().signal;
let folder: string;
beforeAll(() => {
  folder = folderOfFile();
});
/** Keys at no cost: hundreds of packages are opened here. */
const keys: KeysFor = async (salt, { logN, r, p }) => {
  const derived = createHash('sha512')
    .update(`${PASSPHRASE} ${salt.toString('hex')} ${logN} ${r} ${p}`)
    .digest();
  return { chunks: derived.subarray(0, 32), head: derived.subarray(32) };
};

let names = 0;
const newPath = () => {
  names += 1;
  return join(folder, `${names}.tranship`);
};

const labelOf = (content: Uint8Array, more: Partial<PackageLabel> = {}): PackageLabel => ({
  offer: 12,
  destination: 'https://tm.example',
  fileName: 'november.jsonl',
  sha256: createHash('sha256').update(content).digest('hex'),
  ...more,
});

async function* inPieces(content: Uint8Array, most: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += most) yield content.subarray(at, at + most);
}

async function sealed(
  content: Uint8Array,
  { more = {}, most = 100_000, bytes = content.length } = {},
): Promise<Buffer> {
  const path = newPath();
  const source = { label: labelOf(content, more), source: 'november.jsonl', bytes, content: inPieces(content, most) };
  await sealPackage(path, source, keys);
  return readFileSync(path);
}

async function open(bytes: Uint8Array, keysFor: KeysFor = keys): Promise<{ label: PackageLabel; content: Buffer }> {
  const path = newPath();
  writeFileSync(path, bytes);
  await using opened = await SealedPackage.open(path, keysFor);
  const pieces: Buffer[] = [];
  for await (const piece of opened.content(never)) pieces.push(piece);
  return { label: opened.label, content: Buffer.concat(pieces) };
}

const refusal = (said: RegExp) => ({ code: 'team.package', detail: expect.stringMatching(said) });

/** A package whose label is any text, as who knows the passphrase can make it. */
async function withLabel(label: string | Buffer, content = Buffer.from('a line\n'), length?: number): Promise<Buffer> {
  const text = Buffer.from(label);
  const start = Buffer.alloc(4);
  start.writeUInt32BE(length ?? text.length);
  const plain = Buffer.concat([start, text, content]);
  const head = await newHead(plain.length, keys);
  return Buffer.concat([head.bytes, sealChunk(head, 0, plain)]);
}

describe('a sealed package', () => {
  it('gives its label and exactly the bytes that were sealed, of every length around those of its chunks', async () => {
    for (const length of [0, 1, CHUNK_BYTES - 300, CHUNK_BYTES, 3 * CHUNK_BYTES - 1, 3 * CHUNK_BYTES + 1]) {
      const content = randomBytes(length);
      const made = await sealed(content);
      expect(await open(made)).toEqual({ label: labelOf(content), content });
    }
  });

  it('ends with a whole chunk where what is sealed fills it', async () => {
    const labelBytes = 4 + Buffer.byteLength(JSON.stringify(labelOf(Buffer.alloc(0))));
    const content = randomBytes(2 * CHUNK_BYTES - labelBytes);
    const made = await sealed(content);
    expect(made.length).toBe(HEAD_BYTES + 2 * (CHUNK_BYTES + 16));
    expect((await open(made)).content.equals(content)).toBe(true);
  });

  it('has the manifest, also where it is larger than a chunk', async () => {
    const manifest = JSON.stringify({ files: Array.from({ length: 20_000 }, (_, number) => `ä ${number}`) });
    const content = randomBytes(100);
    expect(await open(await sealed(content, { more: { manifest } }))).toEqual({
      label: labelOf(content, { manifest }),
      content,
    });
  });

  it('does not depend on the pieces in which the file was read', async () => {
    const content = randomBytes(CHUNK_BYTES + 5000);
    for (const most of [777, CHUNK_BYTES, 10 * CHUNK_BYTES])
      expect((await open(await sealed(content, { most }))).content.equals(content)).toBe(true);
  });

  it('tells nothing of what is in it, and is never made twice alike', async () => {
    const content = Buffer.from('IBAN DE02120300000000202051\n'.repeat(10));
    const [first, second] = [await sealed(content), await sealed(content)];
    for (const made of [first, second])
      for (const word of ['IBAN', 'november', 'tm.example', PASSPHRASE]) expect(made.includes(word)).toBe(false);
    expect(first.subarray(HEAD_BYTES).equals(second.subarray(HEAD_BYTES))).toBe(false);
  });

  it.each([
    ['than were offered', 0, { sha256: 'a1'.repeat(32) }],
    ['because the file became longer', -1, {}],
    ['because the file became shorter', 1, {}],
  ])('is not made of other bytes %s, and nothing of it stays', async (_name, difference, more) => {
    const content = randomBytes(CHUNK_BYTES);
    const before = readdirSync(folder);
    await expect(sealed(content, { more, bytes: content.length + difference })).rejects.toMatchObject({
      code: 'team.refused',
      detail: 'november.jsonl has other bytes than offer 12.',
    });
    expect(readdirSync(folder)).toEqual(before);
  });

  it('never takes the place of a file that is there', async () => {
    const path = newPath();
    writeFileSync(path, 'another file');
    const content = { label: labelOf(Buffer.alloc(0)), source: 'a', bytes: 0, content: inPieces(Buffer.alloc(0), 1) };
    await expect(sealPackage(path, content, keys)).rejects.toMatchObject({ code: 'file.cannot-write' });
    expect(readFileSync(path, 'utf8')).toBe('another file');
  });
});

describe('what happens to a package on its way', () => {
  const content = randomBytes(4 * CHUNK_BYTES + 1234);
  const another = randomBytes(4 * CHUNK_BYTES + 1234);
  let made: Buffer;
  let other: Buffer;
  let chunks: Buffer[];
  const chunksOf = (sealedFile: Buffer) =>
    Array.from({ length: 5 }, (_, number) => {
      const [start, end] = placeOf(number, { contentBytes: Number(sealedFile.readBigUInt64BE(28)) });
      return sealedFile.subarray(start, end);
    });
  beforeAll(async () => {
    made = await sealed(content);
    other = await sealed(another);
    chunks = chunksOf(made);
  });
  const joined = (...numbers: number[]) =>
    Buffer.concat([made.subarray(0, HEAD_BYTES), ...numbers.map((number) => chunks[number] ?? Buffer.alloc(0))]);

  it('never gives other bytes: any changed byte is found', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(made.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(made);
        changed[at] = (changed[at] ?? 0) ^ change;
        await expect(open(changed)).rejects.toMatchObject({ code: expect.stringMatching(/^team\.package/) });
      }),
      { numRuns: 150 },
    );
  });

  it('any changed byte of the head is found', async () => {
    for (let at = 0; at < HEAD_BYTES; at += 1) {
      const changed = Buffer.from(made);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(open(changed), `byte ${at}`).rejects.toMatchObject({
        code: expect.stringMatching(/^team\.package/),
      });
    }
  });

  it.each([
    ['a terabyte of memory for its key', [30, 8, 1]],
    ['blocks of a size that no package has', [17, 255, 1]],
    ['255 rounds', [17, 8, 255]],
    ['a key at no cost', [0, 8, 1]],
  ])('that asks for %s is refused before any key is derived', async (_what, cost) => {
    const strange = Buffer.from(made);
    strange.set(cost, 9);
    const path = newPath();
    writeFileSync(path, strange);
    const derived = vi.fn(keys);
    await expect(SealedPackage.open(path, derived)).rejects.toMatchObject({ code: 'team.package' });
    expect(derived).not.toHaveBeenCalled();
  });

  it('is told where its end is missing, wherever it was cut, before any key is derived', async () => {
    const unasked: KeysFor = () => Promise.reject(new Error('No key is to be derived.'));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 9, max: made.length - 1 }), async (end) => {
        await expect(open(made.subarray(0, end), unasked)).rejects.toMatchObject(refusal(/Its end is missing/));
      }),
      { numRuns: 50 },
    );
    for (const end of [HEAD_BYTES, placeOf(2, { contentBytes: content.length })[0]])
      await expect(open(made.subarray(0, end), unasked)).rejects.toMatchObject(refusal(/Its end is missing/));
  });

  it('is found where chunks were moved, repeated or left out, in any way', async () => {
    const order = fc.array(fc.nat(4), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        order.filter((numbers) => numbers.some((number, index) => number !== index)),
        async (numbers) => {
          await expect(open(joined(...numbers))).rejects.toMatchObject(
            refusal(/changed after it was sealed|Its end is missing|longer than/),
          );
        },
      ),
      { numRuns: 60 },
    );
    await expect(open(joined(0, 1, 2, 2, 3, 4))).rejects.toMatchObject(refusal(/longer than it was sealed/));
    await expect(open(joined(0, 1, 3, 4))).rejects.toMatchObject(refusal(/Its end is missing/));
  });

  it('is found where chunks came from another package of the same passphrase, or the head did', async () => {
    const others = chunksOf(other);
    for (const [index, foreign] of others.entries()) {
      const mixed = chunks.map((chunk, number) => (number === index ? foreign : chunk));
      await expect(open(Buffer.concat([made.subarray(0, HEAD_BYTES), ...mixed]))).rejects.toMatchObject(
        refusal(/It was changed after it was sealed/),
      );
    }
    await expect(open(Buffer.concat([other.subarray(0, HEAD_BYTES), ...chunks]))).rejects.toMatchObject(
      refusal(/It was changed after it was sealed/),
    );
  });

  it('is found where something was added, or a second package', async () => {
    for (const more of [Buffer.alloc(1), other])
      await expect(open(Buffer.concat([made, more]))).rejects.toMatchObject(refusal(/longer than it was sealed/));
  });

  it('gives no byte of a chunk that was changed, and those before it as they were', async () => {
    const path = newPath();
    const changed = Buffer.from(made);
    const [start] = placeOf(2, { contentBytes: content.length });
    changed[start] = (changed[start] ?? 0) ^ 1;
    writeFileSync(path, changed);
    await using opened = await SealedPackage.open(path, keys);
    const given: Buffer[] = [];
    const all = async () => {
      for await (const piece of opened.content(never)) given.push(piece);
    };
    await expect(all()).rejects.toMatchObject(refusal(/near byte \d+/));
    const found = Buffer.concat(given);
    expect(found.equals(content.subarray(0, found.length))).toBe(true);
    expect(found.length).toBeLessThan(2 * CHUNK_BYTES);
  });

  it('is told where it becomes shorter while it is read', async () => {
    const path = newPath();
    writeFileSync(path, made);
    await using opened = await SealedPackage.open(path, keys);
    writeFileSync(path, made.subarray(0, HEAD_BYTES + 100));
    const all = async () => {
      for await (const _ of opened.content(never));
    };
    await expect(all()).rejects.toMatchObject(refusal(/Its end is missing/));
  });
});

describe('a package that cannot be opened', () => {
  it('is opened by its passphrase, typed on any keyboard, and says so of any other', async () => {
    const path = newPath();
    const content = Buffer.from('a line\n');
    const source = { label: labelOf(content), source: 'a', bytes: content.length, content: inPieces(content, 10) };
    await sealPackage(path, source, keysFrom('schlüssel zum glück'));
    const made = readFileSync(path);
    expect((await open(made, keysFrom('schlu\u0308ssel zum glu\u0308ck'))).content).toEqual(content);
    await expect(open(made, keysFrom('schlüssel zum unglück'))).rejects.toMatchObject({
      code: 'team.package-passphrase',
    });
  });

  it.each([
    ['is empty', '', /no sealed package/],
    ['is another file', '{"transaction": 1}\n', /no sealed package/],
    ['is only its name', 'TRANSHIP', /no sealed package/],
    ['has a later version', 'TRANSHIP\x02', /version 2, and this Tranship opens version 1/],
  ])('because it %s says so', async (_name, text, said) => {
    await expect(open(Buffer.from(text))).rejects.toMatchObject(refusal(said));
  });

  it.each([
    ['the memory of the computer', 9, 30],
    ['no memory, which would make guesses cheap', 9, 1],
    ['blocks without end', 10, 255],
    ['work without end', 11, 255],
  ])('whose head asks for %s is refused before that', async (_name, at, value) => {
    const made = await sealed(randomBytes(100));
    made.writeUInt8(value, at);
    const unasked: KeysFor = () => Promise.reject(new Error('No key is to be derived.'));
    await expect(open(made, unasked)).rejects.toMatchObject(refusal(/first bytes were changed/));
  });

  it.each([0n, 2n ** 64n - 1n, 2n ** 53n])('whose head speaks of %s bytes is refused before any key', async (bytes) => {
    const made = await sealed(randomBytes(100));
    made.writeBigUInt64BE(bytes, 28);
    const unasked: KeysFor = () => Promise.reject(new Error('No key is to be derived.'));
    await expect(open(made, unasked)).rejects.toMatchObject({ code: 'team.package' });
  });

  it('which is a folder says so', async () => {
    await expect(SealedPackage.open(folder, keys)).rejects.toMatchObject({ code: 'file.not-a-file' });
  });

  it('which is not there says so', async () => {
    await expect(SealedPackage.open(join(folder, 'none'), keys)).rejects.toMatchObject({ code: 'file.not-found' });
  });

  it('has the size that its format says', () => {
    expect(sealedBytes(1)).toBe(HEAD_BYTES + 17);
    expect(sealedBytes(CHUNK_BYTES + 1)).toBe(HEAD_BYTES + CHUNK_BYTES + 1 + 32);
  });
});

describe('a package of a hostile sender, who knows the passphrase', () => {
  const valid = labelOf(Buffer.from('a line\n'));

  it('opens where nothing is wrong with it', async () => {
    expect((await open(await withLabel(JSON.stringify(valid)))).content.toString()).toBe('a line\n');
  });

  it('with other bytes than its label says is refused', async () => {
    const made = await withLabel(JSON.stringify({ ...valid, sha256: 'a1'.repeat(32) }));
    await expect(open(made)).rejects.toMatchObject(refusal(/does not have the SHA-256/));
  });

  it.each([
    ['is no JSON', 'offer 12'],
    ['is of another form', '[]'],
    ['has no number', JSON.stringify({ ...valid, offer: '12' })],
    ['has half a digest', JSON.stringify({ ...valid, sha256: 'a1' })],
    ['is nested without end', '['.repeat(60_000)],
    ['is nothing', ''],
  ])('whose label %s is refused', async (_name, label) => {
    await expect(open(await withLabel(label))).rejects.toMatchObject(refusal(/label cannot be read/));
  });

  it.each([2 ** 32 - 1, 2 ** 24, 200_000])('whose label claims %i bytes is refused', async (length) => {
    await expect(open(await withLabel(JSON.stringify(valid), undefined, length))).rejects.toMatchObject(
      refusal(/label cannot be read/),
    );
  });
});
