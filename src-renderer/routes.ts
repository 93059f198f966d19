/** @file The current page, as the part of the address after “#”. Pure. */

import type { SubmissionRow } from '../src-shared/contract.ts';
import { type PageName, pages } from '../src-shared/pages.ts';
import { everything, type LookUp, removedOnly } from './history/look-up.ts';
import { formatLookUp, parseLookUp } from './history/look-up-address.ts';
import { type AskedView, formatWish, parseWish } from './queue/queue-address.ts';
import { formatStatementPlace, parseStatementPlace, type StatementPlace } from './statement/statement-place.ts';

/** Of a submission, perhaps the correction of its faults, with the line that a person came for; or a line of its file that is corrected. */
export type Route =
  | { page: 'submission'; id: SubmissionRow['id']; line?: number; isCorrected?: true }
  | { [Name in PageName]: RouteTo<Name> }[PageName];

type RouteTo<Name extends PageName> = { page: Name } & (Name extends keyof Details ? Partial<Details[Name]> : unknown);

/** What an address may say besides the page. */
interface Details {
  /** With search, filters and order; without, as usual. */
  queue: { view: AskedView };
  /** With a line of a checked file. */
  transactions: { from: SourcePlace };
  /** The submission whose days the rules are to run for. */
  rules: { after: SubmissionRow['id'] };
  /** The statement of some days. */
  overview: { statement: StatementPlace };
  /** One of the preparations. */
  prepare: { of: PreparationPlace };
  /** With what a person looks for. */
  history: { lookUp: LookUp };
  /** With an empty form open, or with one connection in sight. */
  connections: { isNew: boolean; about: ConnectionPlace };
  /** One of the offers in a team ledger, or what is shown of them. */
  team: { offer: OfferPlace; view: TeamView };
  /** One of the sections. */
  settings: { section: string };
}

/** A connection by its name, perhaps with the question for its secret, or with its hours. */
export interface ConnectionPlace {
  name: string;
  asksSecret: boolean;
  setsHours?: true;
}

/** What waits for a decision, what has one, and who did what; the first is usual. */
export const teamViews = ['open', 'decided', 'history'] as const;
export type TeamView = (typeof teamViews)[number];

/** An offer by its number, in the ledger that is named as the contract names it. */
export interface OfferPlace {
  ledger: string;
  id: number;
}

/** A line of a submission's file, counted from 1. */
export interface SourcePlace {
  submission: SubmissionRow['id'];
  line: number;
}

export interface PreparationPlace {
  id: string;
}

/** The route of an address; an unknown one leads to the queue. */
export function routeOf(hash: string): Route {
  const [path = '', ...asked] = hash.replace(/^#?\/?/, '').split('?');
  const [page, detail, ...further] = path.split('/');
  switch (page) {
    case 'queue': {
      const text = asked.join('?');
      return text === '' ? { page } : { page, view: parseWish(text) };
    }
    case 'submission': {
      const id = submissionIn(detail);
      if (id === undefined) return { page: 'queue' };
      if (further[0] === 'correct') {
        const line = numberIn(further[1]);
        return { page, id, isCorrected: true, ...(line !== undefined && { line }) };
      }
      const line = further[0] === 'line' ? numberIn(further[1]) : undefined;
      return line === undefined ? { page, id } : { page, id, line };
    }
    case 'transactions': {
      const [submission, line] = [submissionIn(further[0]), numberIn(further[1])];
      const hasPlace = detail === 'line' && submission !== undefined && line !== undefined;
      return hasPlace ? { page, from: { submission, line } } : { page };
    }
    case 'rules': {
      const after = detail === 'after' ? submissionIn(further[0]) : undefined;
      return after === undefined ? { page } : { page, after };
    }
    case 'overview':
      return detail === 'statement' ? { page, statement: parseStatementPlace(asked.join('?')) } : { page };
    case 'prepare': {
      if (detail === undefined || !/^[0-9a-f-]{36}$/.test(detail)) return { page };
      return { page, of: { id: detail } };
    }
    case 'history':
      if (detail === 'removed') return { page, lookUp: removedOnly };
      return asked.length === 0 ? { page } : { page, lookUp: parseLookUp(asked.join('?')) };
    case 'connections': {
      const name = textIn(further[0]);
      if (name === undefined || !['of', 'secret', 'hours'].includes(`${detail}`))
        return { page, isNew: detail === 'new' };
      const hours = detail === 'hours' && { setsHours: true as const };
      return { page, isNew: false, about: { name, asksSecret: detail === 'secret', ...hours } };
    }
    case 'team': {
      const view = further.length === 0 ? teamViews.find((known) => known === detail) : undefined;
      if (view !== undefined && view !== 'open') return { page, view };
      const [ledger, id] = [textIn(detail), numberIn(further[0])];
      return ledger !== undefined && id !== undefined ? { page, offer: { ledger, id } } : { page };
    }
    case 'settings':
      return detail !== undefined && /^[a-z-]{1,40}$/.test(detail) ? { page, section: detail } : { page };
    default:
      return { page: pages.find((known) => known.page === page)?.page ?? 'queue' };
  }
}

const numberIn = (part: string | undefined): number | undefined =>
  part !== undefined && /^\d+$/.test(part) ? Number(part) : undefined;

/** What a part of an address says; undefined where it is none that this page wrote. */
function textIn(part: string | undefined): string | undefined {
  if (part === undefined || part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

// The only place where an id is read from text; the app checks whether it exists.
const submissionIn = (part: string | undefined) => numberIn(part) as SubmissionRow['id'] | undefined;

function addressOfHistory(lookUp: LookUp): string {
  const asked = formatLookUp(lookUp);
  if (asked === '') return '#/history';
  return asked === formatLookUp(removedOnly) ? '#/history/removed' : `#/history?${asked}`;
}

/** The address of a route. */
export function addressOf(route: Route): string {
  switch (route.page) {
    case 'queue': {
      const asked = route.view === undefined ? '' : formatWish(route.view.wish);
      return asked === '' ? '#/queue' : `#/queue?${asked}`;
    }
    case 'submission':
      if (route.isCorrected === true)
        return `#/submission/${route.id}/correct${route.line === undefined ? '' : `/${route.line}`}`;
      return `#/submission/${route.id}${route.line === undefined ? '' : `/line/${route.line}`}`;
    case 'transactions':
      return route.from === undefined
        ? '#/transactions'
        : `#/transactions/line/${route.from.submission}/${route.from.line}`;
    case 'rules':
      return route.after === undefined ? '#/rules' : `#/rules/after/${route.after}`;
    case 'overview': {
      if (route.statement === undefined) return '#/overview';
      const asked = formatStatementPlace(route.statement);
      return asked === '' ? '#/overview/statement' : `#/overview/statement?${asked}`;
    }
    case 'prepare':
      return route.of === undefined ? '#/prepare' : `#/prepare/${route.of.id}`;
    case 'history':
      return addressOfHistory(route.lookUp ?? everything);
    case 'connections':
      if (route.about !== undefined) {
        const { name, asksSecret, setsHours } = route.about;
        const asked = setsHours === true ? 'hours' : asksSecret ? 'secret' : 'of';
        return `#/connections/${asked}/${encodeURIComponent(name)}`;
      }
      return route.isNew ? '#/connections/new' : '#/connections';
    case 'team': {
      const { offer, view } = route;
      if (offer === undefined) return view === undefined || view === 'open' ? '#/team' : `#/team/${view}`;
      return `#/team/${encodeURIComponent(offer.ledger)}/${offer.id}`;
    }
    case 'settings':
      return route.section === undefined ? '#/settings' : `#/settings/${route.section}`;
    default:
      return `#/${route.page}`;
  }
}
