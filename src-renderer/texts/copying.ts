/** @file The texts of the buttons that copy. */

export const copyTexts = {
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  failed: 'Not copied',
  failedHint: 'The text could not be copied. Select it with the mouse, then press Ctrl+C, or ⌘C on a Mac.',
};
