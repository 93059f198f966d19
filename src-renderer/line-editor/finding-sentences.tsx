/** @file What the check says about a field of a line, or about the line. */

import type { FindingRow } from '../../src-shared/contract.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { inWords } from '../../src-shared/languages/message.ts';
import { SeveritySign } from '../submission/severity-sign.tsx';
import classes from './line-form.module.css';

export function FindingSentences({ findings }: { findings: readonly FindingRow[] }) {
  return (
    <div className={classes['sentences']}>
      {findings.map((finding) => (
        <p key={`${finding.rule} ${inWords(finding.message)}`} data-severity={finding.severity}>
          <SeveritySign severity={finding.severity} />{' '}
          <span title={finding.path}>{findingSentence(finding.message)}</span>
        </p>
      ))}
    </div>
  );
}
