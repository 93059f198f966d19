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
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { DataTable } from '../table/data-table.tsx';
import { filterName, foundByOf, reportTexts } from '../texts/report.ts';
import { findingTexts } from '../texts/submission.ts';
import { number } from '../wording.ts';
import classes from './report-dialog.module.css';
import { ReportedLineView } from './reported-line-view.tsx';

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
          className={classes['filters'] ?? ''}
          aria-label={reportTexts.filterLabel}
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
          aria-label={reportTexts.search}
          placeholder={reportTexts.searchHint}
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
          (found.value.count === 0 ? reportTexts.nothing : reportTexts.shown(lines.length, found.value.count))}
      </Text>
      <div className={classes['tableAndLine']}>
        <DataTable
          label={reportTexts.tableLabel}
          frame="bordered"
          frameClass={classes['table']}
          rows={lines}
          // Entries without a line have nothing of their own.
          keyOf={({ line }) => line ?? undefined}
          rowLook={(line) => ({ 'data-chosen': line === chosen || undefined, onClick: () => setChosen(line) })}
          columns={[
            {
              heading: reportTexts.columns.line,
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
                    {line.line === null ? reportTexts.noLine : number(line.line)}
                  </button>
                  {line.from !== undefined && <span className="small-print">{findingTexts.from(line.from)}</span>}
                </>
              ),
            },
            { heading: reportTexts.columns.foundBy, className: classes['foundBy'], cell: foundByOf },
            { heading: reportTexts.columns.service, cell: (line) => <SaidByService {...line} /> },
            {
              heading: reportTexts.columns.check,
              cell: ({ check }) =>
                check.map(({ rule, path, message }) => (
                  <div key={`${rule} ${path} ${message}`} className={classes['message']}>
                    {message}
                  </div>
                )),
            },
          ]}
          after={
            found?.ok === true &&
            found.value.count > lines.length &&
            shown < MOST_SHOWN && (
              <Button variant="default" m="sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
                {reportTexts.more}
              </Button>
            )
          }
        />
        <ReportedLineView id={id} shown={chosen} />
      </div>
    </>
  );
}

function SaidByService({ service, notes }: ShownLine) {
  return (
    <>
      {service.map(({ text, field, code }) => (
        <div key={`${text} ${field} ${code}`} className={classes['message']}>
          {text} {field !== undefined && <span className="service-word">{field}</span>}
        </div>
      ))}
      {notes.map((note) => (
        <div key={note} className="small-print">
          {note}
        </div>
      ))}
    </>
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
