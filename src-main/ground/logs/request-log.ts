/** @file The log entry of a request. It holds no secret: no query, no header, no body. */

export interface RequestEntry {
  /** Also in the request itself where the host is the service's, and in what a person sees. */
  correlationId: string;
  /** The id of the endpoint in `endpoints.ts`, or `token`, `upload`, `report`. */
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

/** Must not throw: a log that cannot be written blocks no work. */
export type LogRequest = (entry: RequestEntry) => void;
