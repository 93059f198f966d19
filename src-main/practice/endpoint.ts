/** @file The practice tenant's own names for what it serves; limits, misfortunes and the request log speak of them. */

/** Endpoints 1 to 5 of §4, and the download of a validation report. */
export const endpointNames = [
  'token',
  'generate-upload-url',
  'upload',
  'status',
  'validation-result',
  'report-download',
] as const;

export type PracticeEndpoint = (typeof endpointNames)[number];
