/** @file What a correction changed: the same changes together, and all of them to save. */

import { Button, Stack, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Changes, Result, SubmissionRow } from '../../src-shared/contract.ts';
import { wholeLineInWords } from '../../src-shared/correction-told.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { DataTable } from '../table/data-table.tsx';
import { fieldInFull } from '../texts/preparing.ts';
import { number } from '../wording.ts';

type Change = Changes['changes'][number];

/** Rows that are shown; all are saved. */
const SHOWN = 20;

export function ChangesPart({ id }: { id: SubmissionRow['id'] }) {
  const bridge = useBridge();
  const saving = useSave();
  const [told, setTold] = useState<Result<Changes>>();
  useEffect(() => {
    let isOver = false;
    void bridge.invoke['submission.changes']({ id }).then((result) => {
      if (!isOver) setTold(result);
    });
    return () => {
      isOver = true;
    };
  }, [bridge, id]);
  // A file that a person made elsewhere has no change log.
  if (told?.ok !== true || told.value.changes.length === 0) return null;
  const { changes, more } = told.value;
  const hidden = more + Math.max(0, changes.length - SHOWN);
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {message('What was corrected')}
      </Title>
      <DataTable
        label={message('What was corrected')}
        rows={changes.slice(0, SHOWN)}
        keyOf={({ step, field, before, after, first }) => JSON.stringify([step, field, before, after, first])}
        columns={[
          { heading: message('Field'), cell: fieldOf },
          {
            heading: message('Before'),
            cell: ({ before, step }) => <Cut text={before ?? (step === 'keep-one' ? '' : message('missing'))} />,
          },
          { heading: message('After'), cell: ({ after }) => <Cut text={after ?? message('left out')} /> },
          { heading: message('Lines'), align: 'end', cell: ({ lines }) => number(lines) },
        ]}
      />
      {hidden > 0 && (
        <Text size="sm">
          {message('{count, plural, one {# other change is} other {# other changes are}} in the table that you save.', {
            count: hidden,
          })}
        </Text>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => void saving.save({ kind: 'changes', id })}
        >
          {message('Save every change (CSV)…')}
        </Button>
      </div>
      <SaveOutcome saving={saving} />
    </Stack>
  );
}

/** A line that was corrected by hand is long; the table that is saved has all of it. */
function Cut({ text }: { text: string }) {
  return (
    <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }} title={text.slice(0, 2000)}>
      {text}
    </Text>
  );
}

const fieldOf = (change: Change): string =>
  change.field === undefined ? wholeLineInWords(change) : fieldInFull(change.field);
