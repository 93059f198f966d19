/** @file Whether a dialog is open anywhere in the window. */

import { useSyncExternalStore } from 'react';

const isOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

function listen(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

export const useIsDialogOpen = (): boolean => useSyncExternalStore(listen, isOpen);
