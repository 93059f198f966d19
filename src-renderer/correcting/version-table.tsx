/** @file What lines that share an id say differently: field by field, and which of them is kept. */

import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { fieldInFull } from '../../src-shared/field-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { differencesIn } from './changed-lines.ts';
import own from './pairs.module.css';
import { useOrigins } from './use-origins.ts';

/** More do not stand beside one another. */
export const MOST_VERSIONS = 3;

interface VersionTableProps {
  id: SubmissionRow['id'];
  /** One line of each version. */
  lines: readonly number[];
  /** Keeps a line, and leaves all others out that share its id; undefined once that is settled. */
  onKeep: ((line: number) => void) | undefined;
}

/** Without rows until the lines are read, and where one has no fields: what can be done is there at once. */
export function VersionTable({ id, lines, onKeep }: VersionTableProps) {
  const texts = useLineTexts(id, lines);
  const differences = texts && differencesIn(texts);
  const originOf = useOrigins(id);
  return (
    <table className={own['versions']} aria-label={message('What differs')}>
      <thead>
        <tr>
          <th>{message('Field')}</th>
          {lines.map((line) => (
            <th key={line}>
              {message('Line {line, number}', { line })}
              <div className="small-print">{originOf([line])}</div>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences?.map(({ path, values }) => (
          <tr key={path}>
            <th scope="row">{fieldInFull(path)}</th>
            {values.map((value, at) => (
              <td key={lines[at]}>{value === undefined ? message('(missing)') : <bdi>{value}</bdi>}</td>
            ))}
          </tr>
        ))}
      </tbody>
      {onKeep !== undefined && (
        <tfoot>
          <tr>
            <td />
            {lines.map((line) => (
              <td key={line}>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={message('Keep this one: line {line, number}', { line })}
                  title={message('Leaves the others out. It can be undone.')}
                  onClick={() => onKeep(line)}
                >
                  {message('Keep this one')}
                </Button>
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** The lines as they stand in the file; undefined until all are read, and where one is too long. */
function useLineTexts(id: SubmissionRow['id'], lines: readonly number[]): string[] | undefined {
  const bridge = useBridge();
  const [loaded, setLoaded] = useState<{ of: string; texts: string[] }>();
  const wanted = lines.join(' ');
  useEffect(() => {
    let isOutdated = false;
    const asked = wanted
      .split(' ')
      .map((line) => bridge.invoke['edits.corrected']({ id, line: Number(line), steps: [] }));
    void Promise.all(asked).then((results) => {
      const texts = results.flatMap((result) => (result.ok ? (result.value.before ?? []) : []));
      if (!isOutdated && texts.length === results.length) setLoaded({ of: wanted, texts });
    });
    return () => {
      isOutdated = true;
    };
  }, [bridge, id, wanted]);
  return loaded?.of === wanted ? loaded.texts : undefined;
}
