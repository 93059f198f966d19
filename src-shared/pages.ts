/**
 * @file The pages of the window that a person can call up, in their order. The addresses, the navigation, the menu and the
 * contract take them from here; the window adds an icon and a component to each.
 */

export const pages = [
  { page: 'queue', title: 'Queue' },
  { page: 'prepare', title: 'Prepare' },
  { page: 'overview', title: 'Overview' },
  { page: 'history', title: 'History' },
  { page: 'transactions', title: 'Transactions' },
  { page: 'rules', title: 'Rules' },
  { page: 'observability', title: 'Observe' },
  { page: 'connections', title: 'Connections' },
  /** Systems have a place and a key of their own for it. */
  { page: 'settings', title: 'Settings' },
] as const;

export type PageName = (typeof pages)[number]['page'];
