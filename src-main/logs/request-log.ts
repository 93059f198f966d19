/** @file What is written down of each request. Nothing in it is secret: no query, no header, no body. */

export interface RequestEntry {
  /** Stands in the log, in the request itself where the host is the service's, and in what a person is shown. */
  correlationId: string;
  /** The endpoint, as `endpoints.ts` calls it, or `token`, `upload`, `report`. */
  purpose: string;
  method: string;
  host: string;
  /** Absent when no reply came. */
  status?: number;
  /** The code of the AppError that it ended with. */
  error?: string;
  milliseconds: number;
  /** Of the bodies. */
  sentBytes: number;
  receivedBytes: number;
}

/** Must not throw: a log that cannot be written stops no work. */
export type LogRequest = (entry: RequestEntry) => void;
