/** @file The browser's own dialog for files, without a button on the page. */

/** The files that the person chose; none when the dialog was cancelled. Only within an action of the person. */
export function askForFiles(): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
