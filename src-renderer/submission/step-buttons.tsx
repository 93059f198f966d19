/** @file The next steps of a submission as buttons; the likeliest stands out unless it ends something. */

import { Button, Group } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { SubmissionDetails, SubmissionRow } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { factsOf } from '../../src-shared/states.ts';
import { queueRoute } from '../queue/use-queue-address.ts';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { addressOf } from '../routes.ts';
import { dayAt, daysToRun, spelledDay } from '../rules/days.ts';
import { type Action, isTriedAgain, isWay, type Step, shownActions } from '../steps/next-steps.ts';
import { stepIcons } from '../steps/step-icons.ts';
import { destinationOf } from '../steps/ways.ts';
import { useStores } from '../stores.ts';
import { actionWords, stepWords } from '../texts/steps.ts';
import { goTo } from '../use-route.ts';

/** Never the button that stands out: they end or delay something, or send what should first be corrected. */
const quiet: ReadonlySet<Action> = new Set(['approve', 'pause', 'cancel']);
/** The page shows the findings itself. */
const here: ReadonlySet<Action> = new Set(['seeErrors', 'seeWarnings']);

interface StepButtonsProps {
  row: SubmissionRow;
  /** Of its transactions, where they are known. */
  days?: SubmissionDetails['days'];
  place?: 'page' | 'beside';
}

/** For which days the rules can run after it, in words; undefined where for none. */
function ruleOfferOf({ state }: SubmissionRow, days: SubmissionDetails['days']): string | undefined {
  if (factsOf(state).end !== 'success') return undefined;
  if (days === undefined) return message('Run the rules…');
  const run = daysToRun(days, dayAt(Date.now()));
  if (run === undefined) return undefined;
  return run.isOne
    ? message('Run the rules for {day}…', { day: spelledDay(run.last) })
    : message('Run the rules for one of its {count, number} days…', { count: days.count });
}

/** Beside the list there is less room, and findings are on the page. */
export function StepButtons({ row, days, place = 'page' }: StepButtonsProps) {
  const offer = ruleOfferOf(row, days);
  const size = place === 'page' ? 'sm' : 'xs';
  const { steps, submissionViews, queueView } = useStores();
  const begin = (step: Step) => {
    void steps.getState().begin(step, [row]);
    // The submission no longer has a page.
    if (step === 'remove') goTo(queueRoute(queueView.getState()));
  };
  const all = shownActions(row);
  const isTried = isTriedAgain(row);
  const actions = all.filter((action) => action !== 'remove' && (place === 'beside' || !here.has(action)));
  // What ends it is the last.
  const isRemovable = all.includes('remove');
  return (
    <Group gap="xs">
      {offer !== undefined && (
        <Button
          component="a"
          size={size}
          leftSection={<IconListCheck size={16} aria-hidden />}
          title={message('Asks the service to run its rules on the transactions that were sent.')}
          href={addressOf({ page: 'rules', after: row.id })}
        >
          {offer}
        </Button>
      )}
      {actions.map((action, index) => {
        const Icon = stepIcons[action];
        const { label, explanation } = actionWords(action, row);
        const look = {
          size,
          variant: index === 0 && !quiet.has(action) ? 'filled' : 'default',
          leftSection: <Icon size={16} aria-hidden />,
          title: explanation,
        };
        if (!isWay(action)) {
          return (
            <Button
              key={action}
              {...look}
              {...(action === 'tryNow' && isTried
                ? { 'aria-disabled': true, 'data-disabled': true }
                : { onClick: () => begin(action) })}
            >
              {label}
            </Button>
          );
        }
        const { address, view } = destinationOf(action, row);
        return (
          <Button
            key={action}
            {...look}
            component="a"
            href={address}
            onClick={() => view !== undefined && submissionViews.getState().change(row.id, view)}
          >
            {label}
          </Button>
        );
      })}
      {row.whole.batches > 0 && <ReceiptButton id={row.id} fileName={row.fileName} size={size} />}
      {isRemovable && (
        <Button
          variant="default"
          size={size}
          leftSection={<stepIcons.remove size={16} aria-hidden />}
          title={stepWords.remove.explanation}
          onClick={() => begin('remove')}
        >
          {stepWords.remove.label}
        </Button>
      )}
    </Group>
  );
}
