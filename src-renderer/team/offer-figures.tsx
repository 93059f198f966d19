/** @file The figures of an offer as the maker saw them, beside those of a person's own copy where they differ. */

import { IconAlertTriangle } from '@tabler/icons-react';
import { amountDigits } from '../../src-shared/amounts.ts';
import type { ComparedFigure, FoundRule, TeamFigures } from '../../src-shared/contract.ts';
import { findingInWords } from '../../src-shared/retold/findings.ts';
import { SeveritySign } from '../submission/severity-sign.tsx';
import { releaseTexts } from '../texts/release.ts';
import { ruleName } from '../texts/submission.ts';
import { offerTexts } from '../texts/team.ts';
import { number, size } from '../wording.ts';
import classes from './team.module.css';

/** A maker can write any names of rules into the ledger. */
const MOST_RULES = 50;

interface OfferFiguresProps {
  offered: TeamFigures;
  /** Of the own copy, where its figures differ. */
  found?: { figures: TeamFigures; differing: readonly ComparedFigure[] } | undefined;
}

export function OfferFigures({ offered, found }: OfferFiguresProps) {
  const { none } = releaseTexts;
  const own = found?.figures;
  const differs = (name: ComparedFigure) => found?.differing.includes(name) === true;
  const simple = (figure: 'transactions' | 'lines' | 'valid' | 'errors' | 'warnings', name: string) => (
    <Line name={name} offered={number(offered[figure])} own={own && number(own[figure])} differs={differs(figure)} />
  );
  const { totals } = offered;
  const others = own?.totals;
  const currencies = [...new Set([...totals.sums, ...(others?.sums ?? [])].map(({ currency }) => currency))];
  const sumOf = ({ sums }: TeamFigures['totals'], currency: string) => {
    const amount = sums.find((sum) => sum.currency === currency)?.amount;
    return amount === undefined ? none : amountDigits(amount, currency);
  };
  return (
    <table className={classes['figures']} aria-label={offerTexts.figures}>
      {own !== undefined && (
        <thead>
          <tr>
            <td />
            <th scope="col">{offerTexts.asOffered}</th>
            <th scope="col">{offerTexts.ownCopy}</th>
          </tr>
        </thead>
      )}
      <tbody>
        {simple('transactions', releaseTexts.transactions)}
        {currencies.map((currency) => (
          <Line
            key={currency}
            name={releaseTexts.sum(currency)}
            offered={sumOf(totals, currency)}
            own={others && sumOf(others, currency)}
            differs={others !== undefined && sumOf(totals, currency) !== sumOf(others, currency)}
          />
        ))}
        {(['firstDay', 'lastDay'] as const).map((day) => (
          <Line
            key={day}
            name={releaseTexts[day]}
            offered={totals[day] ?? none}
            own={others && (others[day] ?? none)}
            differs={others !== undefined && totals[day] !== others[day]}
          />
        ))}
        <Line
          name={releaseTexts.days}
          offered={number(totals.days)}
          own={others && number(others.days)}
          differs={others !== undefined && totals.days !== others.days}
        />
        {simple('lines', offerTexts.lines)}
        {simple('valid', offerTexts.valid)}
        {simple('errors', offerTexts.errors)}
        {simple('warnings', offerTexts.warnings)}
        <Line
          name={releaseTexts.size}
          offered={size(offered.bytes)}
          own={own && size(own.bytes)}
          differs={differs('bytes')}
        />
      </tbody>
    </table>
  );
}

interface LineProps {
  name: string;
  offered: string;
  own: string | undefined;
  differs: boolean;
}

function Line({ name, offered, own, differs }: LineProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{offered}</td>
      {own !== undefined && (
        <td data-differs={differs}>
          {differs && (
            <>
              <IconAlertTriangle size={14} aria-hidden /> <span className="unseen">{offerTexts.differs}</span>
            </>
          )}
          {own}
        </td>
      )}
    </tr>
  );
}

/** What the check found of each rule; in words once the person's own copy was checked. */
export function OfferRules({
  byRule,
  found,
}: Pick<TeamFigures, 'byRule'> & { found: readonly FoundRule[] | undefined }) {
  const all = Object.entries(byRule)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one);
  if (all.length === 0) return <p>{offerTexts.noRules}</p>;
  const shown = all.slice(0, MOST_RULES);
  return (
    <>
      <ul className={classes['rules']}>
        {shown.map(([rule, count]) => {
          const first = found?.find((one) => one.rule === rule);
          return (
            <li key={rule}>
              <span className={classes['sign']} title={rule}>
                {first !== undefined && <SeveritySign severity={first.severity} />}
                {ruleName(rule)}
              </span>
              <span>{number(count)}</span>
              {first !== undefined && (
                <span className={`small-print ${classes['small'] ?? ''}`}>
                  {offerTexts.firstAt(first.line, findingInWords(first.message))}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {all.length > shown.length && <p className="small-print">{offerTexts.moreRules(all.length - shown.length)}</p>}
      {found === undefined && <p className="small-print">{offerTexts.rulesHint}</p>}
    </>
  );
}
