/** @file What the report and the check found, by line of the file, with the line of the chosen row beside it. */

import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type {
  FoundBy,
  ReportReading,
  Result,
  ShownLine,
  ShownLines,
  SubmissionRow,
} from '../../src-shared/contract.ts';
import { subjectOf } from '../../src-shared/fault-kind-words.ts';
import { fieldWithPath } from '../../src-shared/field-words.ts';
import { keyOfSaid } from '../../src-shared/languages/fact.ts';
import { inWords, message } from '../../src-shared/languages/message.ts';
import { originInWords } from '../../src-shared/line-origin.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { isCorrectable } from '../fixing/correction-buttons.tsx';
import { addressOf } from '../routes.ts';
import { useQueue } from '../stores.ts';
import { DataTable } from '../table/data-table.tsx';
import { findingTexts } from '../texts/submission.ts';
import { counted, number } from '../wording.ts';
import classes from './report-dialog.module.css';
import { ReportedLineView } from './reported-line-view.tsx';

const filterNames: Record<FoundBy | 'all', string> = {
  all: message('All'),
  both: message('Found by both'),
  service: message('Only by the service'),
  check: message('Only by the check'),
  unmatched: message('No line'),
};

const shownInWords = (shown: number, count: number): string =>
  shown === count
    ? counted(count, 'line')
    : message('{shown, number} of {count, plural, one {# line} other {# lines}}', { shown, count });

/** Who found what is on a line. */
function foundByOf({ line, foundBy }: Pick<ShownLine, 'line' | 'foundBy'>): string {
  if (line === null) return filterNames.unmatched;
  return { both: message('both'), service: message('service'), check: message('check') }[foundBy];
}

/** The name of a filter with its count. */
function filterName(foundBy: FoundBy | 'all', { counts }: ReportReading): string {
  const count = foundBy === 'all' ? Object.values(counts).reduce((sum, one) => sum + one, 0) : counts[foundBy];
  return `${filterNames[foundBy]} ${number(count)}`;
}

const SHOWN_AT_ONCE = 100;
const MOST_SHOWN = 500;
const filters = ['all', 'both', 'service', 'check', 'unmatched'] as const;

export interface ReportTableProps {
  /** The submission. */
  id: SubmissionRow['id'];
  batch: number;
  reading: ReportReading;
}

export function ReportTable({ id, batch, reading }: ReportTableProps) {
  const row = useQueue(({ list }) => list?.rows.get(id));
  const mayCorrect = row !== undefined && isCorrectable(row);
  const [foundBy, setFoundBy] = useState<FoundBy | 'all'>('all');
  const [text, setText] = useState('');
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const [chosen, setChosen] = useState<ShownLine>();
  const found = useLines({ batch, foundBy, text: text.trim(), limit: shown });
  const lines = found?.ok === true ? found.value.lines : [];
  const start = () => {
    setShown(SHOWN_AT_ONCE);
    setChosen(undefined);
  };
  return (
    <>
      <Group gap="sm" align="end">
        <SegmentedControl
          aria-label={message('Which lines are shown')}
          value={foundBy}
          // The control returns one of the values that it was given.
          onChange={(value) => {
            setFoundBy(value as typeof foundBy);
            start();
          }}
          data={filters.map((value) => ({ value, label: filterName(value, reading) }))}
        />
        <TextInput
          className={classes['search'] ?? ''}
          aria-label={message('Search')}
          placeholder={message('Message, field, identifier or line')}
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            start();
          }}
        />
      </Group>
      {found?.ok === false && <ErrorNotice error={found.error} />}
      <Text size="sm" c="dimmed" role="status">
        {found?.ok === true &&
          (found.value.count === 0
            ? message('Nothing was found that fits.')
            : shownInWords(lines.length, found.value.count))}
      </Text>
      <div className={classes['tableAndLine']}>
        <DataTable
          label={message('What was found, by line of the file')}
          frame="bordered"
          frameClass={classes['table']}
          rows={lines}
          // Entries without a line have nothing of their own.
          keyOf={({ line }) => line ?? undefined}
          rowLook={(line) => ({ 'data-chosen': line === chosen || undefined, onClick: () => setChosen(line) })}
          columns={[
            {
              heading: message('Line'),
              align: 'end',
              isName: true,
              cell: (line) => (
                <>
                  <button
                    type="button"
                    className={classes['choose']}
                    aria-pressed={line === chosen}
                    onClick={() => setChosen(line)}
                  >
                    {line.line === null ? message('none', {}, { context: 'line' }) : number(line.line)}
                  </button>
                  {line.origin !== undefined && <span className="small-print">{originInWords(line.origin)}</span>}
                  {line.from !== undefined && <span className="small-print">{findingTexts.from(line.from)}</span>}
                </>
              ),
            },
            { heading: message('Found by'), className: classes['foundBy'], cell: foundByOf },
            { heading: findingTexts.columns.message, cell: (line) => <Reason {...line} /> },
            mayCorrect && {
              heading: <span className="unseen">{message('Correct', {}, { context: 'heading' })}</span>,
              cell: (line) => line.line !== null && isRejected(line) && <CorrectLine id={id} line={line.line} />,
            },
          ]}
          after={
            found?.ok === true &&
            found.value.count > lines.length &&
            shown < MOST_SHOWN && (
              <Button variant="default" m="sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
                {message('Show more')}
              </Button>
            )
          }
        />
        <ReportedLineView id={id} shown={chosen} />
      </div>
    </>
  );
}

/** Found only by the check, a line may have been accepted: that is said beside its text. */
const isRejected = ({ foundBy }: Pick<ShownLine, 'foundBy'>): boolean => foundBy !== 'check';

/** Leads to the fault among those of the file. */
function CorrectLine({ id, line }: { id: SubmissionRow['id']; line: number }) {
  return (
    <Button
      component="a"
      size="compact-sm"
      variant="default"
      aria-label={message('Correct line {line, number}', { line })}
      href={addressOf({ page: 'submission', id, isCorrected: true, line })}
    >
      {message('Correct', {}, { context: 'heading' })}
    </Button>
  );
}

/** In our words where the check knows it; and beneath, in those of the service. */
function Reason({ service, check, notes }: ShownLine) {
  const known = new Set(check.map(({ path }) => path));
  return (
    <div className={classes['message']}>
      {check.map(({ rule, path, message: sentence }) => (
        <div key={`${rule} ${path} ${keyOfSaid(sentence)}`}>
          <strong>{subjectOf({ field: path, rule })}</strong> · {inWords(sentence)}
        </div>
      ))}
      {service.map(({ text, field, code }) => (
        <div key={`${text} ${field} ${code}`} className={classes['service']}>
          {message('The service: {words}', { words: text })}{' '}
          {field !== undefined && !known.has(field) && fieldWithPath(field)}
        </div>
      ))}
      {notes.map((note) => (
        <div key={keyOfSaid(note)} className="small-print">
          {inWords(note)}
        </div>
      ))}
    </div>
  );
}

interface Wanted {
  batch: number;
  foundBy: FoundBy | 'all';
  text: string;
  limit: number;
}

/** The lines that were found last: they stay until the next ones are there. */
function useLines({ batch, foundBy, text, limit }: Wanted): Result<ShownLines> | undefined {
  const bridge = useBridge();
  const [found, setFound] = useState<Result<ShownLines>>();
  useEffect(() => {
    let isOutdated = false;
    const query = { batch, offset: 0, limit, foundBy: foundBy === 'all' ? [] : [foundBy], text };
    void bridge.invoke['report.lines'](query).then((result) => {
      if (!isOutdated) setFound(result);
    });
    return () => {
      isOutdated = true;
    };
  }, [bridge, batch, foundBy, text, limit]);
  return found;
}
