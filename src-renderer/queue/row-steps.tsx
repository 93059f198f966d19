/** @file What to do about one submission: what helps first as a labelled button, the rest as icons. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { type Action, isWay, nextActions, type Way } from '../steps/next-steps.ts';
import { stepIcons } from '../steps/step-icons.ts';
import { destinationOf } from '../steps/ways.ts';
import { useStores } from '../stores.ts';
import { stepWords, wayWords } from '../texts/steps.ts';
import classes from './row-steps.module.css';

/** Only icons, because these steps end something and should not stand out. */
const quiet: ReadonlySet<Action> = new Set(['cancel', 'remove']);

export function RowSteps({ row, tabIndex }: { row: SubmissionRow; tabIndex: number }) {
  const [first, ...others] = nextActions(row);
  if (first === undefined) return null;
  return (
    <div className={classes['steps']}>
      <RowStep action={first} row={row} tabIndex={tabIndex} hasWord={!quiet.has(first)} />
      {/* Where the words are long, they stand below it together. */}
      {others.length > 0 && (
        <div className={classes['others']}>
          {others.map((action) => (
            <RowStep key={action} action={action} row={row} tabIndex={tabIndex} hasWord={false} />
          ))}
        </div>
      )}
    </div>
  );
}

interface RowStepProps {
  action: Action;
  row: SubmissionRow;
  tabIndex: number;
  hasWord: boolean;
}

function RowStep({ action, row, tabIndex, hasWord }: RowStepProps) {
  const { steps } = useStores();
  const Icon = stepIcons[action];
  const { label, explanation } = isWay(action) ? wayWords[action] : stepWords[action];
  const look = {
    className: classes['step'],
    'data-quiet': !hasWord,
    tabIndex,
    title: hasWord ? explanation : `${label} ${explanation}`,
    'aria-label': `${label} ${row.fileName}`,
  };
  const content = (
    <>
      <Icon size={16} stroke={1.8} aria-hidden />
      {hasWord && <span className={classes['word']}>{label}</span>}
    </>
  );
  return isWay(action) ? (
    <WayLink way={action} row={row} look={look}>
      {content}
    </WayLink>
  ) : (
    <button type="button" {...look} onClick={() => void steps.getState().begin(action, [row])}>
      {content}
    </button>
  );
}

interface WayLinkProps {
  way: Way;
  row: SubmissionRow;
  look: Pick<React.ComponentProps<'a'>, 'className' | 'tabIndex' | 'title' | 'aria-label'>;
  children: React.ReactNode;
}

function WayLink({ way, row, look, children }: WayLinkProps) {
  const { submissionViews } = useStores();
  const { address, view } = destinationOf(way, row);
  return (
    <a
      {...look}
      href={address}
      onClick={() => {
        if (view !== undefined) submissionViews.getState().change(row.id, view);
      }}
    >
      {children}
    </a>
  );
}
