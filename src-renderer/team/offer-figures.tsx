/** @file The figures of an offer as the maker saw them, beside those of a person's own copy where they differ. */

import { IconAlertTriangle } from '@tabler/icons-react';
import { amountDigits } from '../../src-shared/amounts.ts';
import type { ComparedFigure, FoundRule, TeamFigures } from '../../src-shared/contract.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { message } from '../../src-shared/languages/message.ts';
import { ruleName } from '../../src-shared/rule-words.ts';
import { SeveritySign } from '../submission/severity-sign.tsx';
import { DataTable } from '../table/data-table.tsx';
import { releaseTexts } from '../texts/release.ts';
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

interface Figure {
  name: string;
  offered: string;
  own?: string | undefined;
  differs: boolean;
}

export function OfferFigures({ offered, found }: OfferFiguresProps) {
  const { none } = releaseTexts;
  const own = found?.figures;
  const differs = (name: ComparedFigure) => found?.differing.includes(name) === true;
  const simple = (figure: 'transactions' | 'lines' | 'valid' | 'errors' | 'warnings', name: string): Figure => ({
    name,
    offered: number(offered[figure]),
    own: own && number(own[figure]),
    differs: differs(figure),
  });
  const total = (name: string, of: (totals: TeamFigures['totals']) => string): Figure => {
    const figures = { offered: of(offered.totals), own: own && of(own.totals) };
    return { name, ...figures, differs: own !== undefined && figures.offered !== figures.own };
  };
  const sums = [...offered.totals.sums, ...(own?.totals.sums ?? [])];
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  const figures = [
    simple('transactions', releaseTexts.transactions),
    ...currencies.map((currency) =>
      total(releaseTexts.sum(currency), ({ sums }) => {
        const amount = sums.find((sum) => sum.currency === currency)?.amount;
        return amount === undefined ? none : amountDigits(amount, currency);
      }),
    ),
    total(releaseTexts.firstDay, ({ firstDay }) => firstDay ?? none),
    total(releaseTexts.lastDay, ({ lastDay }) => lastDay ?? none),
    total(releaseTexts.days, ({ days }) => number(days)),
    simple('lines', message('Lines')),
    simple('valid', message('Lines without errors')),
    simple('errors', message('Errors')),
    simple('warnings', message('Warnings')),
    {
      name: releaseTexts.size,
      offered: size(offered.bytes),
      own: own && size(own.bytes),
      differs: differs('bytes'),
    },
  ];
  return (
    <DataTable
      label={offerTexts.figures}
      className={classes['figures']}
      head={own === undefined ? 'none' : 'seen'}
      rows={figures}
      keyOf={({ name }) => name}
      columns={[
        { heading: '', isName: true, cell: ({ name }) => name },
        { heading: message('As offered'), align: 'end', cell: ({ offered }) => offered },
        own !== undefined && {
          heading: message('Your copy'),
          align: 'end',
          cell: (figure) => (
            <span data-differs={figure.differs}>
              {figure.differs && (
                <>
                  <IconAlertTriangle size={14} aria-hidden /> <span className="unseen">{message('differs')}</span>
                </>
              )}
              {figure.own}
            </span>
          ),
        },
      ]}
    />
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
  if (all.length === 0) return <p>{message('The check found nothing.')}</p>;
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
                  {offerTexts.firstAt(first.line, findingSentence(first.message))}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {all.length > shown.length && (
        <p className="small-print">
          {message('… and {count, plural, one {# more rule} other {# more rules}}', {
            count: all.length - shown.length,
          })}
        </p>
      )}
      {found === undefined && (
        <p className="small-print">{message('Check your own copy to see what is wrong in words.')}</p>
      )}
    </>
  );
}
