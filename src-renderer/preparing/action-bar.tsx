/** @file The bar below a preparation: the last step to take back, when it was checked, and the one button that goes on. */

import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useId } from 'react';
import type { Plan, Preparation, PreparationDraft } from '../../src-shared/contract.ts';
import { usePreparation } from '../stores.ts';
import { barTexts, changeInWords } from '../texts/mapping.ts';
import { resultTexts } from '../texts/preparing.ts';
import classes from './action-bar.module.css';
import { isBegun } from './preparation-store.ts';
import { formerChange, whatChanged } from './what-changed.ts';
import { whyNot } from './why-not.ts';

interface ActionBarProps {
  preparation: Preparation;
  draft: PreparationDraft;
  plan: Plan | undefined;
  /** Opens what goes where, which a person confirms before it goes. */
  onMore: () => void;
}

export function ActionBar({ preparation, draft, plan, onMore }: ActionBarProps) {
  const past = usePreparation((state) => state.past);
  const undo = usePreparation((state) => state.undo);
  const checked = usePreparation((state) => state.checked);
  const reasonId = useId();
  const goesOn = isBegun(preparation);
  const before = past.at(-1);
  const step = before === undefined ? formerChange(preparation) : whatChanged(before, draft);
  const undoWords = step === undefined ? barTexts.undoShort : barTexts.undo(changeInWords(step, draft.template));
  const why = goesOn ? undefined : whyNot(plan, draft.template);
  return (
    <section className={classes['bar']} aria-label={barTexts.label}>
      <Button
        variant="default"
        className={classes['undo'] ?? ''}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        disabled={before === undefined && step === undefined}
        onClick={() => void undo()}
      >
        {undoWords}
      </Button>
      {checked !== undefined && plan !== undefined && (
        <span className={classes['quiet']}>{barTexts.checked(checked.at, plan.rows, checked.ms)}</span>
      )}
      <span className={classes['words']} id={reasonId}>
        {why ?? (plan !== undefined && plan.refused > 0 ? barTexts.staysBehind(plan.refused) : '')}
      </span>
      <Button
        className={classes['main'] ?? ''}
        data-main-action
        disabled={why !== undefined}
        aria-describedby={reasonId}
        onClick={onMore}
      >
        {goesOn
          ? resultTexts.continueDots
          : plan === undefined || why !== undefined
            ? barTexts.prepareNone
            : barTexts.prepare(plan.transactions)}
      </Button>
    </section>
  );
}
