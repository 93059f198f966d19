/** @file What is written to the address of the page while a person types. */

/** Browsers take only so many changes of the address in a time. */
const TYPING_PAUSE = 300;

/**
 * Calls `write` once typing pauses, or earlier where a link is about to be followed: it takes the focus from the field first.
 * Returns a function that cancels it.
 */
export function afterTyping(write: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    removeEventListener('focusout', writeNow);
  };
  const writeNow = () => {
    stop();
    write();
  };
  const timer = setTimeout(writeNow, TYPING_PAUSE);
  addEventListener('focusout', writeNow);
  return stop;
}
