/** @file The last step: the plan before anything is written, then the files and their way into the queue. */

import { Alert, Anchor, Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Plan, SendOptions } from '../../src-shared/contract.ts';
import { useRememberedOptions } from '../add-files/remembered-options.ts';
import { SendOptionsForm } from '../add-files/send-options-form.tsx';
import { useBridge } from '../bridge-context.ts';
import { ConnectionChoice } from '../connections/connection-choice.tsx';
import { TenantButton } from '../connections/tenant-button.tsx';
import { addressOf } from '../routes.ts';
import { useConnections, usePreparation } from '../stores.ts';
import { destinationWords } from '../texts/add-files.ts';
import { resultTexts, wizardTexts } from '../texts/preparing.ts';
import { goTo } from '../use-route.ts';
import { duration, number, size } from '../wording.ts';
import { ControlSums } from './control-sums.tsx';
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
  const wantsPlan = plan === undefined && isIdle && error === undefined && added.length === 0 && !isInterrupted;
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
          {plan.refused.count > 0 && <RefusedRows refused={plan.refused} />}
          {plan.duplicates.count > 0 && (
            <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={resultTexts.duplicatesTitle}>
              {resultTexts.duplicates(plan.duplicates)}
              <p className={classes['ids']}>{plan.duplicates.first.slice(0, 5).join(', ')}</p>
            </Alert>
          )}
          <ProcessedBefore
            before={plan.processedBefore}
            isLeftOut={draft.leaveOutProcessed === true}
            onLeaveOut={(leaveOutProcessed) => change({ leaveOutProcessed })}
          />
          <ControlSums sums={plan.sums} figures={draft.figures} onFigures={(figures) => change({ figures })} />
        </>
      )}
      {isIdle && (plan !== undefined || isInterrupted) ? (
        <Finish open={{ preparation, draft }} canPrepare={isInterrupted || (plan?.transactions ?? 0) > 0} />
      ) : (
        <Group className={wizard['ways'] ?? ''}>
          <BackButton id={preparation.id} />
        </Group>
      )}
    </>
  );
}

function BackButton({ id }: { id: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      onClick={() => goTo({ page: 'prepare', of: { id, step: 'values' } })}
    >
      {wizardTexts.previous}
    </Button>
  );
}

function PlanFigures({ plan }: { plan: Plan }) {
  const figures: (readonly [string, string])[] = [
    [resultTexts.transactions, number(plan.transactions)],
    [resultTexts.batches, number(plan.batches)],
    [resultTexts.bytes, size(plan.bytes)],
    [resultTexts.upload, plan.uploadMs === undefined ? resultTexts.unknownUpload : duration(plan.uploadMs)],
    [resultTexts.refused, number(plan.refused.count)],
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
    </section>
  );
}

interface FinishProps {
  open: Pick<OpenPreparation, 'preparation' | 'draft'>;
  canPrepare: boolean;
}

function Finish({ open: { preparation, draft }, canPrepare }: FinishProps) {
  const bridge = useBridge();
  const prepare = usePreparation((state) => state.prepare);
  const isOutdated = usePreparation((state) => state.isPlanOutdated);
  const change = usePreparation((state) => state.change);
  const [options, setOptions] = useRememberedOptions();
  const [isSaved, setSaved] = useState(true);
  const kind = useConnections(({ connections }) => connections?.find(({ name }) => name === options?.connection)?.kind);
  const makePlan = usePreparation((state) => state.plan);
  const { connection: compared, leftOut = 0 } = preparation.plan?.processedBefore ?? {};
  const isAllProcessed = leftOut > 0 && preparation.plan?.transactions === 0;
  const isOther =
    options !== undefined && compared !== undefined && compared !== options.connection && kind !== undefined;
  const isReady = options !== undefined && kind !== undefined && canPrepare && !isOutdated;
  const start = async (chosen: SendOptions) => {
    if (isSaved) await bridge.invoke['templates.keep']({ template: draft.template });
    await prepare(chosen);
  };
  return (
    <>
      <section className={wizard['panel']} aria-label={resultTexts.prepare}>
        {preparation.isInterrupted && <Text size="sm">{resultTexts.interrupted}</Text>}
        <Stack gap="xs">
          <Checkbox
            label={resultTexts.saveTemplate}
            checked={isSaved}
            onChange={(event) => setSaved(event.currentTarget.checked)}
          />
          {isSaved && (
            <TextInput
              label={resultTexts.templateName}
              className={classes['templateName'] ?? ''}
              maxLength={200}
              value={draft.template.name}
              onChange={(event) => {
                const name = event.currentTarget.value;
                if (name !== '') change({ template: { ...draft.template, name } });
              }}
            />
          )}
        </Stack>
        {options !== undefined && (
          <>
            <ConnectionChoice
              label={resultTexts.sendTo}
              words={destinationWords}
              connection={options.connection}
              onChange={(connection) => setOptions({ ...options, connection })}
            />
            <details>
              <summary>{resultTexts.options}</summary>
              <SendOptionsForm options={options} onChange={setOptions} />
            </details>
          </>
        )}
        {!canPrepare && <Text size="sm">{isAllProcessed ? resultTexts.allProcessed : resultTexts.nothing}</Text>}
        {isOther && (
          <Group gap="xs">
            <Text size="sm">{resultTexts.comparedWithOther(compared)}</Text>
            <Button variant="default" size="xs" onClick={() => void makePlan(options.connection)}>
              {resultTexts.planFor(options.connection)}
            </Button>
          </Group>
        )}
      </section>
      <Group justify="space-between" className={wizard['ways'] ?? ''}>
        <BackButton id={preparation.id} />
        <TenantButton kind={kind} disabled={!isReady} onClick={() => options !== undefined && void start(options)}>
          {preparation.isInterrupted ? resultTexts.continue : resultTexts.prepare}
        </TenantButton>
      </Group>
    </>
  );
}

function Added({ ids }: { ids: OpenPreparation['preparation']['added'] }) {
  return (
    <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={resultTexts.done(ids.length)}>
      <ul className={classes['added']}>
        {ids.map((id) => (
          <li key={id}>
            <Anchor href={addressOf({ page: 'submission', id })}>{resultTexts.open(id)}</Anchor>
          </li>
        ))}
      </ul>
      <Button onClick={() => goTo({ page: 'queue' })}>{resultTexts.toQueue}</Button>
    </Alert>
  );
}
