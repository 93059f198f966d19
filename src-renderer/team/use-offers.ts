/** @file What the team ledger says, asked again every few seconds while it is shown: others offer and decide meanwhile. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { OfferDetails, OfferRow, OffersPage, Result } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';
import type { OfferPlace } from '../routes.ts';
import { useTeam } from '../stores.ts';

const AGAIN_MS = 5000;

export interface Asked<Answer> {
  /** The latest answer; it stays when the next question fails. */
  answer: Answer | undefined;
  /** Why the latest question failed. */
  error: ErrorRecord | undefined;
  isLoading: boolean;
  refresh: () => void;
}

/** Asks now, every few seconds, and when the ledger is back. `merge`: what is shown after another answer. */
function useAsked<Answer>(
  ask: () => Promise<Result<Answer>>,
  merge: (before: Answer | undefined, answer: Answer) => Answer,
): Asked<Answer> & { put: (answer: Answer) => void } {
  const changes = useTeam((store) => store.changes);
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<ErrorRecord>();
  const [isLoading, setLoading] = useState(false);
  const question = useRef(0);
  const merged = useRef(merge);
  merged.current = merge;
  const load = useCallback(async () => {
    const own = ++question.current;
    const result = await ask();
    // The answer to an older question is dropped.
    if (own !== question.current) return;
    setLoading(false);
    setError(result.ok ? undefined : result.error);
    if (result.ok) setAnswer((before) => merged.current(before, result.value));
  }, [ask]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the ledger asks again
  useEffect(() => {
    void load();
    const timer = setInterval(() => {
      if (!document.hidden) void load();
    }, AGAIN_MS);
    return () => {
      clearInterval(timer);
      question.current++;
    };
  }, [load, changes]);
  const put = useCallback((known: Answer) => {
    question.current++;
    setLoading(false);
    setError(undefined);
    setAnswer(known);
  }, []);
  const refresh = () => {
    setLoading(true);
    void load();
  };
  return { answer, error, isLoading, refresh, put };
}

export interface ShownOffers extends Asked<OffersPage> {
  /** Shows older offers, too. */
  more: () => void;
}

/** The offers of a ledger that wait for a decision, or those that have one. */
export function useOffers(ledger: string, isOpen: boolean): ShownOffers {
  const bridge = useBridge();
  const ask = useCallback(() => bridge.invoke['team.offers']({ ledger, isOpen }), [bridge, ledger, isOpen]);
  const { put, ...asked } = useAsked(ask, withOlder);
  const { answer } = asked;
  const more = async () => {
    if (answer?.before === undefined) return;
    const result = await bridge.invoke['team.offers']({ ledger, isOpen, before: answer.before });
    if (result.ok) put({ ...result.value, offers: [...answer.offers, ...result.value.offers] });
  };
  return { ...asked, more: () => void more() };
}

/** The first page anew, and below it the older ones that a person has asked for. Pure. */
export function withOlder(before: OffersPage | undefined, { before: next, ...fresh }: OffersPage): OffersPage {
  const older: OfferRow[] =
    next === undefined || before === undefined ? [] : before.offers.filter(({ id }) => id < next);
  const last = older.length === 0 ? next : before?.before;
  return { ...fresh, offers: [...fresh.offers, ...older], ...(last !== undefined && { before: last }) };
}

export interface ShownOffer extends Asked<OfferDetails> {
  /** Shows what the ledger says after a decision. */
  put: (offer: OfferDetails) => void;
}

export function useOffer({ ledger, id }: OfferPlace): ShownOffer {
  const bridge = useBridge();
  const ask = useCallback(() => bridge.invoke['team.offer']({ ledger, id }), [bridge, ledger, id]);
  return useAsked(ask, (_, answer) => answer);
}
