/** @file Leads the keyboard to what is to be decided first in the values of a kind. */

/** What is open, then what can be changed still, then what can be used at all. */
const PLACES = [
  '[data-open="true"] [data-value]:enabled',
  '[data-open="true"][tabindex]',
  '[data-value][tabindex="0"]',
  'table[role="grid"]',
  'input:checked',
  'button:enabled',
];

export function focusFirstOpen(values: Element | null | undefined): void {
  const place = PLACES.map((selector) => values?.querySelector<HTMLElement>(selector)).find((found) => found != null);
  place?.focus();
  if (place instanceof HTMLInputElement && place.type === 'text') place.select();
}
