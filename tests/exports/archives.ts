/** @file Archives for tests: good ones by libraries, wicked ones by hand. */

import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export async function zipOf(files: Readonly<Record<string, string | Uint8Array>>, mode?: number): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(content as string), name, mode === undefined ? {} : { mode });
  }
  zip.end();
  return await buffer(zip.outputStream);
}

/** Writes another name of the same length over each place of the first. */
export function renamed(archive: Buffer, from: string, to: string): Buffer {
  const copy = Buffer.from(archive);
  for (let at = copy.indexOf(from); at !== -1; at = copy.indexOf(from, at + 1)) copy.write(to, at, 'latin1');
  return copy;
}

export interface TarEntry {
  name: string;
  content?: string | Uint8Array;
  /** As POSIX numbers them: 0 a file, 1 and 2 links, 3 and 4 devices, 5 a folder. */
  type?: '0' | '1' | '2' | '3' | '4' | '5' | '6';
  /** Another size than that of the content. */
  size?: number;
}

/** https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html#tag_20_92_13_06 */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, content = '', type = '0', size }) => {
    const body = Buffer.from(content as string);
    const header = Buffer.alloc(512);
    header.write(name, 0, 'utf8');
    header.write('0000644\0', 100);
    header.write('0000000\0', 108);
    header.write('0000000\0', 116);
    header.write(`${(size ?? body.length).toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0', 136);
    header.write('        ', 148);
    header.write(type, 156);
    if (type === '1' || type === '2') header.write('/etc/passwd', 157);
    header.write('ustar\u000000', 257);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
