/** @file The browser's own dialog for files, without a button on the page. */

import type { Bridge } from '../../src-preload/bridge.ts';
import type { PickedFiles, Result } from '../../src-shared/contract.ts';

/** One file that the person chooses, offered to the app: in the system's dialog on the desktop, in the browser's own elsewhere. */
export async function chooseOneFile(bridge: Bridge): Promise<Result<PickedFiles>> {
  const info = await bridge.invoke['app.info']();
  if (!info.ok) return info;
  if (info.value.shell === 'electron') return await bridge.invoke['files.choose']();
  const files = await askForFiles();
  return files.length === 0
    ? { ok: true, value: { offers: [], refused: [] } }
    : await bridge.offerFiles(files.slice(0, 1));
}

/** The files that the person chose; none when the dialog was cancelled. Only within an action of the person. */
export function askForFiles(): Promise<File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.hidden = true;
  // Outside the document nothing would hold it while the dialog is open, and the choice could be lost with it.
  document.body.append(input);
  const chosen = new Promise<File[]>((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
  });
  input.click();
  return chosen.finally(() => input.remove());
}
