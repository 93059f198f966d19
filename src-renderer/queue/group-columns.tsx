/** @file What each column of the queue says of files that came together. The columns are those of a submission, in their order. */

import { IconChevronRight, IconFiles, IconFolder } from '@tabler/icons-react';
import { hasOutcomes, isWhole } from '../../src-shared/account.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { type QueueGroup, queueGroups } from '../../src-shared/queue-group.ts';
import { stateName } from '../../src-shared/state-words.ts';
import { FileName } from '../file-name.tsx';
import { AccountBar, AccountWords } from '../progress/account-bar.tsx';
import { ProgressBar } from '../progress/progress-bar.tsx';
import { StateBadge } from '../progress/state-badge.tsx';
import { leadingTone, tonesOf } from '../progress/tones.ts';
import type { Column } from '../table/data-table.tsx';
import { TenantName } from '../tenant-name.tsx';
import { progressTexts } from '../texts/progress.ts';
import { groupTexts, groupWords } from '../texts/queue.ts';
import { counted, duration, size, timeOf } from '../wording.ts';
import { Added } from './added.tsx';
import { extentInWords, type GroupFigures, type HiddenOfGroup } from './group-figures.ts';
import { GroupSteps } from './group-steps.tsx';
import progressClasses from './row-progress.module.css';
import { allSumsInWords, sumInWords } from './row-sums.ts';
import { SelectBox } from './select-box.tsx';
import classes from './submission-grid.module.css';

interface ShownGroup {
  rows: readonly SubmissionRow[];
  figures: GroupFigures;
  /** What a tab or a filter hides of it. */
  hidden: HiddenOfGroup | undefined;
  name: string;
  /** The one that has all of them; empty where none is known. */
  folder: string;
  isCompact: boolean;
  isOpen: boolean;
  isTabStop: boolean;
  selected: 'all' | 'some' | 'none';
  /** `isRange`: all from the last one to these. */
  onSelect: (isRange: boolean) => void;
  onTurn: () => void;
}

export const groupColumns: readonly Column<ShownGroup>[] = [
  {
    heading: '',
    className: classes['select'],
    cell: ({ name, selected, isTabStop, onSelect }) => (
      <SelectBox
        label={message('Select all of {name}', { name })}
        isChecked={selected === 'all'}
        isPartly={selected === 'some'}
        isSkipped={!isTabStop}
        onChange={onSelect}
      />
    ),
  },
  { heading: '', className: classes['file'], cell: (group) => <Name {...group} /> },
  {
    heading: '',
    align: 'end',
    className: classes['size'],
    title: ({ figures: { pays } }) => allSumsInWords(pays),
    cell: ({ figures: { bytes, pays }, isCompact }) => (
      <>
        {size(bytes)}
        {!isCompact && <span className={classes['sum']}>{sumInWords(pays)}</span>}
      </>
    ),
  },
  { heading: '', className: classes['added'], cell: ({ figures: { addedAt } }) => <Added at={addedAt} /> },
  {
    heading: '',
    className: classes['tenant'],
    cell: ({ figures: { connections } }) =>
      connections.length === 1
        ? connections.map((name) => <TenantName key={name} name={name} />)
        : message('{count, plural, one {# connection} other {# connections}}', { count: connections.length }),
  },
  { heading: '', className: classes['state'], cell: (group) => <States {...group} /> },
  { heading: '', className: classes['progress'], cell: (group) => <Progress {...group} /> },
  {
    heading: '',
    className: classes['next'],
    cell: ({ rows, name, isTabStop }) => <GroupSteps rows={rows} name={name} tabIndex={isTabStop ? 0 : -1} />,
  },
];

/** So many names tell what it is that has none of its own. */
const NAMED = 3;

function Name({ rows, figures, name, folder, isCompact, isOpen, isTabStop, onTurn }: ShownGroup) {
  const { lines, bytes, addedAt, pays } = figures;
  const firstNames = rows
    .slice(0, NAMED)
    .map(({ fileName }) => fileName)
    .join(', ');
  const Icon = folder === '' ? IconFiles : IconFolder;
  return (
    <>
      <button
        type="button"
        className={classes['fold']}
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        aria-label={isOpen ? groupTexts.close(name) : groupTexts.open(name)}
        onClick={onTurn}
      >
        <IconChevronRight size={16} aria-hidden />
      </button>
      <Icon size={18} stroke={1.7} className={classes['groupSign']} aria-hidden />
      <div className={classes['fileWords']}>
        <span className={classes['fileName']} title={name}>
          <FileName name={name} wraps={!isCompact} />
        </span>
        <span className={classes['extent']}>
          <span>{extentInWords(figures)}</span>
          {!isCompact && (
            <>
              <span className={classes['extentSize']}>{size(bytes)}</span>
              {lines > 0 && <span>{counted(lines, 'line')}</span>}
              <span className={classes['extentAdded']}>
                <Added at={addedAt} />
              </span>
              <bdi className={classes['folder']} title={folder}>
                {folder === '' ? firstNames : folder}
              </bdi>
            </>
          )}
        </span>
        {!isCompact && (
          <span className={classes['extentSum']} title={allSumsInWords(pays)}>
            {sumInWords(pays)}
          </span>
        )}
      </div>
    </>
  );
}

/** The state that comes first by its badge, and how many of its rows stand under each of the tabs above the list. */
function States({ figures: { states, standing, counts }, hidden, isCompact }: ShownGroup) {
  const [first] = states;
  if (first === undefined) return null;
  const parts = queueGroups.filter((part) => counts[part] > 0);
  const inWords = (part: QueueGroup) => groupTexts.part(groupWords[part], counts[part]);
  const hiddenParts = queueGroups.filter((part) => (hidden?.counts[part] ?? 0) > 0);
  const hiddenInWords = (part: QueueGroup) => groupTexts.more(groupWords[part], hidden?.counts[part] ?? 0);
  const compact = [...parts.map(inWords), ...hiddenParts.map(hiddenInWords)].join(' · ');
  return (
    <>
      <span title={isCompact ? compact : states.map((state) => stateName(state)).join(' · ')}>
        <StateBadge state={first} part={standing} />
      </span>
      {!isCompact && (
        <div className={classes['groupNotes']}>
          {parts.map((part) => (
            <span key={part} data-tone={part === 'needs' ? 'attention' : undefined}>
              {inWords(part)}
            </span>
          ))}
          {hiddenParts.map((part) => (
            <span key={part} data-tone={part === 'needs' ? 'attention' : undefined}>
              {hiddenInWords(part)}
            </span>
          ))}
        </div>
      )}
    </>
  );
}

/** While something moves how far it is and when it ends, and what became of the lines so far. */
function Progress({ figures, hidden, isCompact }: ShownGroup) {
  const { isMoving, progress, pace } = figures;
  // A correction tells of the whole of its file, also of what is not shown.
  const account = hidden?.account ?? figures.account;
  const hasAccount = hasOutcomes(account);
  const percent = tonesOf(progress).find(({ tone }) => tone === leadingTone(progress))?.percent ?? 0;
  return (
    <div className={progressClasses['progress']}>
      {isMoving && (
        <div className={progressClasses['barWithFigure']}>
          <ProgressBar row={progress} />
          <span className={progressClasses['figure']}>{progressTexts.percent(percent)}</span>
        </div>
      )}
      {!isMoving && hasAccount && !isWhole(account) && (
        <div className={progressClasses['accountBar']}>
          <AccountBar account={account} />
        </div>
      )}
      <div className={progressClasses['remark']} data-lines={isCompact ? 2 : undefined}>
        {pace !== undefined && (
          <span className={progressClasses['speed']}>{progressTexts.perSecond(size(pace.bytesPerSecond))}</span>
        )}
        {pace?.remainingMs !== undefined && (
          <span title={progressTexts.left(duration(pace.remainingMs))}>
            {groupTexts.endsAt(timeOf(Date.now() + pace.remainingMs))}
          </span>
        )}
        {hasAccount && (
          <span>
            {hidden !== undefined && `${groupTexts.ofAll(hidden.rows)} `}
            <AccountWords account={account} />
          </span>
        )}
        {!hasAccount && !isMoving && <span>{message('Nothing was sent')}</span>}
      </div>
    </div>
  );
}
