/** @file The whole window takes files: a target that appears while they are dragged over it. */

import { IconFileUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStores } from '../stores.ts';
import { addFilesTexts } from '../texts/add-files.ts';
import classes from './add-files.module.css';

/** `isOpen`: whether there is anywhere to send to yet. */
export function DropTarget({ isOpen }: { isOpen: boolean }) {
  const isDragging = useDroppedFiles(isOpen);
  if (!isDragging) return null;
  return (
    <div className={classes['target']} aria-hidden="true">
      <div>
        <IconFileUpload size={56} stroke={1.3} />
        <strong>{isOpen ? addFilesTexts.drop : addFilesTexts.dropWithoutConnection}</strong>
        {isOpen && <span>{addFilesTexts.dropHint}</span>}
      </div>
    </div>
  );
}

/** Receives what is dropped anywhere; returns whether files are over the window now. */
function useDroppedFiles(isOpen: boolean): boolean {
  const { addFiles } = useStores();
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      // Else the page would open the file instead of itself.
      event.preventDefault();
      event.dataTransfer.dropEffect = isOpen ? 'copy' : 'none';
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      if (isOpen) void addFiles.getState().receive([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragenter', over, { signal });
    addEventListener('dragover', over, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, [addFiles, isOpen]);
  return isDragging;
}
