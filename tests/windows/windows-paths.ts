/** @file The paths of Windows over the files of this machine: C:\ is its root folder. */

const drive = /^[A-Za-z]:(?=[\\/]|$)/;
/** Windows refuses these characters, and a name that ends with a space or a full stop. */
const refused = /[<>:"|?*\p{Cc}]|[^\\/.][ .]+(?=[\\/]|$)/u;

/** @throws Error ENOENT for a path that no file on Windows can have, as for a path of another system */
export function toThisMachine(path: string): string {
  const rest = path.replace(/^\\\\\?\\/, '').replace(drive, '');
  if (rest.startsWith('\\\\') || refused.test(rest)) throw systemError('ENOENT', path);
  return rest.replaceAll('\\', '/') || '/';
}

/** @param path absolute, of this machine */
export function toWindows(path: string): string {
  return `C:${path.replaceAll('/', '\\')}`;
}

export function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: as on Windows, '${path}'`), { code, path });
}
