/** @file The practice tenant's names for its endpoints, as limits, misfortunes and the request log use them. */

/** Endpoints 1 to 10 of §4, the download of a report, and the observability group as one. */
export const endpointNames = [
  'token',
  'generate-upload-url',
  'upload',
  'status',
  'validation-result',
  'report-download',
  'transaction',
  'rules-execute',
  'rules-rerun',
  'rules-status',
  'rules-schedule',
  'observability',
] as const;

export type PracticeEndpoint = (typeof endpointNames)[number];
