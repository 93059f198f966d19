/**
 * @file Findings as bytes. They pass through two threads before use, and only the first and the last should have to
 * parse them. The format is JSON, because deserialising with node:v8 takes the receiver several times the memory.
 */

import { Buffer } from 'node:buffer';
import type { Finding } from './finding.ts';

/** Transferred between threads, not copied. */
export type SealedFindings = ArrayBuffer;

export function seal(findings: readonly Finding[]): SealedFindings {
  const text = JSON.stringify(findings);
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes.buffer;
}

/** Restores sealed findings, adding `linesBefore` to each line number. Frees the bytes' memory at once. */
export function unseal(sealed: SealedFindings, linesBefore: number): Finding[] {
  // Only `seal` makes such bytes.
  const findings: Finding[] = JSON.parse(Buffer.from(sealed).toString());
  sealed.transfer(0);
  for (const finding of findings) finding.line += linesBefore;
  return findings;
}
