/** @file The bar below a preparation: the last step to take back, when it was checked, and the one button that goes on. */

import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useId } from 'react';
import type { Plan, Preparation, PreparationDraft } from '../../src-shared/contract.ts';
import { TenantButton } from '../connections/tenant-button.tsx';
import { usePreparation } from '../stores.ts';
import { barTexts, changeInWords, fieldLabel } from '../texts/mapping.ts';
import { resultTexts } from '../texts/preparing.ts';
import classes from './action-bar.module.css';
import { differencesOf, figuresToCompare } from './control-figures.ts';
import { openFields } from './mapping-rows.ts';
import { isBegun } from './preparation-store.ts';
import type { Finishing } from './use-finishing.ts';
import { whatChanged } from './what-changed.ts';

interface ActionBarProps {
  preparation: Preparation;
  draft: PreparationDraft;
  plan: Plan | undefined;
  finishing: Finishing;
  /** Opens what is decided before it goes on. */
  onMore: () => void;
}

export function ActionBar({ preparation, draft, plan, finishing, onMore }: ActionBarProps) {
  const past = usePreparation((state) => state.past);
  const undo = usePreparation((state) => state.undo);
  const checked = usePreparation((state) => state.checked);
  const reasonId = useId();
  const { source } = preparation;
  const goesOn = isBegun(preparation);
  const [before] = past.slice(-1);
  const step = before === undefined ? undefined : whatChanged(before, draft);
  const undoWords = step === undefined ? barTexts.undoShort : barTexts.undo(changeInWords(step));
  const why = goesOn ? undefined : whyNot(plan, draft);
  const { options, kind } = finishing;
  const isDecided = source?.recognised !== undefined && plan !== undefined && !goesOn && isWithoutQuestion(plan, draft);
  const direct = isDecided && options !== undefined && kind !== undefined ? options : undefined;
  return (
    <section className={classes['bar']} aria-label={barTexts.label}>
      <Button
        variant="default"
        className={classes['undo'] ?? ''}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        disabled={before === undefined}
        title={undoWords}
        onClick={undo}
      >
        {undoWords}
      </Button>
      {checked !== undefined && plan !== undefined && (
        <span className={classes['quiet']}>{barTexts.checked(checked.at, plan.rows, checked.ms)}</span>
      )}
      <span className={classes['words']} id={reasonId}>
        {why ?? (plan !== undefined && plan.refused > 0 ? barTexts.staysBehind(plan.refused) : '')}
        {direct !== undefined && barTexts.prepareFor(direct.connection)}
      </span>
      {direct !== undefined && (
        <Button variant="default" onClick={onMore}>
          {barTexts.how}
        </Button>
      )}
      <TenantButton
        kind={direct === undefined ? undefined : kind}
        data-main-action
        disabled={why !== undefined}
        aria-describedby={reasonId}
        onClick={() => (direct === undefined ? onMore() : void finishing.send(direct))}
      >
        {goesOn
          ? resultTexts.continueDots
          : plan === undefined || plan.transactions === 0
            ? barTexts.prepareNone
            : barTexts.prepare(plan.transactions)}
      </TenantButton>
    </section>
  );
}

/** Why nothing can be prepared; undefined where something can. */
function whyNot(plan: Plan | undefined, { template }: PreparationDraft): string | undefined {
  const missing = openFields(template).map(fieldLabel);
  if (plan === undefined) return barTexts.why.counting;
  if (plan.transactions > 0) return undefined;
  if (plan.processedBefore.leftOut > 0 && plan.refused === 0) return barTexts.why.allBefore;
  if (missing.length > 0) return barTexts.why.missing(missing);
  return plan.refused === 0 ? barTexts.why.allLeftOut : barTexts.why.nothing;
}

/** Nothing is refused, twice, sent before, or other than the figures say, and no export contradicts itself. */
function isWithoutQuestion(plan: Plan, { figures }: PreparationDraft): boolean {
  const { refused, errors, transactions, duplicates, processedBefore, byCurrency, byDay } = plan;
  const isClean =
    refused === 0 &&
    errors === 0 &&
    transactions > 0 &&
    duplicates.transactions === 0 &&
    processedBefore.transactions === 0;
  return isClean && differencesOf([...byCurrency, ...byDay], figuresToCompare(plan, figures)).length === 0;
}
