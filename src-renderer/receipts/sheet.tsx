/**
 * @file A receipt or a statement as it prints, in a frame in which no script runs: the window prints the frame, also by its own keys,
 * for which it would print the page behind it.
 */

import { useMantineStyleNonce } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { putOnPaper } from './paper-in-place.ts';
import classes from './sheet.module.css';

interface SheetProps {
  frame: RefObject<HTMLIFrameElement | null>;
  title: string;
  /** The whole page. */
  html: string;
  /** It is only printed, once: what the page behind shows may be another one since. */
  isUnseen?: boolean;
  onReady?: () => void;
}

export function Sheet({ frame, title, html, isUnseen = false, onReady }: SheetProps) {
  const nonce = useMantineStyleNonce()?.();
  useEffect(() => (isUnseen ? undefined : putOnPaper(() => frame.current?.contentDocument)), [frame, isUnseen]);
  const fit = ({ currentTarget }: { currentTarget: HTMLIFrameElement }) => {
    const { contentDocument: inner } = currentTarget;
    if (inner === null) return;
    if (!isUnseen)
      currentTarget.style.height = `${Math.ceil(inner.documentElement.getBoundingClientRect().height) + 2}px`;
    // Once it was clicked, keys come here, too.
    inner.addEventListener('keydown', (event) => {
      if (!currentTarget.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault();
    });
    onReady?.();
  };
  return (
    <iframe
      ref={frame}
      className={classes[isUnseen ? 'unseen' : 'sheet']}
      title={title}
      aria-hidden={isUnseen || undefined}
      // What is around it scrolls it, and keeps the keys.
      tabIndex={-1}
      onLoad={fit}
      sandbox="allow-same-origin allow-modals"
      srcDoc={withNonce(html, nonce)}
    />
  );
}

/** Of the keys that print. */
export function usePrintKeys(print: () => void): void {
  const last = useRef(print);
  last.current = print;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      last.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** The style of the page counts only with the word of this window, whose policy it has as well. */
const withNonce = (html: string, nonce: string | undefined): string =>
  nonce === undefined ? html : html.replace('<style>', `<style nonce="${nonce}">`);
