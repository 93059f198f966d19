/** @file What a correction changed: the same changes together, and all of them to save. */

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import {
  allDone,
  correctorInWords,
  isLeftOutLine,
  missingBefore,
  reasonInWords,
  removedAfter,
  shownChange,
  subjectOfChange,
} from '../../src-shared/change-words.ts';
import type { Changes, Result, SubmissionDetails, SubmissionRow } from '../../src-shared/contract.ts';
import { untoldWords } from '../../src-shared/correction-told.ts';
import { fieldInFull } from '../../src-shared/field-words.ts';
import { listed } from '../../src-shared/languages/lists.ts';
import { message, spokenLanguage } from '../../src-shared/languages/message.ts';
import { paidInWords } from '../../src-shared/left-out.ts';
import { momentsTitle } from '../../src-shared/spreadsheet.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { DataTable } from '../table/data-table.tsx';
import { number } from '../wording.ts';

type Change = Changes['changes'][number];

/** Rows that are shown at first; all are saved. */
const SHOWN = 50;

/** Whether it is a correction, or has one: then there is something to tell. */
export const hasChanges = ({ corrects, correctedBy }: SubmissionDetails): boolean =>
  (corrects ?? correctedBy) !== undefined;

export function ChangesPart({ id }: { id: SubmissionRow['id'] }) {
  const bridge = useBridge();
  const saving = useSave();
  const [told, setTold] = useState<Result<Changes>>();
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    let isOver = false;
    void bridge.invoke['submission.changes']({ id }).then((result) => {
      if (!isOver) setTold(result);
    });
    return () => {
      isOver = true;
    };
  }, [bridge, id]);
  if (told === undefined) return <Loading>{message('Reading what was changed…')}</Loading>;
  if (!told.ok && told.error.code !== 'file.not-found') return <ErrorNotice error={told.error} />;
  if (!told.ok) return <Text size="sm">{untoldWords['no-log']}</Text>;
  const { changes, more, untold } = told.value;
  const corrections = [...new Set(changes.map(({ submission }) => submission))].toSorted((one, other) => one - other);
  const isSeveral = corrections.length > 1;
  const shown = isWhole ? changes : changes.slice(0, SHOWN);
  const hidden = changes.length - shown.length;
  return (
    <Stack gap="xs">
      <DataTable
        label={message('What was corrected')}
        isInBlocks
        frame="bordered"
        empty={message('No value was changed: lines were only left out.')}
        rows={shown}
        keyOf={({ submission, step, further, field, before, after, reason }) =>
          JSON.stringify([submission, step, further, field, before, after, reason])
        }
        columns={[
          { heading: message('Field'), cell: fieldOf },
          { heading: message('What was done'), cell: doneOf },
          { heading: message('Before'), cell: beforeOf },
          {
            heading: message('After'),
            cell: (change) => !isLeftOutLine(change) && <Value text={valuesOf(change).after ?? removedAfter()} />,
          },
          { heading: message('Lines'), align: 'end', cell: ({ lines }) => number(lines) },
          isSeveral && { heading: message('Correction'), align: 'end', cell: ({ submission }) => `${submission}` },
          {
            heading: momentsTitle(message('Decided by / on')),
            cell: ({ by, decided }) => correctorInWords(by, decided),
          },
        ]}
      />
      {untold.length > 0 && (
        <Text size="sm">
          {message(
            '{count, plural, one {What submission {ids} changed is not known: its file was made outside of Tranship.} other {What the submissions {ids} changed is not known: their files were made outside of Tranship.}}',
            { count: untold.length, ids: listed(untold.map(String)) },
          )}
        </Text>
      )}
      {hidden > 0 && (
        <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
          {message('Show {count, number} more', { count: hidden })}
        </Button>
      )}
      {more > 0 && (
        <Text size="sm">
          {message('{count, plural, one {# other change is} other {# other changes are}} in the table that you save.', {
            count: more,
          })}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => void saving.save({ kind: 'changes', id, format: 'csv', language: spokenLanguage().code })}
        >
          {message('Save every change (CSV)…')}
        </Button>
        {corrections.map((submission) => (
          <Button
            key={submission}
            variant="subtle"
            size="xs"
            title={message('Byte by byte the list whose SHA-256 the receipt names.')}
            onClick={() => void saving.save({ kind: 'changes', id: submission, format: 'jsonl' })}
          >
            {message('Save the list of submission {submission} (JSONL)…', { submission: String(submission) })}
          </Button>
        ))}
      </Group>
      <SaveOutcome saving={saving} />
    </Stack>
  );
}

/** Shown of a value; the table that is saved has all of it. */
const LONGEST_VALUE = 90;

const valuesOf = (change: Change) => shownChange(change, LONGEST_VALUE);

function beforeOf(change: Change) {
  const { before } = valuesOf(change);
  if (isLeftOutLine(change)) return paidInWords(change.pays ?? {});
  if (before === undefined) return missingBefore();
  return <Value text={change.isExample ? message('e.g. {value}', { value: before }) : before} />;
}

function doneOf(change: Change) {
  const done = allDone(change);
  if (change.reason === undefined) return done;
  return (
    <>
      {done}
      <Text size="sm" c="dimmed">
        {reasonInWords(change.reason)}
      </Text>
    </>
  );
}

/** A long text breaks anywhere; an amount or a date does not break inside. */
const Value = ({ text }: { text: string }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    {text.split(FIGURES).map((part, at) =>
      at % 2 === 0 ? (
        part
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
        <span key={at} style={{ whiteSpace: 'nowrap' }}>
          {part}
        </span>
      ),
    )}
  </Text>
);

/** Words with a digit that are not too long for any column. */
const FIGURES = /((?<!\S)[^\s\d]{0,4}\d\S{0,20}(?!\S))/;

const fieldOf = (change: Change): string => subjectOfChange(change, fieldInFull);
