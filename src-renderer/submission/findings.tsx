/** @file The findings of the check: a chart by rule, a table, and the line of the selected one. */

import { Button, Group, Menu, SegmentedControl, Text } from '@mantine/core';
import { IconDownload, IconFilterOff } from '@tabler/icons-react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { FindingRow, RuleCount, SubmissionDetails } from '../../src-shared/contract.ts';
import { factsOf } from '../../src-shared/states.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { DraftBar } from '../line-editor/draft-bar.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { useStores, useSubmissionViews } from '../stores.ts';
import { findingTexts } from '../texts/submission.ts';
import { number } from '../wording.ts';
import { FindingPages } from './finding-pages.ts';
import classes from './findings.module.css';
import { FindingsTable } from './findings-table.tsx';
import { RuleChart } from './rule-chart.tsx';
import { SourceLineView } from './source-line-view.tsx';
import { type SubmissionView, usualView } from './submission-view.ts';

type Shown = SubmissionView['severity'];

export function Findings({ details }: { details: SubmissionDetails }) {
  const { row, byRule } = details;
  const { submissionViews } = useStores();
  const { severity, rules } = useSubmissionViews(({ views }) => views.get(row.id) ?? usualView);
  // Another selection starts from its top.
  const select = (selection: Partial<SubmissionView>) =>
    submissionViews.getState().change(row.id, { tab: 'findings', chosen: undefined, ...selection });
  const ofSeverity = byRule.filter((entry) => severity === 'all' || entry.severity === severity);
  const wanted = ofSeverity.filter(({ rule }) => rules.size === 0 || rules.has(rule));
  const count = wanted.reduce((sum, entry) => sum + entry.count, 0);
  const { end } = factsOf(row.state);
  const isCorrectable = end !== 'success' && end !== 'settled';
  if (byRule.length === 0) {
    return <Text>{row.state === 'checking' ? findingTexts.checking : findingTexts.none}</Text>;
  }
  return (
    <div className={classes['findings']}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <SegmentedControl
            className={classes['severities'] ?? ''}
            aria-label={findingTexts.filterLabel}
            value={severity}
            // The control returns one of the values that it was given.
            onChange={(value) => select({ severity: value as Shown, rules: new Set() })}
            data={(['all', 'error', 'warning'] as const).map((value) => ({ value, label: labelOf(value, byRule) }))}
          />
          {rules.size > 0 && (
            <Button
              variant="subtle"
              leftSection={<IconFilterOff size={16} aria-hidden />}
              onClick={() => select({ rules: new Set() })}
            >
              {findingTexts.clear}
            </Button>
          )}
        </Group>
        <SaveMenu details={details} />
      </Group>
      {isCorrectable && <DraftBar id={row.id} />}
      <RuleChart byRule={ofSeverity} chosen={rules} onToggle={(rule) => select({ rules: toggled(rules, rule) })} />
      <Text size="sm" c="dimmed" role="status">
        {findingTexts.filtered(count)}
      </Text>
      <ChosenFindings
        key={`${severity} ${[...rules].join(' ')}`}
        id={row.id}
        count={count}
        rules={[...rules]}
        severity={severity}
        isCorrectable={isCorrectable}
      />
    </div>
  );
}

/** The findings of one filter, with the line of the selected one; another filter starts from the top. */
function ChosenFindings({
  id,
  count,
  rules,
  severity,
  isCorrectable,
}: {
  id: SubmissionDetails['row']['id'];
  count: number;
  rules: string[];
  severity: Shown;
  isCorrectable: boolean;
}) {
  const bridge = useBridge();
  const { submissionViews } = useStores();
  const chosen = useSubmissionViews(({ views }) => views.get(id)?.chosen);
  const setChosen = (index: number) => submissionViews.getState().change(id, { tab: 'findings', chosen: index });
  const filter = JSON.stringify(rules);
  // While the check runs, findings are added, and their order becomes final only at its end.
  const pages = useMemo(() => {
    const wanted: string[] = JSON.parse(filter);
    return new FindingPages((offset, limit) =>
      bridge.invoke['submission.findings']({
        id,
        offset,
        limit: Math.min(limit, Math.max(1, count - offset)),
        ...(wanted.length > 0 && { rules: wanted }),
        ...(severity !== 'all' && { severity }),
      }),
    );
  }, [bridge, id, filter, severity, count]);
  useSyncExternalStore(pages.subscribe, pages.version);
  return (
    <>
      {pages.error !== undefined && (
        <ErrorNotice error={pages.error}>
          <Button variant="default" mt="xs" onClick={() => pages.retry()}>
            {findingTexts.retry}
          </Button>
        </ErrorNotice>
      )}
      <div className={classes['tableAndLine']}>
        <FindingsTable pages={pages} count={count} chosen={chosen} onChoose={setChosen} />
        <SourceLineView
          id={id}
          finding={useLastKnown(chosen === undefined ? undefined : pages.at(chosen), chosen)}
          isCorrectable={isCorrectable}
        />
      </div>
    </>
  );
}

/** Keeps the selected finding when its page is dropped after scrolling elsewhere. */
function useLastKnown(finding: FindingRow | undefined, chosen: number | undefined): FindingRow | undefined {
  const [known, setKnown] = useState<{ chosen: number; finding: FindingRow }>();
  useEffect(() => {
    if (finding !== undefined && chosen !== undefined) setKnown({ chosen, finding });
  }, [finding, chosen]);
  return finding ?? (known?.chosen === chosen ? known?.finding : undefined);
}

function SaveMenu({ details }: { details: SubmissionDetails }) {
  const saving = useSave();
  const { id } = details.row;
  return (
    <div className={classes['save']}>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
            {findingTexts.save}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{findingTexts.saveNote}</Menu.Label>
          <Menu.Item onClick={() => saving.save({ kind: 'findings', id, format: 'csv' })}>{findingTexts.csv}</Menu.Item>
          <Menu.Item onClick={() => saving.save({ kind: 'findings', id, format: 'jsonl' })}>
            {findingTexts.jsonl}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SaveOutcome saving={saving} />
    </div>
  );
}

function labelOf(shown: Shown, byRule: readonly RuleCount[]): string {
  const counted = byRule.filter(({ severity }) => shown === 'all' || severity === shown);
  const sum = number(counted.reduce((total, { count }) => total + count, 0));
  return `${shown === 'all' ? findingTexts.all : findingTexts.severity[shown]} ${sum}`;
}

function toggled(rules: ReadonlySet<string>, rule: string): Set<string> {
  const next = new Set(rules);
  if (!next.delete(rule)) next.add(rule);
  return next;
}
