/** @file On the page of a submission: whether it is released in the team ledger, and the way to offer it. */

import { Anchor, Button, Select, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { OfferRow, SubmissionOffers, SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { isUnsent } from '../fixing/correction-buttons.tsx';
import { Question } from '../question.tsx';
import { addressOf } from '../routes.ts';
import { useTeam } from '../stores.ts';
import { TenantName } from '../tenant-name.tsx';
import { submissionOfferTexts as texts } from '../texts/team.ts';
import { momentOf } from '../wording.ts';
import { OfferState } from './offer-table.tsx';
import { Part } from './part.tsx';
import classes from './team.module.css';
import { hasTeam } from './team-store.ts';

/** Nothing where there is no team ledger for it. */
export function SubmissionOffersPart({ row }: { row: SubmissionRow }) {
  const isInTeam = useTeam(hasTeam);
  return isInTeam ? <OffersOf row={row} /> : null;
}

function OffersOf({ row }: { row: SubmissionRow }) {
  const { found, error, refresh } = useSubmissionOffers(row);
  const [isOffering, setOffering] = useState(false);
  const isOfferable = isUnsent(row) && (found?.connections.length ?? 0) > 0;
  const latest = found?.offers[0];
  if (error !== undefined && isUnsent(row)) {
    return (
      <Part title={texts.title}>
        <ErrorNotice error={error} />
      </Part>
    );
  }
  if (!isOfferable && latest === undefined) return null;
  const isSettled = latest !== undefined && latest.state !== 'refused';
  return (
    <Part title={texts.title}>
      {latest === undefined ? <p>{message('It was not offered for release yet.')}</p> : <Standing offer={latest} />}
      <div className={classes['buttons']}>
        {isOfferable && (
          <Button
            variant="default"
            leftSection={<IconUsers size={16} aria-hidden />}
            title={message('Another person of your team then sees its figures, and releases or refuses it.')}
            onClick={() => setOffering(true)}
          >
            {latest === undefined ? message('Offer for release…') : message('Offer again…')}
          </Button>
        )}
      </div>
      <OfferDialog
        subject={isOffering ? row : undefined}
        connections={found?.connections ?? []}
        earlier={isSettled ? latest : undefined}
        onClose={() => setOffering(false)}
        onOffered={refresh}
      />
    </Part>
  );
}

function Standing({ offer }: { offer: SubmissionOffers['offers'][number] }) {
  const { id, ledger, state, offeredBy, offeredAt, decision } = offer;
  return (
    <>
      <div className={classes['standing']}>
        <OfferState state={state} />
        <span>
          {state === 'open' || decision === undefined
            ? texts.standing.open(offeredBy, momentOf(offeredAt))
            : texts.standing[state](decision.by, momentOf(decision.at))}
        </span>
        <Anchor href={addressOf({ page: 'team', offer: { ledger, id } })}>{texts.show(id)}</Anchor>
      </div>
      {decision !== undefined && <p className={classes['quote']}>{decision.reason}</p>}
    </>
  );
}

/** Asked again when the submission changes, and when the ledger is back. */
function useSubmissionOffers({ id, state }: SubmissionRow) {
  const bridge = useBridge();
  const changes = useTeam((store) => store.changes);
  const [found, setFound] = useState<SubmissionOffers>();
  const [error, setError] = useState<ErrorRecord>();
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes asks again
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['team.ofSubmission']({ id }).then((result) => {
      if (!isWanted) return;
      setError(result.ok ? undefined : result.error);
      if (result.ok) setFound(result.value);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, id, state, changes, asked]);
  const refresh = useCallback(() => setAsked((before) => before + 1), []);
  return { found, error, refresh };
}

interface OfferDialogProps {
  subject: SubmissionRow | undefined;
  connections: readonly string[];
  /** An offer of the same bytes that is open or released. */
  earlier: OfferRow | undefined;
  onClose: () => void;
  onOffered: () => void;
}

function OfferDialog({ subject, connections, earlier, onClose, onOffered }: OfferDialogProps) {
  const bridge = useBridge();
  const [picked, setPicked] = useState<string>();
  const chosen = picked ?? (connections.length === 1 ? connections[0] : undefined);
  const connectionOf = (row: SubmissionRow) => row.connection || chosen;
  return (
    <Question
      subject={subject}
      size={560}
      words={({ fileName }) => ({
        title: message('Offer {fileName} for release?', { fileName }),
        confirm: message('Offer it'),
        goBack: message('Go back'),
        reason: {
          label: message('Why is it to be sent?'),
          description: message('The person who decides reads it. It is kept in the team ledger, with your name.'),
          missing: message('Say why it is to be sent.'),
        },
      })}
      isComplete={(row) => connectionOf(row) !== undefined}
      act={async (row, reason) => {
        const connection = connectionOf(row);
        if (connection === undefined) return undefined;
        const again = earlier !== undefined;
        const result = await bridge.invoke['team.offerSubmission']({ id: row.id, connection, reason, again });
        if (!result.ok) return result.error;
        onOffered();
        return undefined;
      }}
      onClose={onClose}
    >
      {(row, isConfirmed) => (
        <>
          <Text size="sm">
            {message(
              'Another person of your team sees the name of the file, its figures and your reason. The file itself stays here: hand it over, or name the share.',
            )}
          </Text>
          {earlier !== undefined && (
            <p className={classes['warned']}>
              {message('The same bytes were offered before, by {person}. This makes a second offer.', {
                person: earlier.offeredBy,
              })}
            </p>
          )}
          {row.connection === '' ? (
            <Select
              label={message('To be sent over')}
              data={[...connections]}
              value={chosen ?? null}
              allowDeselect={false}
              renderOption={({ option }) => <TenantName name={option.value} />}
              onChange={(name) => name !== null && setPicked(name)}
              error={
                isConfirmed && chosen === undefined && message('Choose the connection over which it is to be sent.')
              }
            />
          ) : (
            <TenantName name={row.connection} />
          )}
        </>
      )}
    </Question>
  );
}
