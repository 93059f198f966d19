/** @file Lines that share a modification id and say different things: a person decides about each. */

import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { IdConflicts, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { addressOf } from '../routes.ts';
import { conflictTexts } from '../texts/fixing.ts';
import classes from './fixing.module.css';

const MOST_SHOWN = 10;

export function ConflictsView({ row, conflicts }: { row: SubmissionRow; conflicts: IdConflicts }) {
  const shown = conflicts.groups.slice(0, MOST_SHOWN);
  return (
    <Alert color="gray" icon={<IconAlertTriangle aria-hidden />} title={conflictTexts.title(conflicts)}>
      <Text size="sm">
        {message(
          'These lines share a modification id and say different things, so they are different payments. None of them is dropped as a duplicate. The service would reject all of them.',
        )}{' '}
        {message('Open each line to correct its id, or to leave it out.')}
      </Text>
      <ul className={classes['conflicts']}>
        {shown.map(({ id, lines }) => (
          <li key={id}>
            <code>{id}</code>{' '}
            {lines.map((line) => (
              <Anchor
                key={line}
                size="sm"
                underline="always"
                href={addressOf({ page: 'submission', id: row.id, line })}
              >
                {message('Line {line, number}', { line })}
              </Anchor>
            ))}
          </li>
        ))}
      </ul>
      {conflicts.groups.length > MOST_SHOWN && (
        <Text size="sm">{message('There are more. They are shown once these are decided.')}</Text>
      )}
    </Alert>
  );
}
