/** @file The browser's own dialog for files, without a button on the page. */

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
