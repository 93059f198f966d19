/** @file The page of the team: in which ledger this desk is, and what is offered there for release. */

import { message } from '../../src-shared/languages/message.ts';
import { RefreshButton } from '../refresh-button.tsx';
import '../styles.ts';
import { Alert, Button, SegmentedControl, Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { OffersPage, TeamLedgerRow } from '../../src-shared/contract.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading, Page, PageHeader } from '../frame/page.tsx';
import { type OfferPlace, type TeamView, teamViews } from '../routes.ts';
import { useTeam } from '../stores.ts';
import { teamTexts } from '../texts/team.ts';
import { moveTo } from '../use-route.ts';
import { LedgerStanding } from './ledger-standing.tsx';
import { OfferPage } from './offer-page.tsx';
import { OfferTable } from './offer-table.tsx';
import classes from './team.module.css';
import { TeamHistory } from './team-history.tsx';
import { useOffers } from './use-offers.ts';

interface TeamPageProps {
  offer: OfferPlace | undefined;
  view: TeamView | undefined;
}

export function TeamPage({ offer, view = 'open' }: TeamPageProps) {
  if (offer !== undefined) return <OfferPage key={`${offer.ledger} ${offer.id}`} place={offer} />;
  return <Ledgers view={view} />;
}

function Ledgers({ view }: { view: TeamView }) {
  const ledgers = useTeam((store) => store.ledgers);
  const problem = useTeam((store) => store.problem);
  const [chosen, setChosen] = useState<string>();
  const shown = ledgers?.find(({ ledger }) => ledger === chosen) ?? ledgers?.[0];
  return (
    <Page>
      <PageHeader
        title={message('Team')}
        intro={message(
          'What one person offers, another one releases. The team ledger keeps the rules: your own offers are always for others to decide.',
        )}
      />
      {ledgers === undefined && <Loading>{teamTexts.loading}</Loading>}
      {problem !== undefined && <ErrorNotice error={problem} />}
      {ledgers?.length === 0 && problem === undefined && (
        <Alert title={message('This desk uses no team ledger')}>
          {message(
            'A team ledger is a database that several desks share. IT sets it up; then name it in a connection, under Connections.',
          )}
        </Alert>
      )}
      {ledgers !== undefined && ledgers.length > 1 && (
        <Select
          label={message('Team ledger')}
          data={ledgers.map(({ ledger }) => ledger)}
          value={shown?.ledger ?? null}
          allowDeselect={false}
          onChange={(ledger) => ledger !== null && setChosen(ledger)}
        />
      )}
      {shown !== undefined && <LedgerViews key={shown.ledger} ledger={shown} view={view} />}
    </Page>
  );
}

function LedgerViews({ ledger, view }: { ledger: TeamLedgerRow; view: TeamView }) {
  const choice = (
    <SegmentedControl
      aria-label={teamTexts.views.label}
      value={view}
      transitionDuration={0}
      // The control returns one of the values that it was given.
      onChange={(value) => moveTo({ page: 'team', view: value as TeamView })}
      data={teamViews.map((value) => ({ value, label: teamTexts.views[value] }))}
    />
  );
  if (view === 'history') return <TeamHistory ledger={ledger}>{choice}</TeamHistory>;
  return (
    <ShownOffers key={view} ledger={ledger} isOpen={view === 'open'}>
      {choice}
    </ShownOffers>
  );
}

interface ShownOffersProps {
  ledger: TeamLedgerRow;
  isOpen: boolean;
  /** The choice of what is shown. */
  children: ReactNode;
}

function ShownOffers({ ledger, isOpen, children }: ShownOffersProps) {
  const { answer, error, isLoading, refresh, more } = useOffers(ledger.ledger, isOpen);
  return (
    <>
      <LedgerStanding ledger={ledger} known={answer} isKnown={answer !== undefined} error={error} onChanged={refresh} />
      <div className={classes['tools']}>
        {children}
        <RefreshButton isLoading={isLoading} onRefresh={refresh} />
      </div>
      {answer === undefined && error === undefined && <Loading>{teamTexts.loading}</Loading>}
      {answer !== undefined &&
        (isOpen ? <Open ledger={ledger} page={answer} /> : <Decided ledger={ledger} page={answer} />)}
      {answer?.before !== undefined && (
        <Button variant="default" className={classes['more'] ?? ''} onClick={more}>
          {message('Show older offers')}
        </Button>
      )}
    </>
  );
}

interface ListProps {
  ledger: TeamLedgerRow;
  page: OffersPage;
}

/** What waits for this person comes first. */
function Open({ ledger: { ledger }, page: { offers, roles } }: ListProps) {
  if (offers.length === 0) return <p>{message('Nothing waits for a decision.')}</p>;
  const isChecker = roles.includes('checker');
  const mine = offers.filter(({ isOwn }) => isChecker && !isOwn);
  const others = offers.filter(({ isOwn }) => !isChecker || isOwn);
  return (
    <>
      {mine.length > 0 && <OfferTable title={message('For you to decide')} ledger={ledger} offers={mine} />}
      {others.length > 0 && <OfferTable title={message('For others to decide')} ledger={ledger} offers={others} />}
    </>
  );
}

function Decided({ ledger: { ledger }, page: { offers } }: ListProps) {
  if (offers.length === 0) return <p>{message('Nothing was decided yet.')}</p>;
  return <OfferTable title={message('Decided offers')} ledger={ledger} offers={offers} />;
}
