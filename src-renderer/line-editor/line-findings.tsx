/** @file What the check finds in the text as it is now; a finding leads to its place. */

import { Paper, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { FindingRow } from '../../src-shared/contract.ts';
import { fieldWithPath } from '../../src-shared/field-words.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { message } from '../../src-shared/languages/message.ts';
import { ruleName } from '../../src-shared/rule-words.ts';
import { SeveritySign } from '../submission/severity-sign.tsx';
import { lineEditorTexts } from '../texts/line-editor.ts';
import type { LineDraft } from './line-draft.ts';
import classes from './line-page.module.css';

/** More than a person corrects before looking again. */
const MOST_SHOWN = 50;

interface LineFindingsProps {
  draft: StoreApi<LineDraft>;
  onShow: (finding: FindingRow) => void;
}

export function LineFindings({ draft, onShow }: LineFindingsProps) {
  const findings = useStore(draft, (state) => state.findings);
  const isChecking = useStore(draft, (state) => state.isChecking);
  // Errors first, because they decide.
  const sorted = useMemo(() => findings?.toSorted((one, other) => rank(one) - rank(other)), [findings]);
  const errors = findings?.filter(({ severity }) => severity === 'error').length ?? 0;
  return (
    <Paper
      withBorder
      radius="md"
      p="sm"
      component="section"
      className={classes['findings'] ?? ''}
      aria-label={lineEditorTexts.findings}
      aria-busy={isChecking}
    >
      <Title order={2} size="h5">
        {lineEditorTexts.findings}
      </Title>
      <p role="status" className={classes['standing']} data-clean={sorted?.length === 0}>
        {sorted === undefined ? (
          message('Checking…')
        ) : sorted.length === 0 ? (
          <>
            <IconCircleCheck size={18} aria-hidden /> {message('The check finds nothing in this text.')}
          </>
        ) : (
          lineEditorTexts.found(errors, sorted.length - errors)
        )}
      </p>
      {sorted !== undefined && sorted.length > 0 && (
        <ul>
          {sorted.slice(0, MOST_SHOWN).map((finding, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be equal, and rows never move.
            <li key={index}>
              <button type="button" onClick={() => onShow(finding)}>
                <SeveritySign severity={finding.severity} />
                <span>
                  {findingSentence(finding.message)}
                  <span className="small-print">
                    {[ruleName(finding.rule), ...(finding.path === '' ? [] : [fieldWithPath(finding.path)])].join(
                      ' · ',
                    )}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {sorted !== undefined && sorted.length > MOST_SHOWN && (
        <p className="small-print">
          {message('{count, number} more are not shown.', { count: sorted.length - MOST_SHOWN })}
        </p>
      )}
    </Paper>
  );
}

const rank = ({ severity }: FindingRow): number => (severity === 'error' ? 0 : 1);
