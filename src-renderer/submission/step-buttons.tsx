/** @file The next steps of a submission as buttons; the likeliest stands out unless it ends something. */

import { Button, Group } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { factsOf } from '../../src-shared/states.ts';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { addressOf } from '../routes.ts';
import { nextSteps, type Step } from '../steps/next-steps.ts';
import { stepIcons } from '../steps/step-icons.ts';
import { useStores } from '../stores.ts';
import { rulesTexts } from '../texts/rules.ts';
import { stepWords } from '../texts/steps.ts';
import { goTo } from '../use-route.ts';

const quiet: ReadonlySet<Step> = new Set(['pause', 'cancel', 'remove']);

export function StepButtons({ row }: { row: SubmissionRow }) {
  const { steps } = useStores();
  const begin = (step: Step) => {
    void steps.getState().begin(step, [row]);
    // The submission no longer has a page.
    if (step === 'remove') goTo({ page: 'queue' });
  };
  return (
    <Group gap="xs">
      {factsOf(row.state).end === 'success' && (
        <Button
          component="a"
          leftSection={<IconListCheck size={16} aria-hidden />}
          title={rulesTexts.runForDayHint}
          href={addressOf({ page: 'rules', after: row.id })}
        >
          {rulesTexts.runForDay}
        </Button>
      )}
      {nextSteps(row).map((step, index) => {
        const Icon = stepIcons[step];
        const { label, explanation } = stepWords[step];
        return (
          <Button
            key={step}
            variant={index === 0 && !quiet.has(step) ? 'filled' : 'default'}
            leftSection={<Icon size={16} aria-hidden />}
            title={explanation}
            onClick={() => begin(step)}
          >
            {label}
          </Button>
        );
      })}
      {row.whole.batches > 0 && <ReceiptButton id={row.id} fileName={row.fileName} />}
    </Group>
  );
}
