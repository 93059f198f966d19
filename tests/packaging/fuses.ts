/** @file The fuses of a packed program, as @electron/fuses reads them back. */

import { toolRequire } from './builder.ts';

export const wantedFuses = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'on',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  EnableEmbeddedAsarIntegrityValidation: 'on',
  OnlyLoadAppFromAsar: 'on',
  LoadBrowserProcessSpecificV8Snapshot: 'off',
  GrantFileProtocolExtraPrivileges: 'off',
};

/** By their names, without those that the library does not know. @param program on macOS the .app */
export async function fusesOf(program: string): Promise<Record<string, string>> {
  const library: {
    getCurrentFuseWire(program: string): Promise<Record<string, number>>;
    FuseV1Options: Record<string, string>;
  } = toolRequire('@electron/fuses');
  const wire = await library.getCurrentFuseWire(program);
  const known = Object.entries(wire).flatMap(([index, state]) => {
    const name = library.FuseV1Options[index];
    return name === undefined ? [] : [[name, String.fromCharCode(state) === '1' ? 'on' : 'off']];
  });
  return Object.fromEntries(known);
}
