/** @file Where the keyboard goes on once what had it is gone: in the row of the list where it was last, else at the page. */

export function focusPage(): void {
  const page = document.getElementById('page');
  const row = page?.querySelector<HTMLElement>('tr:is([data-submission], [data-group])[tabindex="0"]');
  (row ?? page)?.focus({ preventScroll: true });
}

/** Whether nothing within the page has the keyboard. */
export function isKeyboardFree(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.id === 'page';
}

/** Only where nothing has the focus. */
export function focusPageIfLost(): void {
  if (document.activeElement === document.body) focusPage();
}
