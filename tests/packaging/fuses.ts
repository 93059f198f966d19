/** @file The fuses of a packed program, as @electron/fuses reads them back. */

import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

export const wantedFuses = {
  RunAsNode: 'off',
  EnableCookieEncryption: 'on',
  EnableNodeOptionsEnvironmentVariable: 'off',
  EnableNodeCliInspectArguments: 'off',
  EnableEmbeddedAsarIntegrityValidation: 'on',
  OnlyLoadAppFromAsar: 'on',
  LoadBrowserProcessSpecificV8Snapshot: 'off',
  GrantFileProtocolExtraPrivileges: 'off',
  // As Electron sets it; Electron-builder knows no name for it.
  WasmTrapHandlers: 'on',
};

/** By their names, those that the program has. @param program on macOS the .app */
export async function fusesOf(program: string): Promise<Record<string, string>> {
  const wire = await getCurrentFuseWire(program);
  const known = Object.entries(FuseV1Options).flatMap(([name, place]) => {
    const state = typeof place === 'number' ? wire[place] : undefined;
    return state === undefined ? [] : [[name, state === FuseState.ENABLE ? 'on' : 'off']];
  });
  return Object.fromEntries(known);
}
