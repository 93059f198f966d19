/** @file The memory in which a check reads: shared by its threads, or of one alone. */

import type { Buffer } from 'node:buffer';

/** Bytes by their addresses. */
export interface CheckMemory {
  /** Sets bytes aside, zeroed; returns their address. */
  reserve(bytes: number): number;
  /** A view of the bytes from one address up to another. */
  bytes(from: number, to: number): Buffer;
}
