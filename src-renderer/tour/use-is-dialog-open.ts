/** @file Whether a dialog is open anywhere in the window. */

import { useSyncExternalStore } from 'react';
import { isDialogOpen } from '../dialog.tsx';

function listen(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

export const useIsDialogOpen = (): boolean => useSyncExternalStore(listen, isDialogOpen);
