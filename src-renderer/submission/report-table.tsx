/** @file What the report and the check found, by line of the file, with the line of the chosen row beside it. */

import { Button, Group, SegmentedControl, Table, Text, TextInput } from '@mantine/core';
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
import { ColumnHeads } from '../frame/column-heads.tsx';
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
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className={classes['table']} aria-label={reportTexts.tableLabel} tabIndex={0}>
          <Table stickyHeader verticalSpacing={6}>
            <caption className="unseen">{reportTexts.tableLabel}</caption>
            <ColumnHeads columns={Object.values(reportTexts.columns)} />
            <Table.Tbody>
              {lines.map((line, index) => (
                <Row
                  // Entries without a line have nothing of their own.
                  key={line.line ?? `none ${index}`}
                  line={line}
                  isChosen={line === chosen}
                  onChoose={() => setChosen(line)}
                />
              ))}
            </Table.Tbody>
          </Table>
          {found?.ok === true && found.value.count > lines.length && shown < MOST_SHOWN && (
            <Button variant="default" m="sm" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
              {reportTexts.more}
            </Button>
          )}
        </section>
        <ReportedLineView id={id} shown={chosen} />
      </div>
    </>
  );
}

interface RowProps {
  line: ShownLine;
  isChosen: boolean;
  onChoose: () => void;
}

function Row({ line, isChosen, onChoose }: RowProps) {
  return (
    <Table.Tr className={classes['row'] ?? ''} data-chosen={isChosen || undefined} onClick={onChoose}>
      <Table.Th scope="row" className={classes['figure'] ?? ''}>
        <button type="button" className={classes['choose']} aria-pressed={isChosen} onClick={onChoose}>
          {line.line === null ? reportTexts.noLine : number(line.line)}
        </button>
        {line.from !== undefined && <span className="small-print">{findingTexts.from(line.from)}</span>}
      </Table.Th>
      <Table.Td className={classes['foundBy'] ?? ''}>{foundByOf(line)}</Table.Td>
      <Table.Td>
        {line.service.map(({ text, field, code }) => (
          <div key={`${text} ${field} ${code}`} className={classes['message']}>
            {text} {field !== undefined && <span className="service-word">{field}</span>}
          </div>
        ))}
        {line.notes.map((note) => (
          <div key={note} className="small-print">
            {note}
          </div>
        ))}
      </Table.Td>
      <Table.Td>
        {line.check.map(({ rule, path, message }) => (
          <div key={`${rule} ${path} ${message}`} className={classes['message']}>
            {message}
          </div>
        ))}
      </Table.Td>
    </Table.Tr>
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
