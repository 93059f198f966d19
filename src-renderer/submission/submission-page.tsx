/** @file The page of one submission: where it stands, what to do next, and everything that is known of it. */

import { Alert, Anchor, Badge, Loader, Tabs, Title } from '@mantine/core';
import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { SubmissionDetails, SubmissionRow, TenantKind } from '../../src-preload/contract.ts';
import { ErrorNotice } from '../error-notice.tsx';
import { StateBadge } from '../queue/state-badge.tsx';
import { addressOf } from '../routes.ts';
import { useConnections } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { pageTexts, stepTexts } from '../texts/submission.ts';
import { number } from '../wording.ts';
import { BatchTable } from './batch-table.tsx';
import { Facts } from './facts.tsx';
import { Findings } from './findings.tsx';
import { Stages } from './stages.tsx';
import { StepButtons } from './step-buttons.tsx';
import './findings.css';
import './submission.css';
import { TimelineList } from './timeline-list.tsx';
import { useSubmission } from './use-submission.ts';

type Tab = 'overview' | 'findings' | 'batches';

export function SubmissionPage({ id }: { id: SubmissionRow['id'] }) {
  const { details, error, isRemoved } = useSubmission(id);
  return (
    <div className="submission-page">
      <Anchor href={addressOf({ page: 'queue' })} className="back">
        <IconArrowLeft size={16} aria-hidden /> {pageTexts.back}
      </Anchor>
      {isRemoved && <Alert icon={<IconInfoCircle aria-hidden />}>{pageTexts.removed}</Alert>}
      {error !== undefined && <ErrorNotice error={error} />}
      {details === undefined && error === undefined && (
        <div role="status" className="loading">
          <Loader size="sm" /> {pageTexts.loading}
        </div>
      )}
      {details !== undefined && <Content key={id} details={details} isRemoved={isRemoved} />}
    </div>
  );
}

function Content({ details, isRemoved }: { details: SubmissionDetails; isRemoved: boolean }) {
  const { row, byRule, batches } = details;
  const kind = useConnections(({ connections }) => connections?.find(({ name }) => name === row.connection)?.kind);
  // Until a person chooses, the tab follows the state: a held file is about its findings.
  const [chosenTab, setChosenTab] = useState<Tab>();
  const tab = chosenTab ?? usualTab(details);
  return (
    <>
      <Header details={details} kind={kind} isRemoved={isRemoved} />
      {row.error !== undefined && <ErrorNotice error={row.error} />}
      {row.warning !== undefined && <ErrorNotice error={row.warning} />}
      {hasStages(row) && <Stages row={row} />}
      <Tabs
        value={tab}
        // The tabs hand back one of the values that they were given.
        onChange={(value) => setChosenTab(value as Tab)}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="overview">{pageTexts.tabs.overview}</Tabs.Tab>
          <Tabs.Tab value="findings" {...counted(total(byRule))}>
            {pageTexts.tabs.findings}
          </Tabs.Tab>
          <Tabs.Tab value="batches" {...counted(batches.length)}>
            {pageTexts.tabs.batches}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview" pt="md" className="overview">
          <div className="column">
            <Facts details={details} />
          </div>
          <TimelineList details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="findings" pt="md">
          <Findings details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="batches" pt="md">
          <BatchTable batches={batches} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

interface HeaderProps {
  details: SubmissionDetails;
  kind: TenantKind | undefined;
  isRemoved: boolean;
}

function Header({ details, kind, isRemoved }: HeaderProps) {
  const { row } = details;
  return (
    <header className="submission-header">
      <div>
        <Title order={1} size="h3" className="file-name">
          <bdi>{row.fileName}</bdi>
        </Title>
        <div className="standing">
          <span role="status">
            <StateBadge state={row.state} />
          </span>
          {kind === undefined ? <span>{row.connection}</span> : <TenantName name={row.connection} kind={kind} />}
        </div>
      </div>
      {!isRemoved && (
        <div className="next-steps">
          <StepButtons details={details} kind={kind} />
          {row.state === 'held' && row.errors > 0 && <p className="small-print">{stepTexts.heldHint}</p>}
        </div>
      )}
    </header>
  );
}

/** What stands beside the name of a tab, if there is anything to count. */
function counted(count: number): { rightSection?: ReactNode } {
  if (count === 0) return {};
  return {
    rightSection: (
      <Badge variant="default" size="sm">
        {number(count)}
      </Badge>
    ),
  };
}

const total = (byRule: SubmissionDetails['byRule']): number => byRule.reduce((sum, { count }) => sum + count, 0);

function usualTab({ row, byRule }: SubmissionDetails): Tab {
  if (row.state === 'held' && byRule.length > 0) return 'findings';
  return row.state === 'rejected' || row.failedBatches > 0 ? 'batches' : 'overview';
}

/** Whether it still has a way to go; at its end the state says it all. */
function hasStages({ state, whole }: SubmissionRow): boolean {
  if (state === 'checking') return true;
  return whole.bytes > 0 && state !== 'processed' && state !== 'rejected';
}
