/** @file One command in the list, with the letters that fit marked, and the keys that do the same. */

import {
  IconArrowRight,
  IconDownload,
  IconFileText,
  IconPlugConnected,
  IconPlus,
  IconSettings,
  IconStack2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { KeysShown } from '../shortcuts/keys-shown.tsx';
import { stepIcons } from '../steps/step-icons.ts';
import classes from './command-palette.module.css';
import type { PaletteCommand } from './palette-command.ts';
import type { Ranked } from './ranking.ts';

interface PaletteOptionProps {
  id: string;
  option: Ranked<PaletteCommand>;
  isActive: boolean;
  /** All of its words are shown, on several lines where they need them. */
  isWhole: boolean;
  onPoint: () => void;
  onRun: () => void;
}

export function PaletteOption({
  id,
  option: { command, places },
  isActive,
  isWhole,
  onPoint,
  onRun,
}: PaletteOptionProps) {
  const Icon = iconOf(command);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={classes['option']}
      data-active={isActive}
      data-whole={isWhole}
      // The pointer that rests where the list appears chooses nothing.
      onMouseMove={onPoint}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Icon size={17} stroke={1.7} aria-hidden className={classes['icon']} />
      <bdi className={classes['title']}>
        <Marked text={command.title} places={places} />
      </bdi>
      {command.hint !== undefined && (
        <span className={classes['hint']}>
          <bdi>{command.hint}</bdi>
        </span>
      )}
      {command.keys !== undefined && <KeysShown keys={command.keys} />}
    </div>
  );
}

/** A text with some of its letters marked; neighbours share one mark. */
function Marked({ text, places }: { text: string; places: readonly number[] }): ReactNode {
  const isMarked = new Set(places);
  const parts: { text: string; isMarked: boolean; at: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = parts.at(-1);
    if (last !== undefined && last.isMarked === isMarked.has(at)) last.text += text[at];
    else parts.push({ text: text.charAt(at), isMarked: isMarked.has(at), at });
  }
  return parts.map((part) => (part.isMarked ? <mark key={part.at}>{part.text}</mark> : part.text));
}

function iconOf({ group, act }: PaletteCommand): typeof IconPlus {
  if (act.kind === 'step') return stepIcons[act.step];
  if (act.kind === 'way') return stepIcons[act.way];
  if (act.kind === 'window' && (act.command === 'add-files' || act.command === 'new-connection')) return IconPlus;
  const icons: Record<PaletteCommand['group'], typeof IconPlus> = {
    offered: IconFileText,
    steps: IconFileText,
    endings: IconFileText,
    work: IconPlus,
    pages: IconArrowRight,
    connections: IconPlugConnected,
    exports: IconDownload,
    window: IconSettings,
    submissions: IconStack2,
  };
  return icons[group];
}
