/**
 * @file Findings as bytes. They pass through two threads before they are used, and only the first and the last one
 * should have to take them apart. As JSON, since what node:v8 restores takes the receiver several times the memory.
 */

import { Buffer } from 'node:buffer';
import type { Finding } from './finding.ts';

/** To be handed over, not copied. */
export type SealedFindings = ArrayBuffer;

export function seal(findings: readonly Finding[]): SealedFindings {
  const text = JSON.stringify(findings);
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes.buffer;
}

/** The findings that were sealed, `linesBefore` added to the number of each line. Gives the bytes' memory back at once. */
export function unseal(sealed: SealedFindings, linesBefore: number): Finding[] {
  // Only `seal` makes such bytes.
  const findings: Finding[] = JSON.parse(Buffer.from(sealed).toString());
  sealed.transfer(0);
  for (const finding of findings) finding.line += linesBefore;
  return findings;
}
