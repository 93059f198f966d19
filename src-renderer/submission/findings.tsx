/** @file The findings of the check: a chart by rule, a table, and the line of the selected one. */

import { Button, Menu, SegmentedControl, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { FindingRow, RuleCount, SubmissionDetails } from '../../src-shared/contract.ts';
import { message, spokenLanguage } from '../../src-shared/languages/message.ts';
import { factsOf } from '../../src-shared/states.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { isUnsent } from '../fixing/correction-buttons.tsx';
import { Fold } from '../frame/fold.tsx';
import { Loading } from '../frame/page.tsx';
import { DraftBar } from '../line-editor/draft-bar.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { useStores, useSubmissionViews } from '../stores.ts';
import { groupTexts } from '../texts/finding-groups.ts';
import { findingTexts } from '../texts/submission.ts';
import { counted, number } from '../wording.ts';
import { FindingGroups } from './finding-groups.tsx';
import { FindingPages } from './finding-pages.ts';
import { type FindingSelection, selectionOf, useFindingCount } from './finding-selection.ts';
import classes from './findings.module.css';
import { AllRules, GoToLine, OpenedGroup, Search, Standing } from './findings-search.tsx';
import { FindingsTable } from './findings-table.tsx';
import { RuleChart } from './rule-chart.tsx';
import { type FindingsFile, SourceLineView } from './source-line-view.tsx';
import { type SubmissionView, usualView } from './submission-view.ts';
import { type Jump, useGoToLine } from './use-go-to-line.ts';

type Shown = SubmissionView['severity'];

export function Findings({ details }: { details: SubmissionDetails }) {
  const { row, byRule } = details;
  const { submissionViews } = useStores();
  const view = useSubmissionViews(({ views }) => views.get(row.id) ?? usualView);
  const { severity, rules, group } = view;
  // Another selection starts from its top.
  const select = (selection: Partial<SubmissionView>) =>
    submissionViews.getState().change(row.id, { tab: 'findings', chosen: undefined, ...selection });
  const ofSeverity = byRule.filter((entry) => severity === 'all' || entry.severity === severity);
  const wanted = ofSeverity.filter(({ rule }) => rules.size === 0 || rules.has(rule));
  const count = wanted.reduce((sum, entry) => sum + entry.count, 0);
  const { end } = factsOf(row.state);
  const selection = selectionOf(row.id, view);
  const goTo = useGoToLine(selection);
  const isCorrectable = end !== 'success' && end !== 'settled';
  if (byRule.length === 0) {
    return (
      <Text>
        {row.state === 'checking' ? findingTexts.checking : message('The check found no errors and no warnings.')}
      </Text>
    );
  }
  return (
    <div className={classes['findings']}>
      <div className={classes['tools']}>
        <Search search={view.search} onSearch={(search) => select({ search })} />
        <Fold label={message('Filter')}>
          <div className={classes['choices']}>
            <SegmentedControl
              size="xs"
              aria-label={message('Which findings are shown')}
              value={severity}
              // The control returns one of the values that it was given.
              onChange={(value) => select({ severity: value as Shown, rules: new Set(), group: undefined })}
              data={(['all', 'error', 'warning'] as const).map((value) => ({ value, label: labelOf(value, byRule) }))}
            />
            <SegmentedControl
              size="xs"
              aria-label={groupTexts.listLabel}
              value={view.list}
              // As above.
              onChange={(value) => select({ list: value as SubmissionView['list'], group: undefined })}
              data={(['groups', 'lines'] as const).map((value) => ({ value, label: groupTexts.list[value] }))}
            />
            <GoToLine onLine={goTo.go} />
            <SaveMenu details={details} />
          </div>
          <div className={classes['rules']}>
            {rules.size > 0 && <AllRules onShow={() => select({ rules: new Set(), group: undefined })} />}
            <RuleChart
              byRule={ofSeverity}
              chosen={rules}
              onToggle={(rule) => select({ rules: toggled(rules, rule), group: undefined })}
            />
          </div>
        </Fold>
      </div>
      <div className={classes['found']}>
        {isCorrectable && <DraftBar id={row.id} />}
        {goTo.error !== undefined && <ErrorNotice error={goTo.error} />}
        {view.list === 'groups' ? (
          <FindingGroups
            key={JSON.stringify(selection)}
            selection={selection}
            countOfRules={count}
            onOpen={(opened) => select({ list: 'lines', group: opened })}
          />
        ) : (
          <>
            {group !== undefined && (
              <OpenedGroup group={group} onBack={() => select({ list: 'groups', group: undefined })} />
            )}
            <SelectedFindings
              key={JSON.stringify(selection)}
              selection={selection}
              countOfRules={count}
              jump={goTo.jump}
              file={{ isCorrectable, isUnsent: isUnsent(row), wasCorrected: details.correctedBy !== undefined }}
            />
          </>
        )}
      </div>
    </div>
  );
}

interface SelectedFindingsProps {
  selection: FindingSelection;
  countOfRules: number;
  jump: Jump | undefined;
  file: FindingsFile;
}

/** The selected findings, once it is known how many they are. */
function SelectedFindings({ selection, countOfRules, ...rest }: SelectedFindingsProps) {
  const known = useFindingCount(selection, countOfRules);
  if (known === undefined) return <Loading>{groupTexts.counting}</Loading>;
  if (!known.ok) return <ErrorNotice error={known.error} />;
  if (known.value === 0) return <Standing>{groupTexts.noneMatches}</Standing>;
  return <ChosenFindings selection={selection} count={known.value} {...rest} />;
}

/** The findings of one selection, with the line of the chosen one; another selection starts from the top. */
function ChosenFindings({
  selection,
  count,
  jump,
  file,
}: Omit<SelectedFindingsProps, 'countOfRules'> & { count: number }) {
  const bridge = useBridge();
  const { id } = selection;
  const { submissionViews } = useStores();
  const chosen = useSubmissionViews(({ views }) => views.get(id)?.chosen);
  const setChosen = (index: number) => submissionViews.getState().change(id, { tab: 'findings', chosen: index });
  const filter = JSON.stringify(selection);
  // While the check runs, findings are added, and their order becomes final only at its end.
  const pages = useMemo(() => {
    const wanted: FindingSelection = JSON.parse(filter);
    return new FindingPages((offset, limit) =>
      bridge.invoke['submission.findings']({ ...wanted, offset, limit: Math.min(limit, Math.max(1, count - offset)) }),
    );
  }, [bridge, filter, count]);
  useSyncExternalStore(pages.subscribe, pages.version);
  const finding = useLastKnown(chosen === undefined ? undefined : pages.at(chosen), chosen);
  const tableAndLine = useRef<HTMLDivElement>(null);
  // In a small window the table and the line are otherwise below the edge.
  const inSight = finding === undefined ? undefined : chosen;
  useEffect(() => {
    if (inSight !== undefined) tableAndLine.current?.scrollIntoView({ block: 'nearest' });
  }, [inSight]);
  return (
    <>
      {pages.error !== undefined && (
        <ErrorNotice error={pages.error}>
          <Button variant="default" mt="xs" onClick={() => pages.retry()}>
            {findingTexts.retry}
          </Button>
        </ErrorNotice>
      )}
      {jump !== undefined && jump.index === chosen && finding !== undefined && finding.line !== jump.line && (
        <Text size="sm" role="status">
          {groupTexts.nearest(jump.line, finding.line)}
        </Text>
      )}
      <div ref={tableAndLine} className={classes['tableAndLine']} data-chosen={finding !== undefined}>
        {/* After a jump the table shows first what was jumped to. */}
        <FindingsTable key={jump?.number} pages={pages} count={count} chosen={chosen} onChoose={setChosen} />
        {finding !== undefined && <SourceLineView id={id} finding={finding} file={file} />}
      </div>
      <div className={classes['foot']}>
        <Standing>{counted(count, 'finding')}</Standing>
        {finding === undefined && (
          <Text size="sm" c="dimmed">
            {message('Choose a finding to see its line here.')}
          </Text>
        )}
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
          <Button variant="default" size="xs" leftSection={<IconDownload size={16} aria-hidden />}>
            {message('Save findings')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{message('All findings are saved, not only those shown.')}</Menu.Label>
          <Menu.Item
            onClick={() => saving.save({ kind: 'findings', id, format: 'csv', language: spokenLanguage().code })}
          >
            {message('As a table (CSV)')}
          </Menu.Item>
          <Menu.Item onClick={() => saving.save({ kind: 'findings', id, format: 'jsonl' })}>
            {message('As JSON Lines')}
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
  return `${shown === 'all' ? message('All') : findingTexts.severity[shown]} ${sum}`;
}

function toggled(rules: ReadonlySet<string>, rule: string): Set<string> {
  const next = new Set(rules);
  if (!next.delete(rule)) next.add(rule);
  return next;
}
