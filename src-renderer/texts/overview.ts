/** @file The texts of the overview. */

export const overviewTexts = {
  title: 'Overview',
  intro: 'What was sent, what became of it, and how long that took. Days are those of this computer.',
  loading: 'Adding up…',
  period: 'Time',
  periods: { 7: '7 days', 30: '30 days', 90: '90 days', 400: '400 days' },
  empty: 'Nothing was sent or found in this time. Choose a longer time, or send a file.',
  show: (title: string) => `Show “${title}” as`,
  picture: 'Picture',
  table: 'Table',
  batches: { title: 'Batches by day', processed: 'Processed', refused: 'Refused', failed: 'Failed', sent: 'Sent' },
  bytes: { title: 'Sent by day', bytes: 'Sent' },
  times: { title: 'From arrival to processed', median: 'Half within', longest: 'Longest' },
  rules: { title: 'Found by the check, by rule', rule: 'Rule', count: 'Findings' },
  day: 'Day',
  nothing: 'None in this time.',
};
