/** @file Where the keyboard goes on once what had it is gone: in the row of the list where it was last, else at the page. */

export function focusPage(): void {
  const page = document.getElementById('page');
  const row = page?.querySelector<HTMLElement>('tr:is([data-submission], [data-group])[tabindex="0"]');
  (row ?? page)?.focus({ preventScroll: true });
}

/** Where a person asks for the page that is shown already: in its list, else at the first that can be used. */
export function focusFirst(): void {
  focusPage();
  if (!isKeyboardFree()) return;
  const controls = document.querySelectorAll<HTMLElement>(`#page :is(${CONTROLS})`);
  [...controls].find((control) => control.checkVisibility())?.focus();
}

const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled';

/** Whether nothing within the page has the keyboard. */
export function isKeyboardFree(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.id === 'page';
}

/** Only where nothing has the focus. */
export function focusPageIfLost(): void {
  if (document.activeElement === document.body) focusPage();
}
