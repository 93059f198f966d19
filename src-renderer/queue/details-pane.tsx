/** @file A submission beside the list: where it stands, what helps, its facts, findings and batches. */

import { ActionIcon, Button, Group } from '@mantine/core';
import { IconArrowsDiagonal, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { SubmissionDetails, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { FileName } from '../file-name.tsx';
import { CorrectionLinks } from '../fixing/correction-links.tsx';
import { Loading } from '../frame/page.tsx';
import { NextTry } from '../progress/next-try.tsx';
import { ProgressLegend } from '../progress/progress-legend.tsx';
import { SentAgain } from '../progress/sent-again.tsx';
import { SubmissionBadge } from '../progress/state-badge.tsx';
import { WaitsForTurn } from '../progress/waits-for-turn.tsx';
import { addressOf } from '../routes.ts';
import { useQueue, useStores } from '../stores.ts';
import { hasChanges } from '../submission/changes-part.tsx';
import { FileFacts, SendingFacts } from '../submission/facts.tsx';
import { hasStages } from '../submission/has-stages.ts';
import { StepButtons } from '../submission/step-buttons.tsx';
import { useSubmission } from '../submission/use-submission.ts';
import { TenantName } from '../tenant-name.tsx';
import { paneTexts } from '../texts/queue.ts';
import { teamInWords } from '../texts/states.ts';
import { factTexts, pageTexts } from '../texts/submission.ts';
import classes from './details-pane.module.css';
import { PaneBatches } from './pane-batches.tsx';
import { PaneFindings } from './pane-findings.tsx';

/** Who runs through the list with the arrow keys loads no details on the way. */
const SETTLED_MS = 120;

export function DetailsPane({ id, onClose }: { id: SubmissionRow['id']; onClose: () => void }) {
  const row = useQueue(({ list }) => list?.rows.get(id));
  const settled = useSettled(id);
  if (row === undefined) return null;
  return (
    <section
      className={classes['pane']}
      aria-label={message('Details of {fileName}', { fileName: row.fileName })}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <header className={classes['header']}>
        <h2>
          <FileName name={row.fileName} wraps />
        </h2>
        <ActionIcon
          component="a"
          href={addressOf({ page: 'submission', id })}
          variant="subtle"
          color="gray"
          aria-label={paneTexts.open}
          title={paneTexts.open}
        >
          <IconArrowsDiagonal size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={paneTexts.close}
          title={paneTexts.close}
          onClick={onClose}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section key={id} className={classes['content']} aria-label={message('Details')} tabIndex={0}>
        <Standing row={row} />
        {settled === id && <Loaded id={id} />}
      </section>
    </section>
  );
}

/** What the list knows already. */
function Standing({ row }: { row: SubmissionRow }) {
  return (
    <>
      <div className={classes['standing']}>
        <SubmissionBadge row={row} />
        {teamInWords(row) !== undefined && <span>{teamInWords(row)}</span>}
        {row.nextTryAt !== undefined && <NextTry at={row.nextTryAt} />}
        <WaitsForTurn row={row} />
        <SentAgain row={row} />
        <TenantName name={row.connection} />
      </div>
      {row.error !== undefined && <ErrorNotice error={row.error} />}
      {row.warning !== undefined && <ErrorNotice error={row.warning} />}
      <StepButtons row={row} place="beside" />
      {hasStages(row) && <ProgressLegend row={row} />}
    </>
  );
}

function Loaded({ id }: { id: SubmissionRow['id'] }) {
  const { details, error } = useSubmission(id, 'beside');
  if (error !== undefined) return <ErrorNotice error={error} />;
  return details === undefined ? <Loading>{pageTexts.loading}</Loading> : <Details details={details} />;
}

function Details({ details }: { details: SubmissionDetails }) {
  const { submissionViews } = useStores();
  const { id, connection } = details.row;
  const page = addressOf({ page: 'submission', id });
  return (
    <>
      <CorrectionLinks details={details} />
      <Part
        title={details.correctedBy === undefined ? message('Findings') : message('Findings, before it was corrected')}
      >
        <PaneFindings details={details} />
      </Part>
      {details.batches.length > 0 && (
        <Part title={message('Batches')}>
          <PaneBatches details={details} />
        </Part>
      )}
      <Part title={factTexts.title}>
        <FileFacts details={details} />
      </Part>
      {/* What is only checked is sent by options that are still to be chosen. */}
      {connection !== '' && (
        <Part title={factTexts.optionsTitle}>
          <SendingFacts details={details} />
        </Part>
      )}
      <Group gap="xs">
        <Button component="a" variant="default" size="xs" href={page}>
          {paneTexts.open}
        </Button>
        {hasChanges(details) && (
          <Button
            component="a"
            variant="default"
            size="xs"
            href={page}
            onClick={() => submissionViews.getState().change(id, { tab: 'changes' })}
          >
            {message('What was corrected')}
          </Button>
        )}
      </Group>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['part']}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The submission, once it has been the same for a moment. */
function useSettled(id: SubmissionRow['id']): SubmissionRow['id'] | undefined {
  const [settled, setSettled] = useState<SubmissionRow['id']>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return settled;
}
