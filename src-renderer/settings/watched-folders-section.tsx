/** @file The watched folders: which there are, how each stands, adding and removing. */

import { ActionIcon, Anchor, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Result, WatchedFolderRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { usualWish } from '../queue/arrangement.ts';
import { queueRoute } from '../queue/use-queue-address.ts';
import { addressOf } from '../routes.ts';
import { DataTable } from '../table/data-table.tsx';
import { stateInWords, watchingTexts, wayInWords } from '../texts/watching.ts';
import { NewWatchedFolder } from './new-watched-folder.tsx';
import classes from './settings.module.css';
import { SectionFrame } from './settings-section.tsx';

export function WatchedFoldersSection() {
  const bridge = useBridge();
  const { shell } = useAppInfo();
  const [rows, setRows] = useState<readonly WatchedFolderRow[]>();
  const [error, setError] = useState<ErrorRecord>();
  const take = (result: Result<WatchedFolderRow[]>) => {
    setError(result.ok ? undefined : result.error);
    if (result.ok) setRows(result.value);
  };
  useEffect(() => {
    void bridge.invoke['watching.list']().then((result) => result.ok && setRows(result.value));
    return bridge.on['watching.changed'](setRows);
  }, [bridge]);
  return (
    <SectionFrame title={watchingTexts.title} saved={undefined} error={error}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {watchingTexts.hint}
        </Text>
        {/* The line stands before the answer is there: what is below must not move away from the mouse. */}
        {!rows?.length && <Text size="sm">{rows === undefined ? '\u00a0' : message('No folder is watched.')}</Text>}
        {rows !== undefined && rows.length > 0 && (
          <Folders rows={rows} onRemove={(id) => void bridge.invoke['watching.remove']({ id }).then(take)} />
        )}
        <NewWatchedFolder isInBrowser={shell !== 'electron'} onAdded={take} />
      </Stack>
    </SectionFrame>
  );
}

interface FoldersProps {
  rows: readonly WatchedFolderRow[];
  onRemove: (id: string) => void;
}

function Folders({ rows, onRemove }: FoldersProps) {
  return (
    <DataTable
      label={message('List of watched folders')}
      isInBlocks
      frame="plain"
      className={classes['folders']}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { heading: message('Folder'), className: classes['dataFolder'], cell: ({ folder }) => folder },
        { heading: message('How it is sent'), cell: (row) => <Lines lines={wayInWords(row)} /> },
        {
          heading: message('State'),
          cell: (row) => (
            <>
              <Lines lines={stateInWords(row)} />
              {row.waiting > 0 && (
                <Anchor size="sm" underline="always" href={addressOf(queueRoute({ ...usualWish, states: ['held'] }))}>
                  {message('{waiting, plural, one {# file waits} other {# files wait}} for you in the queue', {
                    waiting: row.waiting,
                  })}
                </Anchor>
              )}
              {row.trouble !== undefined && <ErrorNotice error={row.trouble} />}
            </>
          ),
        },
        {
          heading: message('Actions'),
          cell: ({ id, folder }) => (
            <ActionIcon
              variant="subtle"
              aria-label={message('Stop watching {folder}', { folder })}
              onClick={() => onRemove(id)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          ),
        },
      ]}
    />
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <Text size="sm" key={line}>
      {line}
    </Text>
  ));
}
