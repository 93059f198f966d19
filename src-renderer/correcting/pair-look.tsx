/** @file The lines that share an id: what differs between them, then one below the other; which of them goes is decided at each. */

import { Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconPencil, IconRowRemove } from '@tabler/icons-react';
import { useState } from 'react';
import type { FaultKind, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { LeaveOutQuestion, type LeavingOut } from '../line-editor/leave-out-question.tsx';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { type EntryOfFile, idsLeftOut } from './draft.ts';
import { useTake } from './leave-out.tsx';
import { LineChange } from './line-change.tsx';
import classes from './pairs.module.css';
import { isStillShared } from './shared-lines.ts';
import { useKeep } from './use-keep.ts';
import { useLeftOut } from './use-left-out.ts';
import { MOST_VERSIONS, VersionTable } from './version-table.tsx';

interface PairLookProps {
  id: SubmissionRow['id'];
  kind: FaultKind;
  entry: EntryOfFile;
  /** Corrects a line by hand. */
  onByHand: (line: number) => void;
}

export function PairLook({ id, kind, entry, onByHand }: PairLookProps) {
  const leftOut = useLeftOut(id)(entry);
  const { leaveOut, putBack, keep } = useKeep(id, kind);
  const [asked, setAsked] = useState<LeavingOut>();
  const ask = (line: number) =>
    setAsked({
      lines: 1,
      sentences: [lineEditorTexts.leftOutUntilSent(1)],
      leaveOut: async (reason) => await leaveOut(line, reason),
    });
  const take = useTake(id);
  const askAll = (count: number) =>
    setAsked({
      lines: count,
      sentences: [lineEditorTexts.leftOutUntilSent(count)],
      leaveOut: async (reason) => take(idsLeftOut(kind, [entry], { lines: count, reason })),
    });
  const { byHand, byStep } = leftOut;
  const isOpen = isStillShared(entry, leftOut);
  const { alike = [] } = entry;
  const lines = alike.flat().toSorted((one, other) => one - other);
  const versions = alike.flatMap(([line]) => line ?? []);
  // Of lines that are not named, none can be left out here.
  const canKeep = isOpen && lines.length === entry.lines;
  const staying = lines.length - byHand.length - byStep.length;
  const each = lines.map((line) => {
    const isOut = byHand.includes(line);
    const Turn = isOut ? IconArrowBackUp : IconRowRemove;
    return (
      <article key={line} className={classes['ofPair']} aria-label={message('Line {line, number}', { line })}>
        <h3>{message('Line {line, number}', { line })}</h3>
        <LineChange
          id={id}
          line={line}
          isLeftOut={byStep.includes(line)}
          sharesId={isOpen}
          besides={(alike.find((same) => !same.includes(line)) ?? lines.filter((other) => other !== line))[0]}
        />
        <Group gap="xs">
          {(isOut || (isOpen && !byStep.includes(line))) && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Turn size={14} aria-hidden />}
              onClick={() => (isOut ? void putBack(line) : ask(line))}
            >
              {isOut
                ? message('Put line {line, number} back', { line })
                : message('Leave line {line, number} out…', { line })}
            </Button>
          )}
          {/* Of a settled pair, that is only taken back; where nothing is left out, it was settled by hand. */}
          {!isOut && (isOpen || byHand.length + byStep.length === 0) && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={14} aria-hidden />}
              onClick={() => onByHand(line)}
            >
              {message('Correct line {line, number} by hand…', { line })}
            </Button>
          )}
        </Group>
      </article>
    );
  });
  return (
    <>
      {versions.length > 1 && versions.length <= MOST_VERSIONS && (
        <VersionTable id={id} lines={versions} onKeep={canKeep ? (line) => void keep(entry, line) : undefined} />
      )}
      {canKeep && versions.length > 1 && (
        <Button
          size="xs"
          variant="default"
          className={classes['leaveAll'] ?? ''}
          leftSection={<IconRowRemove size={14} aria-hidden />}
          onClick={() => askAll(staying)}
        >
          {staying === 2 ? message('Leave both out…') : message('Leave all {count, number} out…', { count: staying })}
        </Button>
      )}
      {each}
      <LeaveOutQuestion asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}
