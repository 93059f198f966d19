/**
 * @file What to do about one submission: what helps first as a labelled button, the rest as icons. A step comes and goes without
 * moving those at its right, so that no click meant for one meets another.
 */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { useAppInfo } from '../app-info.ts';
import { keysAsText } from '../shortcuts/keys.ts';
import { actionKeys } from '../steps/action-keys.ts';
import { type Action, isTriedAgain, isWay, shownActions, type Way } from '../steps/next-steps.ts';
import { stepIcons } from '../steps/step-icons.ts';
import { destinationOf } from '../steps/ways.ts';
import { useStores, useWindowUse } from '../stores.ts';
import { actionWords } from '../texts/steps.ts';
import { useKeptFocus } from './kept-focus.ts';
import classes from './row-steps.module.css';

/** Only icons, because these steps end or delay something and should not stand out. */
const quiet: ReadonlySet<Action> = new Set(['pause', 'cancel', 'remove']);

export function RowSteps({ row, tabIndex }: { row: SubmissionRow; tabIndex: number }) {
  const actions = shownActions(row);
  const [likeliest] = actions;
  const labelled = likeliest === undefined || quiet.has(likeliest) ? undefined : likeliest;
  const icons = actions.filter((action) => action !== labelled);
  const keptFocus = useKeptFocus();
  return (
    <div className={classes['steps']} {...keptFocus}>
      {labelled !== undefined && (
        <RowStep key={labelled} action={labelled} row={row} tabIndex={tabIndex} hasWord={true} />
      )}
      {/* Where the words are long, they stand below it together. */}
      {icons.length > 0 && (
        <div className={classes['icons']}>
          {icons.map((action) => (
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

/** One step, or the way to what helps. */
export function RowStep({ action, row, tabIndex, hasWord }: RowStepProps) {
  const { steps } = useStores();
  const { platform } = useAppInfo();
  const hasKeys = useWindowUse(({ singleStrokes }) => singleStrokes);
  const Icon = stepIcons[action];
  const keys = actionKeys[action];
  const { label, short = label, explanation } = actionWords(action, row);
  const look = {
    className: classes['step'],
    'data-quiet': !hasWord,
    tabIndex,
    title: `${hasWord ? '' : `${label} `}${explanation}${hasKeys || keys === 'Delete' ? ` (${keysAsText(keys, platform)})` : ''}`,
    'aria-label': `${label} ${row.fileName}`,
  };
  const content = (
    <>
      <Icon size={16} stroke={1.8} aria-hidden />
      {hasWord && <span>{short}</span>}
    </>
  );
  if (isWay(action)) {
    return (
      <WayLink way={action} row={row} look={look}>
        {content}
      </WayLink>
    );
  }
  const isDoneNow = action === 'tryNow' && isTriedAgain(row);
  const begin = () => void steps.getState().begin(action, [row]);
  return (
    <button type="button" {...look} {...(isDoneNow ? { 'aria-disabled': true } : { onClick: begin })}>
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
