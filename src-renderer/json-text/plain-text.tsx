/** @file A text exactly as received, in a frame that scrolls. */

import classes from './json-text.module.css';

export function PlainText({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes['text']} tabIndex={0} aria-label={label}>
      <pre data-raw="true">{text}</pre>
    </section>
  );
}
