/** @file Accepts files and folders dropped anywhere in the window, with a target that appears during the drag. */

import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useAppInfo } from '../app-info.ts';
import { useStores } from '../stores.ts';
import { addFilesTexts } from '../texts/add-files.ts';
import { transactionTexts } from '../texts/transactions.ts';
import { useRoute } from '../use-route.ts';
import classes from './add-files.module.css';
import { filesOfDrop } from './dropped-files.ts';

/** `hasConnection`: whether a connection to send to exists. */
export function DropTarget({ hasConnection }: { hasConnection: boolean }) {
  const { addFiles, transaction } = useStores();
  const { page } = useRoute();
  const { shell } = useAppInfo();
  const take = useMemo(() => {
    const addAll = async (drop: DataTransfer) => {
      const { files, refused } = await filesOfDrop(drop, shell === 'browser');
      await addFiles.getState().receive(files);
      addFiles.getState().take({ offers: [], refused });
    };
    const takeOne = async ({ files: [file] }: DataTransfer) => {
      if (file !== undefined) await transaction.getState().read(file);
    };
    // Files are prepared without a connection, too.
    return page === 'transactions' ? takeOne : hasConnection || page === 'prepare' ? addAll : undefined;
  }, [addFiles, transaction, page, hasConnection, shell]);
  const isDragging = useDroppedFiles(take);
  if (!isDragging) return null;
  const words = page === 'transactions' ? transactionTexts : addFilesTexts;
  return (
    <div className={classes['target']} aria-hidden="true">
      <div>
        <IconFileUpload size={56} stroke={1.3} />
        <strong>{take === undefined ? addFilesTexts.dropWithoutConnection : words.drop}</strong>
        {take !== undefined && <span>{words.dropHint}</span>}
      </div>
    </div>
  );
}

/** Passes on dropped files if `take` is defined; returns whether files are over the window. */
function useDroppedFiles(take: ((drop: DataTransfer) => Promise<void>) | undefined): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      event.dataTransfer.dropEffect = take === undefined ? 'none' : 'copy';
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      if (event.dataTransfer !== null) void take?.(event.dataTransfer);
    };
    addEventListener('dragenter', over, { signal });
    addEventListener('dragover', over, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, [take]);
  return isDragging;
}
