/**
 * @file The pages of the window that a person can call up, in their order. The addresses, the navigation, the menu and the
 * contract take them from here; the window adds an icon and a component to each.
 */

import { message } from './languages/message.ts';

/** The title is worded when it is asked for: the menu of the system asks in the language of the window. */
const titled = <Name extends string>(page: Name, titleOf: () => string) => ({
  page,
  get title() {
    return titleOf();
  },
});

export const pages = [
  titled('queue', () => message('Queue')),
  titled('prepare', () => message('Prepare')),
  titled('overview', () => message('Overview')),
  titled('history', () => message('History')),
  titled('transactions', () => message('Send transaction')),
  titled('rules', () => message('Rules')),
  titled('observability', () => message('Observe')),
  titled('connections', () => message('Connections')),
  titled('team', () => message('Team')),
  /** Systems have a place and a key of their own for it. */
  titled('settings', () => message('Settings')),
] as const;

/** Those that are there: that of the team only where a team ledger is named. */
export const pagesThere = (isInTeam: boolean) => pages.filter(({ page }) => page !== 'team' || isInTeam);

export type PageName = (typeof pages)[number]['page'];
