/** @file Saves the list as it is shown, with what a clerk and an auditor want to know of each submission. */

import { ActionIcon, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { spokenLanguage } from '../../src-shared/languages/message.ts';
import type { Saving } from '../saving/use-save.ts';
import { saveListTexts } from '../texts/queue-filters.ts';

interface SaveListProps {
  ids: readonly SubmissionRow['id'][];
  saving: Saving;
}

export function SaveListMenu({ ids, saving }: SaveListProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={saveListTexts.button} title={saveListTexts.button}>
          <IconDownload size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{saveListTexts.note(ids.length)}</Menu.Label>
        {(['csv', 'jsonl'] as const).map((format) => (
          <Menu.Item
            key={format}
            disabled={ids.length === 0}
            onClick={() =>
              void saving.save({ kind: 'queue-list', ids: [...ids], format, language: spokenLanguage().code })
            }
          >
            {saveListTexts[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
