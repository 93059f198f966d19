/** @file Accepts files and folders dropped anywhere in the window, with a target that appears during the drag. */

import { IconFileUpload } from '@tabler/icons-react';
import { useLayoutEffect, useMemo, useState } from 'react';
import { useAppInfo } from '../app-info.ts';
import { useStores } from '../stores.ts';
import { addFilesTexts } from '../texts/add-files.ts';
import { transactionTexts } from '../texts/transactions.ts';
import { useRoute } from '../use-route.ts';
import classes from './add-files.module.css';
import { filesOfDrop } from './dropped-files.ts';

export function DropTarget() {
  const { addFiles, transaction } = useStores();
  const { page } = useRoute();
  const { shell } = useAppInfo();
  const take = useMemo(() => {
    const addAll = async (drop: DataTransfer) => {
      await addFiles.getState().drop((reading) => filesOfDrop(drop, shell === 'browser', reading));
    };
    const takeOne = async ({ files: [file] }: DataTransfer) => {
      if (file !== undefined) await transaction.getState().read(file);
    };
    // Also without a connection: files are prepared without one.
    return page === 'transactions' ? takeOne : addAll;
  }, [addFiles, transaction, page, shell]);
  const isDragging = useDroppedFiles(take);
  if (!isDragging) return null;
  const words = page === 'transactions' ? transactionTexts : addFilesTexts;
  return (
    <div className={classes['target']} aria-hidden="true">
      <div>
        <IconFileUpload size={56} stroke={1.3} />
        <strong>{words.drop}</strong>
        <span>{words.dropHint}</span>
      </div>
    </div>
  );
}

/** Passes on dropped files; returns whether files are over the window. */
function useDroppedFiles(take: (drop: DataTransfer) => Promise<void>): boolean {
  const [isDragging, setDragging] = useState(false);
  // Before the page is seen: until it listens, the browser opens what is dropped in place of the page.
  useLayoutEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      if (event.dataTransfer !== null) void take(event.dataTransfer);
    };
    addEventListener('dragenter', over, { signal });
    addEventListener('dragover', over, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, [take]);
  return isDragging;
}
