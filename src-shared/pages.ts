/**
 * @file The pages of the window that a person can call up, in their order. The addresses, the navigation, the menu and the
 * contract take them from here; the window adds an icon and a component to each.
 */

import { message } from './languages/message.ts';

/** The title is worded when it is asked for: the menu of the system asks in the language of the window. */
export const pages = [
  {
    page: 'queue',
    get title() {
      return message('Queue');
    },
  },
  {
    page: 'prepare',
    get title() {
      return message('Prepare');
    },
  },
  {
    page: 'overview',
    get title() {
      return message('Overview');
    },
  },
  {
    page: 'history',
    get title() {
      return message('History');
    },
  },
  {
    page: 'transactions',
    get title() {
      return message('Single transaction');
    },
  },
  {
    page: 'rules',
    get title() {
      return message('Rules');
    },
  },
  {
    page: 'observability',
    get title() {
      return message('Observe');
    },
  },
  {
    page: 'connections',
    get title() {
      return message('Connections');
    },
  },
  {
    page: 'team',
    get title() {
      return message('Team');
    },
  },
  /** Systems have a place and a key of their own for it. */
  {
    page: 'settings',
    get title() {
      return message('Settings');
    },
  },
] as const;

/** Those that are there: that of the team only where a team ledger is named. */
export const pagesThere = (isInTeam: boolean) => pages.filter(({ page }) => page !== 'team' || isInTeam);

export type PageName = (typeof pages)[number]['page'];
