/** @file The page of one offer: what the maker offers, in the figures that the maker saw, and what became of it. */

import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OfferDetails } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { CopiedValue, shortened } from '../copied-value.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { BackLink, HeaderRow, Loading, Page } from '../frame/page.tsx';
import { addressOf, type OfferPlace } from '../routes.ts';
import { TenantName } from '../tenant-name.tsx';
import { factTexts } from '../texts/submission.ts';
import { offerTexts, teamTexts } from '../texts/team.ts';
import { momentOf } from '../wording.ts';
import { Decision } from './decision.tsx';
import { OfferFigures, OfferRules } from './offer-figures.tsx';
import { OfferState } from './offer-table.tsx';
import { Part } from './part.tsx';
import classes from './team.module.css';
import { useOffer } from './use-offers.ts';
import { useOwnCopy } from './use-own-copy.ts';

export function OfferPage({ place }: { place: OfferPlace }) {
  const { answer: offer, error, refresh, put } = useOffer(place);
  const used = useOwnCopy(place, refresh);
  const { copy } = used;
  const comparison = copy.kind === 'compared' ? copy.comparison : undefined;
  const differing = comparison?.kind === 'other-figures' ? comparison : undefined;
  const found = comparison?.kind === 'same' ? comparison.rules : differing?.rules;
  return (
    <Page>
      <BackLink href={addressOf({ page: 'team' })}>{message('Back to the offers')}</BackLink>
      {error !== undefined && <ErrorNotice error={error} />}
      {offer === undefined && error === undefined && <Loading>{message('Loading this offer…')}</Loading>}
      {offer !== undefined && (
        <>
          <Header offer={offer} />
          <div className={classes['columns']}>
            <div className={classes['column']}>
              <Facts offer={offer} />
              <Part title={offerTexts.figures}>
                <OfferFigures offered={offer.figures} found={differing} />
              </Part>
              <Part title={message('Findings by rule')}>
                <OfferRules byRule={offer.figures.byRule} found={found} />
              </Part>
            </div>
            <Decision place={place} offer={offer} used={used} onDecided={put} />
          </div>
        </>
      )}
    </Page>
  );
}

function Header({ offer: { id, fileName, state, offeredBy, desk, offeredAt } }: { offer: OfferDetails }) {
  return (
    <HeaderRow>
      <div>
        <Title order={1} size="h3" className={classes['fileName'] ?? ''}>
          <bdi>{fileName}</bdi>
        </Title>
        <div className={classes['standing']}>
          <span role="status">
            <OfferState state={state} />
          </span>
          <span>{teamTexts.numbered(id)}</span>
          <span>
            {message('Offered by {person} at {desk}, {moment}', {
              person: offeredBy,
              desk,
              moment: momentOf(offeredAt),
            })}
          </span>
        </div>
      </div>
    </HeaderRow>
  );
}

function Facts({ offer: { reason, connection, destination, sha256, figures } }: { offer: OfferDetails }) {
  const { manifest } = figures;
  return (
    <Part title={message('What is offered')}>
      <dl className={classes['facts']}>
        <Fact name={message('Reason given by the maker')}>
          <p className={classes['quote']}>{reason}</p>
        </Fact>
        <Fact name={message('Goes to')}>
          {connection === undefined ? (
            message('No connection of this desk leads there.')
          ) : (
            <TenantName name={connection} />
          )}
          <span className="small-print">{destination}</span>
        </Fact>
        {manifest !== undefined && (
          <Fact name={message('Prepared with')}>
            <bdi>{manifest.template}</bdi>
            <span className={manifest.differences > 0 ? (classes['troubled'] ?? '') : ''}>
              {', '}
              {manifest.differences === 0
                ? message('all control figures equal')
                : message('{differences, plural, one {# control figure differs} other {# control figures differ}}', {
                    differences: manifest.differences,
                  })}
            </span>
          </Fact>
        )}
        <Fact name={factTexts.sha256}>
          <CopiedValue what={factTexts.sha256} value={sha256} shown={shortened(sha256)} />
        </Fact>
      </dl>
    </Part>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
