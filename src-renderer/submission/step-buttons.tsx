/** @file The next steps of a submission as buttons; the likeliest stands out unless it ends something. */

import { Button, Group } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { dayOf } from '../../src-shared/calendar-days.ts';
import type { SubmissionDetails, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { factsOf } from '../../src-shared/states.ts';
import { isUnsent } from '../fixing/correction-buttons.tsx';
import { queueRoute } from '../queue/use-queue-address.ts';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { hasReceipt } from '../receipts/receipt-store.ts';
import { addressOf } from '../routes.ts';
import { daysToRun, spelledDay } from '../rules/days.ts';
import { CompareButton } from '../statement/compare-link.tsx';
import { type Action, isTriedAgain, isWay, type Step, shownActions } from '../steps/next-steps.ts';
import { stepIcons } from '../steps/step-icons.ts';
import { destinationOf } from '../steps/ways.ts';
import { useStores } from '../stores.ts';
import { actionWords } from '../texts/steps.ts';
import { goTo } from '../use-route.ts';
import { usedUp } from '../used-up.ts';

/** Never the button that stands out: they end or delay something, or send what should first be corrected. */
const quiet: ReadonlySet<Action> = new Set(['approve', 'pause', 'cancel']);
/** The page shows the findings itself, and what the check found is corrected by its button. */
const here: ReadonlySet<Action> = new Set(['seeErrors', 'seeWarnings']);
const isHere = (action: Action, row: SubmissionRow): boolean =>
  here.has(action) || (action === 'correct' && hasFaults(row));

/** For which days the rules can run after it, in words; undefined where for none. */
function ruleOfferOf({ state }: SubmissionRow, days: SubmissionDetails['days']): string | undefined {
  if (factsOf(state).end !== 'success') return undefined;
  if (days === undefined) return message('Run the rules…');
  const run = daysToRun(days, dayOf(Date.now()));
  if (run === undefined) return undefined;
  return run.isOne
    ? message('Run the rules for {day}…', { day: spelledDay(run.last) })
    : message('Run the rules for one of its {count, number} days…', { count: days.count });
}

/** The check has found errors, and nothing of it was sent: what stands out is to correct them. */
export const hasFaults = (row: SubmissionRow): boolean => isUnsent(row) && row.errors > 0;

/** The action that stands out, if one does. */
export function mainActionOf(row: SubmissionRow): Action | undefined {
  if (hasFaults(row)) return undefined;
  const [first] = shownActions(row).filter((action) => action !== 'remove' && !isHere(action, row));
  return first === undefined || quiet.has(first) ? undefined : first;
}

interface StepButtonsProps {
  row: SubmissionRow;
  /** Of its transactions, where they are known. */
  days?: SubmissionDetails['days'];
  /** Beside the list all stand together; on the page, the main action stands apart. */
  place?: 'page' | 'beside';
}

export function StepButtons({ row, days, place = 'page' }: StepButtonsProps) {
  const offer = ruleOfferOf(row, days);
  const main = mainActionOf(row);
  const isShown = (action: Action) =>
    action !== 'remove' && (place === 'beside' || (!isHere(action, row) && action !== main));
  const all = shownActions(row);
  return (
    <Group gap="xs">
      {all.filter(isShown).map((action, index) => (
        <StepButton
          key={action}
          row={row}
          action={action}
          variant={place === 'beside' && index === 0 && !quiet.has(action) ? 'filled' : 'default'}
          size="xs"
        />
      ))}
      {hasReceipt(row) && <ReceiptButton id={row.id} fileName={row.fileName} size="xs" />}
      <CompareButton row={row} />
      {offer !== undefined && (
        <Button
          component="a"
          size="xs"
          variant="default"
          leftSection={<IconListCheck size={16} aria-hidden />}
          title={message('Asks the service to run its rules on the transactions that were sent.')}
          href={addressOf({ page: 'rules', after: row.id })}
        >
          {offer}
        </Button>
      )}
      {/* What ends it is the last. */}
      {all.includes('remove') && <StepButton row={row} action="remove" variant="default" size="xs" />}
    </Group>
  );
}

interface StepButtonProps {
  row: SubmissionRow;
  action: Action;
  variant: 'filled' | 'default';
  size: 'xs' | 'sm';
}

export function StepButton({ row, action, variant, size }: StepButtonProps) {
  const { steps, submissionViews, queueView } = useStores();
  const Icon = stepIcons[action];
  const { label, explanation } = actionWords(action, row);
  const look = { size, variant, leftSection: <Icon size={16} aria-hidden />, title: explanation };
  const begin = (step: Step) => {
    void steps.getState().begin(step, [row]);
    // The submission no longer has a page.
    if (step === 'remove') goTo(queueRoute(queueView.getState()));
  };
  if (!isWay(action)) {
    return (
      <Button
        {...look}
        {...(action === 'tryNow' && isTriedAgain(row) ? usedUp(true) : { onClick: () => begin(action) })}
      >
        {label}
      </Button>
    );
  }
  const { address, view } = destinationOf(action, row);
  return (
    <Button
      {...look}
      component="a"
      href={address}
      onClick={() => view !== undefined && submissionViews.getState().change(row.id, view)}
    >
      {label}
    </Button>
  );
}
