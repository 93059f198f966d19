/** @file Corrects the same fault in all lines at once: the steps that would help, what comes of them, and the new submission. */

import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { IdConflicts, SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import { Dialog } from '../dialog.tsx';
import { ErrorNotice } from '../errors/error-notice.tsx';
import { Loading } from '../frame/page.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { fixingTexts, suggestionInWords } from '../texts/fixing.ts';
import { type Choice, firstChoices, isComplete, needOf, stepsOf } from './chosen-steps.ts';
import { ConflictsView } from './conflicts-view.tsx';
import classes from './fixing.module.css';
import { isSentByItself, OutcomeView } from './outcome-view.tsx';
import { useCorrection } from './use-correction.ts';

/** Who still types or chooses needs no result yet. */
const SETTLED_MS = 300;

interface BulkFixDialogProps {
  /** Undefined while it is closed. */
  row: SubmissionRow | undefined;
  /** What a person can do where no step would help. */
  otherWays: ReactNode;
  onClose: () => void;
}

export function BulkFixDialog({ row, otherWays, onClose }: BulkFixDialogProps) {
  return (
    <Dialog
      subject={row}
      onClose={onClose}
      size="xl"
      // What comes of the steps appears below them: they must not move under the pointer.
      centered={false}
      title={({ fileName }) => message('Fix {fileName} in bulk', { fileName })}
      closeButtonProps={{ 'aria-label': fixingTexts.close }}
    >
      {(shown) => <BulkFix row={shown} otherWays={otherWays} onClose={onClose} />}
    </Dialog>
  );
}

function BulkFix({ row, otherWays, onClose }: { row: SubmissionRow; otherWays: ReactNode; onClose: () => void }) {
  const { choices, conflicts, choose, loadError } = useChoices(row.id);
  if (loadError !== undefined) return <ErrorNotice error={loadError} isAskedOnce />;
  if (choices === undefined) return <Loading>{message('Looking at the findings…')}</Loading>;
  return (
    <Stack gap="md">
      {conflicts !== undefined && conflicts.lines > 0 && <ConflictsView row={row} conflicts={conflicts} />}
      {choices.length > 0 ? (
        <Steps row={row} choices={choices} choose={choose} onClose={onClose} />
      ) : (
        <>
          <Text size="sm">
            {message('No step in bulk would help with these findings. Correct the file in the program that made it.')}
          </Text>
          <Group justify="flex-end">{otherWays}</Group>
        </>
      )}
    </Stack>
  );
}

interface StepsProps {
  row: SubmissionRow;
  choices: readonly Choice[];
  choose: (before: Choice, next: Choice) => void;
  onClose: () => void;
}

function Steps({ row, choices, choose, onClose }: StepsProps) {
  const correction = useCorrection(row.id);
  const saving = useSave();
  const { outcome, error, isBusy } = correction;
  const steps = stepsOf(choices);
  const canGoOn = steps !== undefined && steps.length > 0 && !isBusy;
  const wish = { steps: steps ?? [], sendChanged: false };
  const wished = JSON.stringify(steps);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again only when the person wishes something else
  useEffect(() => {
    if (steps === undefined || steps.length === 0) return;
    const timer = setTimeout(() => void correction.preview(wish), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [wished]);
  return (
    <Stack gap="md">
      <Text size="sm">{message('Choose what is to be done. A new file is made; the original stays as it is.')}</Text>
      <ul className={classes['steps']} aria-label={message('Steps')}>
        {choices.map((choice) => (
          <StepChoice
            key={suggestionInWords(choice.suggestion)}
            choice={choice}
            onChange={(next) => {
              correction.forget();
              choose(choice, next);
            }}
          />
        ))}
      </ul>
      {steps === undefined && <Text size="sm">{message('Say the new values first.')}</Text>}
      {isBusy && <Loading>{fixingTexts.working}</Loading>}
      {outcome !== undefined && <OutcomeView row={row} outcome={outcome} />}
      {error !== undefined && <ErrorNotice error={error} isAskedOnce />}
      <SaveOutcome saving={saving} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {fixingTexts.cancel}
        </Button>
        <Button
          variant="default"
          disabled={!canGoOn}
          onClick={() => void saving.save({ kind: 'recipe', name: row.fileName, steps: wish.steps })}
        >
          {message('Save recipe…')}
        </Button>
        <Button
          disabled={!canGoOn || outcome === undefined || outcome.kept === 0}
          onClick={() => void correction.apply(wish)}
        >
          {fixingTexts.apply(isSentByItself(row, outcome))}
        </Button>
      </Group>
    </Stack>
  );
}

function StepChoice({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const { suggestion, isTaken, said } = choice;
  const words = suggestionInWords(suggestion);
  const need = needOf(suggestion);
  const isWrongZone = need === 'zone' && said !== '' && !isComplete(choice);
  return (
    <li className={classes['step']}>
      <Checkbox
        label={words}
        checked={isTaken}
        onChange={(event) => onChange({ ...choice, isTaken: event.currentTarget.checked })}
      />
      {need === undefined ? (
        <span />
      ) : (
        <TextInput
          size="xs"
          aria-label={need === 'zone' ? fixingTexts.zone : message('New value: {what}', { what: words })}
          placeholder={need === 'zone' ? fixingTexts.zone : message('New value')}
          {...(need === 'zone' && {
            title: message('UTC, +02:00 or a name such as Europe/Berlin; “as-written” only cuts the offset off.'),
          })}
          maxLength={200}
          spellCheck={false}
          value={said}
          error={isWrongZone && message('This is no zone that is known.')}
          onChange={(event) =>
            onChange({ ...choice, said: event.currentTarget.value, isTaken: event.currentTarget.value !== '' })
          }
        />
      )}
      <span className={classes['count']}>{fixingTexts.figure(suggestion)}</span>
    </li>
  );
}

function useChoices(id: SubmissionRow['id']) {
  const bridge = useBridge();
  const [choices, setChoices] = useState<Choice[]>();
  const [conflicts, setConflicts] = useState<IdConflicts>();
  const [loadError, setLoadError] = useState<ErrorRecord>();
  useEffect(() => {
    let isOver = false;
    void bridge.invoke['submission.suggestSteps']({ id }).then((result) => {
      if (isOver) return;
      if (!result.ok) {
        setLoadError(result.error);
        return;
      }
      setChoices(firstChoices(result.value.steps));
      setConflicts(result.value.conflicts);
    });
    return () => {
      isOver = true;
    };
  }, [bridge, id]);
  const choose = (before: Choice, next: Choice) =>
    setChoices((all) => all?.map((choice) => (choice === before ? next : choice)));
  return { choices, conflicts, choose, loadError };
}
