/** @file The four steps of a preparation, with the way back and forth. What is decided stays, in whichever order. */

import { Button, Group, Title } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useEffect } from 'react';
import { assertNever } from '../../src-shared/errors.ts';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { BackLink, HeaderRow, Loading, Page } from '../frame/page.tsx';
import { addressOf } from '../routes.ts';
import { usePreparation } from '../stores.ts';
import { stepWords, wizardTexts } from '../texts/preparing.ts';
import { goTo } from '../use-route.ts';
import { ColumnsStep } from './columns-step.tsx';
import type { OpenPreparation } from './open-preparation.ts';
import { ReplacesNotice } from './replaces-notice.tsx';
import { ResultStep } from './result-step.tsx';
import { SourceStep } from './source-step.tsx';
import { type StepName, steps } from './steps.ts';
import { ValuesStep } from './values-step.tsx';
import classes from './wizard.module.css';
import { WorkProgress } from './work-progress.tsx';

export function Wizard({ id, step }: { id: string; step: StepName }) {
  const open = usePreparation((state) => state.open);
  const preparation = usePreparation((state) => state.preparation);
  const draft = usePreparation((state) => state.draft);
  const error = usePreparation((state) => state.error);
  const work = usePreparation((state) => state.work);
  useEffect(() => open(id), [open, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step begins at its top.
  useEffect(() => {
    document.getElementById('page')?.scrollTo({ top: 0 });
  }, [step]);
  const source = preparation?.source;
  const isReady = preparation !== undefined && source !== undefined && draft !== undefined;
  const isExamining = work?.kind === 'examining';
  return (
    <Page>
      <BackLink href={addressOf({ page: 'prepare' })}>{wizardTexts.back}</BackLink>
      <HeaderRow>
        <div>
          <Title order={1} className={classes['title'] ?? ''}>
            {preparation?.name ?? wizardTexts.loading}
          </Title>
          {preparation !== undefined && (
            <p className="small-print">
              {wizardTexts.files(
                preparation.files.length,
                preparation.files.reduce((sum, { bytes }) => sum + bytes, 0),
              )}
            </p>
          )}
        </div>
      </HeaderRow>
      {preparation?.replaces !== undefined && <ReplacesNotice replaces={preparation.replaces} />}
      <Stepper id={id} step={step} isReady={isReady} />
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
      {preparation?.error !== undefined && error === undefined && <ErrorNotice error={preparation.error} isAskedOnce />}
      {preparation === undefined && error === undefined && <Loading>{wizardTexts.loading}</Loading>}
      {isExamining && (
        <div role="status">
          <WorkProgress work={work} />
        </div>
      )}
      {preparation !== undefined && !isReady && !isExamining && error === undefined && !preparation.error && (
        <Loading>{wizardTexts.examining}</Loading>
      )}
      {isReady && !isExamining && <Step step={step} open={{ preparation, source, draft }} />}
      {isReady && step !== 'result' && <Ways id={id} step={step} />}
    </Page>
  );
}

function Step({ step, open }: { step: StepName; open: OpenPreparation }) {
  switch (step) {
    case 'source':
      return <SourceStep open={open} />;
    case 'columns':
      return <ColumnsStep open={open} />;
    case 'values':
      return <ValuesStep open={open} />;
    case 'result':
      return <ResultStep open={open} />;
    default:
      return assertNever(step);
  }
}

function Stepper({ id, step, isReady }: { id: string; step: StepName; isReady: boolean }) {
  const here = steps.indexOf(step);
  return (
    <nav aria-label={wizardTexts.stepsLabel} className={classes['stepper']}>
      <ol>
        {steps.map((one, at) => {
          const { title, hint } = stepWords[one];
          const words = (
            <>
              <span className={classes['number']} aria-hidden>
                {at + 1}
              </span>
              <span className={classes['stepWords']}>
                <strong>{title}</strong>
                <span>{hint}</span>
              </span>
            </>
          );
          return (
            <li key={one} data-is={at < here ? 'before' : at === here ? 'here' : 'after'}>
              {isReady ? (
                <a
                  href={addressOf({ page: 'prepare', of: { id, step: one } })}
                  aria-current={one === step ? 'step' : undefined}
                >
                  {words}
                </a>
              ) : (
                <span className={classes['unready']}>{words}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Ways({ id, step }: { id: string; step: StepName }) {
  const at = steps.indexOf(step);
  const before = steps[at - 1];
  const next = steps[at + 1];
  const to = (one: StepName) => goTo({ page: 'prepare', of: { id, step: one } });
  return (
    <Group justify="space-between" className={classes['ways'] ?? ''}>
      {before === undefined ? (
        <span />
      ) : (
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={() => to(before)}>
          {wizardTexts.previous}
        </Button>
      )}
      {next !== undefined && (
        <Button rightSection={<IconArrowRight size={16} aria-hidden />} onClick={() => to(next)}>
          {wizardTexts.next(stepWords[next].title)}
        </Button>
      )}
    </Group>
  );
}
