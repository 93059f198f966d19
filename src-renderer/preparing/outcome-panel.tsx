/** @file What would come of a preparation, always in sight: how many rows, the kinds of what is wrong, and what is left out. */

import { Button, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { noLines } from '../../src-shared/account.ts';
import { amountIn } from '../../src-shared/amounts.ts';
import type { Condition, FindingKind, Plan, PreparationDraft, Template } from '../../src-shared/contract.ts';
import { inWords } from '../../src-shared/languages/message.ts';
import { quotedList } from '../../src-shared/languages/quoted.ts';
import { balancesInWords } from '../../src-shared/money-flow.ts';
import { agreementInWords, messageInWords } from '../../src-shared/payment-message-words.ts';
import { OTHER_COUNTRY, OWN_COUNTRY } from '../../src-shared/template-direction.ts';
import { AccountBar } from '../progress/account-bar.tsx';
import { usePreparation } from '../stores.ts';
import { kindInWords, outcomeTexts, shareOf } from '../texts/mapping.ts';
import { resultTexts } from '../texts/preparing.ts';
import { number } from '../wording.ts';
import { openFields } from './mapping-rows.ts';
import { NotSent } from './not-sent.tsx';
import { isPresent, type KnownOutcome, rowsOfKinds } from './outcome.ts';
import classes from './outcome-panel.module.css';
import { isBegun } from './preparation-store.ts';

interface OutcomePanelProps {
  outcome: KnownOutcome;
  draft: PreparationDraft;
  /** Of the export. */
  columns: readonly string[];
  /** Leads to the column, in the table. */
  onColumn: (column: string) => void;
  /** Leads to what is wrong, in the table. */
  onKind: (kind: FindingKind) => void;
  /** Opens what went to the service before, and the sums. */
  onMore: () => void;
}

export function OutcomePanel({ outcome, draft, columns, onColumn, onKind, onMore }: OutcomePanelProps) {
  const change = usePreparation((state) => state.change);
  const { plan, soFar, kinds } = outcome;
  const known = plan ?? soFar;
  const isComplete = openFields(draft.template).length === 0;
  const panel = useTallest();
  return (
    <section ref={panel} className={classes['panel']} aria-labelledby="outcome">
      <h2 className="unseen" id="outcome">
        {outcomeTexts.title}
      </h2>
      <p className={classes['sentence']} aria-live="polite" aria-atomic>
        {known === undefined ? <Waiting /> : <Sentence known={known} isComplete={isComplete} />}
      </p>
      {plan === undefined ? (
        <Underway />
      ) : (
        isComplete && (
          <AccountBar
            account={{ ...noLines(), accepted: plan.transactions, invalid: plan.refused, leftOut: plan.leftOut }}
            height="panel"
          />
        )
      )}
      {isComplete && plan !== undefined && plan.transactions > 0 && (
        <WithoutCountries template={draft.template} kinds={kinds} />
      )}
      {kinds.length > 0 && isPresent(outcome) && (
        <ul className={classes['kinds']}>
          {kinds.map((kind) => (
            <li key={JSON.stringify([kind.rule, kind.severity, kind.field, kind.column, kind.message])}>
              <button type="button" data-severity={kind.severity} onClick={() => onKind(kind)}>
                <strong>{number(kind.rows)}</strong> {kindInWords(kind, draft.template)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {plan?.messages.slice(0, MOST_MESSAGES).map((facts, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other name than their place
        <p key={at} className={classes['besides']} data-is-trouble={facts.differing > 0 || undefined}>
          {messageInWords(facts)} {agreementInWords(facts)}
        </p>
      ))}
      <NotSent
        template={draft.template}
        columns={columns}
        onTemplate={(template) => change({ template })}
        onColumn={onColumn}
      />
      <LeftOut count={plan?.leftOut} draft={draft} />
      {plan !== undefined && <Besides plan={plan} onMore={onMore} />}
    </section>
  );
}

/** As tall as it ever was at this width, so that the table below keeps its place while a person aims at it. */
function useTallest() {
  const panel = useRef<HTMLElement>(null);
  const tallest = useRef({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = panel;
    if (current === null) return;
    const { offsetWidth: width, offsetHeight: height } = current;
    if (tallest.current.width !== width) {
      tallest.current = { width, height: 0 };
      current.style.minHeight = '';
    } else if (height > tallest.current.height) {
      tallest.current = { width, height };
      current.style.minHeight = `${height}px`;
    }
  });
  return panel;
}

/** @param isComplete whether all that is needed has a source: the check lets lines pass without some of it, such as a currency */
function Sentence({ known, isComplete }: { known: NonNullable<KnownOutcome['soFar']>; isComplete: boolean }) {
  const work = usePreparation((state) => state.work);
  const share = work?.kind === 'planning' ? shareOf(work) : undefined;
  const { transactions, refused, kinds } = known;
  const errors = kinds.filter(({ severity }) => severity === 'error').length;
  const warnings = kinds.filter(({ severity }) => severity === 'warning');
  const lacksCountry = warnings.some(({ rule }) => rule === 'ask.country');
  const accepted = lacksCountry ? outcomeTexts.acceptedWithoutCountry : outcomeTexts.accepted;
  return (
    <>
      <span>{isComplete ? accepted(transactions) : outcomeTexts.incomplete}</span>
      {refused > 0 && (
        <>
          {' · '}
          <span className={classes['rejected']}>{outcomeTexts.rejected(refused)}</span>
        </>
      )}
      {errors > 0 && <> · {outcomeTexts.kinds(errors)}</>}
      {warnings.length > 0 && (
        <> · {outcomeTexts.warnings(warnings.length, rowsOfKinds(warnings, transactions + refused))}</>
      )}
      {share !== undefined && <span className={classes['quiet']}> {outcomeTexts.soFar(share)}</span>}
    </>
  );
}

/** No fault: the service asks for no country. What is asked for is said elsewhere. */
function WithoutCountries({ template, kinds }: { template: Template; kinds: readonly FindingKind[] }) {
  const lacking = [OWN_COUNTRY, OTHER_COUNTRY].filter(
    (path) => template.fields[path] === undefined && !kinds.some(({ field }) => field === path),
  );
  const words = outcomeTexts.withoutCountries(lacking, template);
  return words === undefined ? null : <p className={classes['besides']}>{words}</p>;
}

/** Why nothing is known, and goes on only once a person says so; undefined while it is found out by itself. */
function useStandstill(): string | undefined {
  const isHalted = usePreparation((state) => state.isHalted);
  const isUnderWay = usePreparation((state) => state.work !== undefined);
  const hasFailed = usePreparation(({ error, preparation }) => error !== undefined || preparation?.error !== undefined);
  const isBrokenOff = usePreparation(({ preparation }) => preparation !== undefined && isBegun(preparation));
  if (isUnderWay) return undefined;
  if (hasFailed) return outcomeTexts.failed;
  if (isHalted) return outcomeTexts.stopped;
  return isBrokenOff ? resultTexts.interrupted : undefined;
}

const Waiting = () => useStandstill() ?? outcomeTexts.counting;

function Underway() {
  const work = usePreparation((state) => state.work);
  const plan = usePreparation((state) => state.plan);
  const cancel = usePreparation((state) => state.cancel);
  const isStill = useStandstill() !== undefined;
  if (isStill) {
    return (
      <Button variant="default" size="xs" className={classes['again'] ?? ''} onClick={() => void plan()}>
        {outcomeTexts.checkNow}
      </Button>
    );
  }
  const share = work === undefined ? undefined : shareOf(work);
  return (
    <div className={classes['underway']}>
      <Progress value={share ?? 100} animated={share === undefined} aria-label={outcomeTexts.progress} />
      {work !== undefined && (
        <Button variant="default" size="compact-xs" onClick={() => void cancel()}>
          {outcomeTexts.stop}
        </Button>
      )}
    </div>
  );
}

function LeftOut({ count, draft: { template, ...draft } }: { count: number | undefined; draft: PreparationDraft }) {
  const change = usePreparation((state) => state.change);
  const { leaveOutRows } = template;
  if (leaveOutRows.length === 0 && (count ?? 0) === 0) return null;
  return (
    <p className={classes['besides']}>
      {count !== undefined && <span>{outcomeTexts.leftOut(count)}</span>}
      {leaveOutRows.map((condition) => {
        const where = conditionInWords(condition);
        return (
          <span key={JSON.stringify(condition)} className={classes['condition']}>
            {where}
            <button
              type="button"
              aria-label={outcomeTexts.takeIn(where)}
              title={outcomeTexts.takeIn(where)}
              onClick={() =>
                change({
                  ...draft,
                  template: { ...template, leaveOutRows: leaveOutRows.filter((one) => one !== condition) },
                })
              }
            >
              <IconX size={14} aria-hidden />
            </button>
          </span>
        );
      })}
    </p>
  );
}

function conditionInWords(condition: Condition): string {
  const { column, test } = condition;
  if (test === 'negative' || test === 'positive')
    return outcomeTexts.leftOutBySign({ column, isNegative: test === 'negative' });
  const shown = 'values' in condition ? condition.values : 'forms' in condition ? condition.forms : undefined;
  const values = shown && inWords(quotedList(shown));
  return test === 'empty' || test === 'one-of' || test === 'of-form'
    ? outcomeTexts.leftOutWhere({ column, values })
    : outcomeTexts.leftOutUnless({ column, values });
}

const MOST_SUMS = 3;
const MOST_MESSAGES = 5;

/** What went before, what is there twice, and the sums: each leads to more. */
function Besides({ plan, onMore }: { plan: Plan; onMore: () => void }) {
  const { processedBefore, duplicates, byCurrency, incoming } = plan;
  const sums = byCurrency.slice(0, MOST_SUMS).map(({ currency, sum }) => amountIn(sum, currency));
  return (
    <>
      {processedBefore.transactions > 0 && (
        <p className={classes['besides']} data-is-trouble>
          {outcomeTexts.before(processedBefore)}{' '}
          <button type="button" onClick={onMore}>
            {outcomeTexts.look}
          </button>
        </p>
      )}
      {duplicates.transactions > 0 && (
        <p className={classes['besides']} data-is-trouble>
          {resultTexts.duplicates(duplicates)} {duplicates.first.slice(0, 5).map(resultTexts.sharedBy).join('; ')}
        </p>
      )}
      {sums.length > 0 && (
        <p className={classes['besides']}>
          {sums.join(' · ')}
          {byCurrency.length > sums.length && ' …'}
          {incoming !== undefined && ` · ${balancesInWords(byCurrency.slice(0, MOST_SUMS), incoming)}`}{' '}
          <button type="button" onClick={onMore}>
            {resultTexts.compare}
          </button>
        </p>
      )}
    </>
  );
}
