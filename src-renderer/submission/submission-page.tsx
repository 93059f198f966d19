/** @file The page of one submission: its state, its next steps, and its details. */

import { message } from '../../src-shared/languages/message.ts';
import '../styles.ts';
import { Badge, Tabs, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { hasOutcomes } from '../../src-shared/account.ts';
import type { SubmissionDetails, SubmissionRow } from '../../src-shared/contract.ts';
import { factsOf } from '../../src-shared/states.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { CorrectionButtons, isCorrectable, isUnsent } from '../fixing/correction-buttons.tsx';
import { CorrectionLinks } from '../fixing/correction-links.tsx';
import { BackLink, HeaderRow, Loading, Page } from '../frame/page.tsx';
import { NextTry } from '../progress/next-try.tsx';
import { SentAgain } from '../progress/sent-again.tsx';
import { SubmissionBadge } from '../progress/state-badge.tsx';
import { WaitsForTurn } from '../progress/waits-for-turn.tsx';
import { useQueueRoute } from '../queue/use-queue-address.ts';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { addressOf } from '../routes.ts';
import { useStores, useSubmissionViews } from '../stores.ts';
import { SubmissionOffersPart } from '../team/submission-offers.tsx';
import { TenantName } from '../tenant-name.tsx';
import { teamInWords } from '../texts/states.ts';
import { heldHint } from '../texts/steps.ts';
import { pageTexts } from '../texts/submission.ts';
import { number } from '../wording.ts';
import { AccountPanel } from './account-panel.tsx';
import { BatchTable } from './batch-table.tsx';
import { ChangesPart } from './changes-part.tsx';
import { Facts } from './facts.tsx';
import { Findings } from './findings.tsx';
import { hasStages } from './has-stages.ts';
import { ProgressPanel } from './progress-panel.tsx';
import { RefusedRowsNotice } from './refused-rows-notice.tsx';
import { RemovedNotice } from './removed-notice.tsx';
import { RunsOfSubmission } from './runs-of-submission.tsx';
import { StepButtons } from './step-buttons.tsx';
import classes from './submission-page.module.css';
import type { SubmissionView } from './submission-view.ts';
import { TimelineList } from './timeline-list.tsx';
import { useSubmission } from './use-submission.ts';

type Tab = NonNullable<SubmissionView['tab']>;

export function SubmissionPage({ id }: { id: SubmissionRow['id'] }) {
  const { details, error, isRemoved } = useSubmission(id);
  const queueRoute = useQueueRoute();
  return (
    <Page>
      <BackLink href={addressOf(queueRoute)}>{message('Back to the queue')}</BackLink>
      {isRemoved && <RemovedNotice details={details} />}
      {error !== undefined && <ErrorNotice error={error} />}
      {details === undefined && error === undefined && <Loading>{pageTexts.loading}</Loading>}
      {details !== undefined && <Content key={id} details={details} isRemoved={isRemoved} />}
    </Page>
  );
}

function Content({ details, isRemoved }: { details: SubmissionDetails; isRemoved: boolean }) {
  const { row, byRule, batches } = details;
  const { submissionViews } = useStores();
  // Until a person chooses a tab, it follows the state: a held file shows its findings.
  const chosen = useSubmissionViews(({ views }) => views.get(row.id)?.tab);
  const tab = isRemoved ? 'overview' : (chosen ?? usualTab(details));
  return (
    <>
      <Header details={details} isRemoved={isRemoved} />
      <CorrectionLinks details={details} />
      {row.error !== undefined && <ErrorNotice error={row.error} />}
      {row.warning !== undefined && <ErrorNotice error={row.warning} />}
      {row.refusedRows !== undefined && <RefusedRowsNotice id={row.id} refusedRows={row.refusedRows} />}
      {!isRemoved && <SubmissionOffersPart row={row} />}
      {hasStages(row) && <ProgressPanel row={row} />}
      {row.account !== undefined && hasOutcomes(row.story?.account ?? row.account) && (
        <AccountPanel id={row.id} account={row.account} together={row.story?.account} doubled={row.doubled?.lines} />
      )}
      <RunsOfSubmission id={row.id} />
      <Tabs
        value={tab}
        // The tabs return one of the values that they were given.
        onChange={(value) => submissionViews.getState().change(row.id, { tab: value as Tab })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="overview">{message('Overview')}</Tabs.Tab>
          {!isRemoved && (
            <>
              <Tabs.Tab value="findings" {...counted(total(byRule))}>
                {message('Findings')}
              </Tabs.Tab>
              <Tabs.Tab value="batches" {...counted(batches.length)}>
                {message('Batches')}
              </Tabs.Tab>
            </>
          )}
        </Tabs.List>
        <Tabs.Panel value="overview" pt="md" className={classes['overview'] ?? ''}>
          <div className={classes['column']}>
            <Facts details={details} />
            {(details.corrects ?? details.correctedBy) !== undefined && <ChangesPart id={row.id} />}
          </div>
          <TimelineList details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="findings" pt="md">
          <Findings details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="batches" pt="md">
          <BatchTable id={row.id} batches={batches} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Header({ details: { row, days }, isRemoved }: { details: SubmissionDetails; isRemoved: boolean }) {
  return (
    <HeaderRow>
      <div>
        <Title order={1} size="h3" className={classes['fileName'] ?? ''}>
          <bdi>{row.fileName}</bdi>
        </Title>
        <div className={classes['standing']}>
          <span role="status">
            <SubmissionBadge row={row} />
          </span>
          {teamInWords(row) !== undefined && <span>{teamInWords(row)}</span>}
          {row.nextTryAt !== undefined && <NextTry at={row.nextTryAt} />}
          <WaitsForTurn row={row} />
          <SentAgain row={row} />
          <TenantName name={row.connection} />
        </div>
      </div>
      {isRemoved && <ReceiptButton id={row.id} fileName={row.fileName} />}
      {!isRemoved && (
        <div className={classes['nextSteps']}>
          {isUnsent(row) && isCorrectable(row) && <CorrectionButtons row={row} />}
          <StepButtons row={row} days={days} />
          {!isUnsent(row) && isCorrectable(row) && <CorrectionButtons row={row} />}
          {isUnsent(row) && row.errors > 0 && <p className="small-print">{heldHint}</p>}
        </div>
      )}
    </HeaderRow>
  );
}

/** The count next to the name of a tab, unless it is zero. */
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

function usualTab({ row, byRule, batches }: SubmissionDetails): Tab {
  if (isUnsent(row) && byRule.length > 0) return 'findings';
  const { phase, needsPerson } = factsOf(row.state);
  const hasEndedBadly = phase === 'ended' && needsPerson && batches.length > 0;
  return hasEndedBadly || row.failedBatches > 0 ? 'batches' : 'overview';
}
