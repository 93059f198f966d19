/** @file The files that were saved: where they are, or how a browser fetches them, and what to do with them. */

import { Alert, Button, Text } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Preparation } from '../../src-shared/contract.ts';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { resultTexts } from '../texts/preparing.ts';
import classes from './finish.module.css';

interface SavedFilesProps {
  id: Preparation['id'];
  saved: NonNullable<Preparation['saved']>;
  /** What else came of it. */
  children: ReactNode;
}

export function SavedFiles({ id, saved: { folder, files }, children }: SavedFilesProps) {
  const saving = useSave();
  return (
    <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={resultTexts.savedTitle(files)} role="status">
      {folder === undefined ? (
        <div className={classes['fetch']}>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void saving.save({ kind: 'prepared', id })}
          >
            {resultTexts.fetch}
          </Button>
          <Text size="sm">{resultTexts.fetchHint}</Text>
          <SaveOutcome saving={saving} />
        </div>
      ) : (
        <>
          <Text size="sm" className={classes['folder'] ?? ''}>
            {folder}
          </Text>
          <Text size="sm">{resultTexts.savedHint}</Text>
        </>
      )}
      {children}
    </Alert>
  );
}
