/** @file How the list of the queue looks until a person chooses otherwise, and how wide the pane beside it can be. */

/** In pixels of the page. */
export const DETAILS_WIDTH = { least: 320, usual: 380, most: 640 } as const;

export const usualListLook = {
  rows: 'comfortable',
  grouping: 'together',
  details: 'beside',
  detailsWidth: DETAILS_WIDTH.usual,
} as const;
