/** @file Where among the kinds of faults a line stands that a person came for, such as from a report. */

import { useEffect, useState } from 'react';
import type { CorrectedLine, FaultKind, Faults, SubmissionRow } from '../../src-shared/contract.ts';
import { roleToIdentify } from '../../src-shared/fault-kind-words.ts';
import { isFact } from '../../src-shared/languages/fact.ts';
import { unquoted } from '../../src-shared/languages/quoted.ts';
import { useBridge } from '../bridge-context.ts';
import { type EntryKey, isListedByLine, keyOf } from './draft.ts';

type Finding = Pick<CorrectedLine['findings'][number], 'severity' | 'rule' | 'path' | 'message'>;

export interface SoughtLine {
  line: number;
  /** The name of the kind. */
  kind: string;
  entry: EntryKey;
}

/** @param findings of the check in the line; without errors, only the service has rejected it */
export function placeOfLine(
  kinds: readonly FaultKind[],
  line: number,
  findings: readonly Finding[],
): SoughtLine | undefined {
  const error = findings.find(({ severity }) => severity === 'error');
  const kind = kinds.find((one) => (error === undefined ? one.rule === 'service' : isOf(one, error)));
  if (kind === undefined) return undefined;
  const value = error === undefined ? undefined : valueIn(error);
  const entry =
    kind.entries.find(({ fault, first, alike = [[first]] }) =>
      fault.kind === 'value' ? String(fault.value) === value : isListedByLine({ fault }) && alike.flat().includes(line),
    ) ?? kind.entries.find(({ fault }) => fault.kind !== 'value' && !isListedByLine({ fault }));
  return entry && { line, kind: kind.name, entry: keyOf(kind, entry) };
}

const isOf = ({ rule, field, message }: FaultKind, finding: Finding): boolean =>
  rule === finding.rule &&
  // Of an entity, the kind may be about its id.
  (field === finding.path || roleToIdentify({ rule, field }) === finding.path) &&
  (rule === 'modification.duplicate' || sentence(message) === sentence(finding.message));

const sentence = (said: Finding['message']): string => (isFact(said) ? said.fact : said);

function valueIn({ message }: Finding): string | undefined {
  const shown = isFact(message) ? message.values?.['value'] : undefined;
  return unquoted(shown) ?? (typeof shown === 'string' ? shown : undefined);
}

/** @returns undefined until it is found, and where no line is sought */
export function useSoughtLine(
  id: SubmissionRow['id'],
  line: number | undefined,
  { kinds }: Faults,
): SoughtLine | undefined {
  const bridge = useBridge();
  const [found, setFound] = useState<SoughtLine>();
  useEffect(() => {
    if (line === undefined) return;
    let isOutdated = false;
    void bridge.invoke['edits.corrected']({ id, line, steps: [] }).then((result) => {
      if (!isOutdated && result.ok) setFound(placeOfLine(kinds, line, result.value.findings));
    });
    return () => {
      isOutdated = true;
    };
  }, [bridge, id, line, kinds]);
  return found;
}
