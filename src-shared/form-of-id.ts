/** @file The form of an id, by which ids are told from names in a column that has both. Pure. */

/** The text with # in the place of each digit: customer-0012950 has the form customer-#######. */
export function formOf(text: string): string {
  return text.replace(/\d/g, '#');
}
