/** @file The line that a finding is about, laid out for reading, with the faulty place marked. */

import { Paper, Skeleton, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FindingRow, Result, SourceLine, SubmissionRow } from '../../src-preload/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { findingTexts, ruleName } from '../texts/submission.ts';
import { CopiedValue } from './copied-value.tsx';
import { type LaidOutRow, layOut } from './json-layout.ts';
import { SeveritySign } from './severity-sign.tsx';
import classes from './source-line-view.module.css';

export function SourceLineView({ id, finding }: { id: SubmissionRow['id']; finding: FindingRow | undefined }) {
  const line = useSourceLine(id, finding?.line ?? 0);
  if (finding === undefined) {
    return (
      <Paper withBorder p="md" radius="md" className={`${classes['view']} ${classes['empty']}`}>
        <Text c="dimmed">{findingTexts.chooseOne}</Text>
      </Paper>
    );
  }
  return (
    <Paper withBorder p="md" radius="md" component="section" className={classes['view'] ?? ''} aria-live="polite">
      <Title order={2} size="h5">
        {finding.line === 0 ? findingTexts.fileTitle : findingTexts.lineTitle(finding.line)}
      </Title>
      <p className={classes['findingWords']}>
        <SeveritySign severity={finding.severity} />
        <span>{finding.message}</span>
      </p>
      <p className="small-print">
        {ruleName(finding.rule)} <span className="service-word">{finding.rule}</span>
      </p>
      {finding.path !== '' && <CopiedValue what={findingTexts.path} value={finding.path} />}
      {finding.line > 0 && line === undefined && <Skeleton height={120} mt="sm" />}
      {line?.ok === false && <ErrorNotice error={line.error} />}
      {line?.ok === true && <LineText line={line.value} path={finding.path} />}
    </Paper>
  );
}

function LineText({ line, path }: { line: SourceLine; path: string }) {
  const { text, isShortened } = line;
  const layout = useMemo(() => layOut(text, path, isShortened), [text, path, isShortened]);
  const marked = useRef<HTMLElement>(null);
  // The frame scrolls, not the page.
  useEffect(() => {
    const frame = marked.current?.closest('section');
    if (layout !== undefined && frame && marked.current) {
      frame.scrollTop = marked.current.offsetTop - frame.clientHeight / 3;
    }
  }, [layout]);
  return (
    <>
      {layout.kind === 'raw' && <p className="small-print">{findingTexts.broken(layout.brokenAt)}</p>}
      {layout.kind === 'laid-out' && layout.missing !== undefined && (
        <p className="small-print">{findingTexts.missing(layout.missing)}</p>
      )}
      {isShortened && <p className="small-print">{findingTexts.shortened}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={classes['lineText']} tabIndex={0} aria-label={findingTexts.lineText}>
        <pre data-raw={layout.kind === 'raw'}>
          {layout.kind === 'raw' ? (
            <>
              {text.slice(0, layout.brokenAt)}
              <mark ref={marked}>{text.slice(layout.brokenAt, layout.brokenAt + 1) || '⏎'}</mark>
              {text.slice(layout.brokenAt + 1)}
            </>
          ) : (
            runsOf(layout.rows).map(({ rows, isMarked, key }) => {
              const shown = rows.map(({ depth, text: row }) => `${'  '.repeat(depth)}${row}\n`).join('');
              return isMarked ? (
                <mark key={key} ref={marked} title={findingTexts.faultyPlace}>
                  {shown}
                </mark>
              ) : (
                shown
              );
            })
          )}
        </pre>
      </section>
    </>
  );
}

/** Neighbouring rows that are marked, or not, as one piece each. */
function runsOf(rows: readonly LaidOutRow[]): { rows: LaidOutRow[]; isMarked: boolean; key: number }[] {
  const runs: { rows: LaidOutRow[]; isMarked: boolean; key: number }[] = [];
  for (const [key, row] of rows.entries()) {
    const run = runs.at(-1);
    if (run?.isMarked === row.marked) run.rows.push(row);
    else runs.push({ rows: [row], isMarked: row.marked, key });
  }
  return runs;
}

/** A line of the file; undefined until it is there. */
function useSourceLine(id: SubmissionRow['id'], line: number): Result<SourceLine> | undefined {
  const bridge = useBridge();
  const [loaded, setLoaded] = useState<{ line: number; result: Result<SourceLine> }>();
  useEffect(() => {
    if (line === 0) return;
    let isOutdated = false;
    void bridge.invoke['submission.line']({ id, line }).then((result) => {
      if (!isOutdated) setLoaded({ line, result });
    });
    return () => {
      isOutdated = true;
    };
  }, [bridge, id, line]);
  return loaded?.line === line ? loaded.result : undefined;
}
