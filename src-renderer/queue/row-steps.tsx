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
  const { steps } = useStores();
  return (
    <div className={classes['steps']}>
      {nextActions(row).map((action, place) => {
        const Icon = stepIcons[action];
        const hasWord = place === 0 && !quiet.has(action);
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
          <WayLink key={action} way={action} row={row} look={look}>
            {content}
          </WayLink>
        ) : (
          <button key={action} type="button" {...look} onClick={() => void steps.getState().begin(action, [row])}>
            {content}
          </button>
        );
      })}
    </div>
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
