/** @file The last step: the plan before anything is written, then the files and their way into the queue. */

import { Alert, Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { Plan } from '../../src-shared/contract.ts';
import { uploadInWords } from '../../src-shared/upload-words.ts';
import { useQueueRoute } from '../queue/use-queue-address.ts';
import { addressOf } from '../routes.ts';
import { usePreparation } from '../stores.ts';
import { resultTexts } from '../texts/preparing.ts';
import { goTo } from '../use-route.ts';
import { number, size } from '../wording.ts';
import { BackButton } from './back-button.tsx';
import { ControlSums } from './control-sums.tsx';
import { Finish } from './finish.tsx';
import type { OpenPreparation } from './open-preparation.ts';
import { ProcessedBefore } from './processed-before.tsx';
import { RefusedRows } from './refused-rows.tsx';
import classes from './result-step.module.css';
import { SplitForm } from './split-form.tsx';
import wizard from './wizard.module.css';
import { WorkProgress } from './work-progress.tsx';

export function ResultStep({ open: { preparation, draft } }: { open: OpenPreparation }) {
  const change = usePreparation((state) => state.change);
  const makePlan = usePreparation((state) => state.plan);
  const isOutdated = usePreparation((state) => state.isPlanOutdated);
  const work = usePreparation((state) => state.work);
  const { plan, added, error, isInterrupted } = preparation;
  const isIdle = work === undefined;
  const isBrokenOff = isInterrupted || preparation.saving !== undefined;
  const wantsPlan = plan === undefined && isIdle && error === undefined && added.length === 0 && !isBrokenOff;
  useEffect(() => {
    if (wantsPlan) void makePlan();
  }, [wantsPlan, makePlan]);
  if (added.length > 0) return <Added ids={added} />;
  return (
    <>
      <section className={wizard['panel']} aria-labelledby="split">
        <Title order={2} id="split">
          {resultTexts.split}
        </Title>
        <SplitForm split={draft.split} isDisabled={!isIdle} onSplit={(split) => change({ split })} />
        {isIdle && (isOutdated || plan === undefined) && (
          <Group>
            <Button variant={plan === undefined ? 'filled' : 'default'} onClick={() => void makePlan()}>
              {plan === undefined ? resultTexts.plan : resultTexts.planAgain}
            </Button>
            {isOutdated && plan !== undefined && <Text size="sm">{resultTexts.outdated}</Text>}
          </Group>
        )}
      </section>
      {work !== undefined && (
        <section className={wizard['panel']} role="status">
          <WorkProgress work={work} />
        </section>
      )}
      {plan !== undefined && (
        <>
          <PlanFigures plan={plan} />
          {plan.refused > 0 && <RefusedRows plan={plan} />}
          {plan.duplicates.transactions > 0 && (
            <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={resultTexts.duplicatesTitle}>
              {resultTexts.duplicates(plan.duplicates)}
              <p className={classes['ids']}>{plan.duplicates.first.slice(0, 5).map(resultTexts.sharedBy).join('; ')}</p>
            </Alert>
          )}
          <ProcessedBefore
            before={plan.processedBefore}
            isLeftOut={draft.leaveOutProcessed === true}
            onLeaveOut={(leaveOutProcessed) => change({ leaveOutProcessed })}
          />
          <ControlSums
            sums={[...plan.byCurrency, ...plan.byDay]}
            figures={draft.figures}
            onFigures={(figures) => change({ figures })}
          />
        </>
      )}
      {isIdle && (plan !== undefined || isBrokenOff) ? (
        <Finish open={{ preparation, draft }} />
      ) : (
        <Group className={wizard['ways'] ?? ''}>
          <BackButton id={preparation.id} />
        </Group>
      )}
    </>
  );
}

function PlanFigures({ plan }: { plan: Plan }) {
  const figures: (readonly [string, string])[] = [
    [resultTexts.transactions, number(plan.transactions)],
    [resultTexts.batches, number(plan.batches)],
    [resultTexts.bytes, size(plan.bytes)],
    [resultTexts.upload, resultTexts.uploadTime(plan.upload)],
    [resultTexts.refused, number(plan.refused)],
    ...(plan.leftOut > 0 ? [[resultTexts.leftOut, number(plan.leftOut)] as const] : []),
  ];
  return (
    <section className={wizard['panel']} aria-labelledby="plan">
      <Title order={2} id="plan">
        {resultTexts.figures}
      </Title>
      <dl className={classes['figures']}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        {uploadInWords(plan.upload)}
      </Text>
    </section>
  );
}

function Added({ ids }: { ids: OpenPreparation['preparation']['added'] }) {
  const queueRoute = useQueueRoute();
  return (
    <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={resultTexts.done(ids.length)}>
      <ul className={classes['added']}>
        {ids.map((id) => (
          <li key={id}>
            <Anchor href={addressOf({ page: 'submission', id })}>{resultTexts.open(id)}</Anchor>
          </li>
        ))}
      </ul>
      <Button onClick={() => goTo(queueRoute)}>{resultTexts.toQueue}</Button>
    </Alert>
  );
}
