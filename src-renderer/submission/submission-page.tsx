/** @file The page of one submission: its state, its next steps, and its details. */

import { message } from '../../src-shared/languages/message.ts';
import '../styles.ts';
import { Badge, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { hasOutcomes } from '../../src-shared/account.ts';
import type { SubmissionDetails, SubmissionRow } from '../../src-shared/contract.ts';
import { factsOf } from '../../src-shared/states.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { isWholeWhenWrapped } from '../file-name.tsx';
import { CorrectButton, CorrectionButtons, isCorrectable, isUnsent } from '../fixing/correction-buttons.tsx';
import { CorrectionLinks } from '../fixing/correction-links.tsx';
import { Fold } from '../frame/fold.tsx';
import { BackLink, Loading, Page } from '../frame/page.tsx';
import { PageLine } from '../frame/page-line.tsx';
import { useIsNarrow } from '../frame/use-is-narrow.ts';
import { NextTry } from '../progress/next-try.tsx';
import { SentAgain } from '../progress/sent-again.tsx';
import { SubmissionBadge } from '../progress/state-badge.tsx';
import { WaitsForTurn } from '../progress/waits-for-turn.tsx';
import { useQueueRoute } from '../queue/use-queue-address.ts';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { addressOf } from '../routes.ts';
import { usePageKeys } from '../steps/use-page-keys.ts';
import { useStores, useSubmissionViews } from '../stores.ts';
import { SubmissionNumber } from '../submission-number.tsx';
import { SubmissionOffersPart } from '../team/submission-offers.tsx';
import { TenantName } from '../tenant-name.tsx';
import { teamInWords } from '../texts/states.ts';
import { heldHint } from '../texts/steps.ts';
import { pageTexts } from '../texts/submission.ts';
import { number } from '../wording.ts';
import { AccountPanel } from './account-panel.tsx';
import { BatchTable } from './batch-table.tsx';
import { ChangesPart, hasChanges } from './changes-part.tsx';
import { Facts } from './facts.tsx';
import { Findings } from './findings.tsx';
import { hasStages } from './has-stages.ts';
import { ProgressPanel } from './progress-panel.tsx';
import { RefusedRowsNotice } from './refused-rows-notice.tsx';
import { RemovedNotice } from './removed-notice.tsx';
import { RunsOfSubmission } from './runs-of-submission.tsx';
import { hasFaults, mainActionOf, StepButton, StepButtons } from './step-buttons.tsx';
import classes from './submission-page.module.css';
import type { SubmissionView } from './submission-view.ts';
import { TimelineList } from './timeline-list.tsx';
import { useSubmission } from './use-submission.ts';

type Tab = NonNullable<SubmissionView['tab']>;

export function SubmissionPage({ id }: { id: SubmissionRow['id'] }) {
  const { details, error, isRemoved } = useSubmission(id);
  const queueRoute = useQueueRoute();
  usePageKeys(isRemoved ? undefined : details?.row);
  const back = { href: addressOf(queueRoute), words: message('Back to the queue') };
  return (
    <Page isDense>
      {details === undefined && <BackLink href={back.href}>{back.words}</BackLink>}
      {details !== undefined && (
        <PageLine back={back} fileName={details.row.fileName} standing={<Standing row={details.row} />}>
          <MainAction row={details.row} isRemoved={isRemoved} />
        </PageLine>
      )}
      {isRemoved && <RemovedNotice details={details} />}
      {error !== undefined && <ErrorNotice error={error} />}
      {details === undefined && error === undefined && <Loading>{pageTexts.loading}</Loading>}
      {details !== undefined && <Content key={id} details={details} isRemoved={isRemoved} />}
    </Page>
  );
}

function Standing({ row }: { row: SubmissionRow }) {
  const isNarrow = useIsNarrow();
  return (
    <>
      <span role="status">
        <SubmissionBadge row={row} />
      </span>
      <span className="small-print">
        <SubmissionNumber id={row.id} />
      </span>
      {!isNarrow && <TenantName name={row.connection} />}
    </>
  );
}

function MainAction({ row, isRemoved }: { row: SubmissionRow; isRemoved: boolean }) {
  const main = mainActionOf(row);
  if (isRemoved) return <ReceiptButton id={row.id} fileName={row.fileName} />;
  if (hasFaults(row)) return <CorrectButton id={row.id} />;
  return main === undefined ? null : <StepButton row={row} action={main} variant="filled" size="sm" />;
}

function Content({ details, isRemoved }: { details: SubmissionDetails; isRemoved: boolean }) {
  const { row, byRule, batches, days } = details;
  const { submissionViews } = useStores();
  // Until a person chooses a tab, it follows the state: a held file shows its findings.
  const chosen = useSubmissionViews(({ views }) => views.get(row.id)?.tab);
  const usual = chosen ?? usualTab(details);
  const tab = isRemoved && usual !== 'changes' ? 'overview' : usual;
  const account = row.account !== undefined && hasOutcomes(row.story?.account ?? row.account) && (
    <AccountPanel
      id={row.id}
      account={row.account}
      together={row.story?.account}
      isCorrection={row.story?.corrects !== undefined}
      doubled={row.doubled?.lines}
      isRemoved={isRemoved}
    />
  );
  return (
    <>
      <Notes row={row} />
      <CorrectionLinks details={details} />
      {row.error !== undefined && <ErrorNotice error={row.error} />}
      {row.warning !== undefined && <ErrorNotice error={row.warning} />}
      {row.refusedRows !== undefined && <RefusedRowsNotice id={row.id} refusedRows={row.refusedRows} />}
      {!isRemoved && <SubmissionOffersPart row={row} />}
      {hasStages(row) && <ProgressPanel row={row} />}
      <RunsOfSubmission id={row.id} />
      <Tabs
        value={tab}
        // The tabs return one of the values that they were given.
        onChange={(value) => submissionViews.getState().change(row.id, { tab: value as Tab })}
        keepMounted={false}
        className={classes['tabs'] ?? ''}
      >
        <div className={classes['choices']}>
          {/* The library opens them with the arrows alone. */}
          <Tabs.List onFocus={({ target }) => target.click()}>
            <Tabs.Tab value="overview">{message('Overview')}</Tabs.Tab>
            {hasChanges(details) && <Tabs.Tab value="changes">{message('What was corrected')}</Tabs.Tab>}
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
          {!isRemoved && (
            <Fold label={message('More')}>
              <div className={classes['steps']}>
                {isCorrectable(row) && <CorrectionButtons row={row} />}
                <StepButtons row={row} days={days} />
              </div>
            </Fold>
          )}
        </div>
        <Tabs.Panel value="overview" className={classes['overview'] ?? ''}>
          <div className={classes['column']}>
            {account}
            <Facts details={details} />
          </div>
          <TimelineList details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="changes" className={classes['panel'] ?? ''}>
          <ChangesPart id={row.id} />
        </Tabs.Panel>
        <Tabs.Panel value="findings" className={classes['panel'] ?? ''}>
          <Findings details={details} />
        </Tabs.Panel>
        <Tabs.Panel value="batches" className={classes['panel'] ?? ''}>
          {account}
          <BatchTable id={row.id} batches={batches} hasFindings={byRule.length > 0} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** What else is to be known of its state; and in a narrow window, what has no room in the line above. */
function Notes({ row }: { row: SubmissionRow }) {
  const isNarrow = useIsNarrow();
  return (
    <div className={classes['notes']}>
      {isNarrow && (
        <>
          {!isWholeWhenWrapped(row.fileName) && <bdi aria-hidden>{row.fileName}</bdi>}
          <TenantName name={row.connection} />
        </>
      )}
      {teamInWords(row) !== undefined && <span>{teamInWords(row)}</span>}
      {row.nextTryAt !== undefined && <NextTry at={row.nextTryAt} />}
      <WaitsForTurn row={row} />
      <SentAgain row={row} />
      {hasFaults(row) && <span className="small-print">{heldHint}</span>}
    </div>
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
