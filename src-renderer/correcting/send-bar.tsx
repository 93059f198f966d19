/** @file The bar that stays: what is left, undo, and the button that sends what is right. */

import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconChevronDown, IconSend } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Faults, SubmissionRow } from '../../src-shared/contract.ts';
import { faultKindInWords } from '../../src-shared/fault-kind-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useAppInfo } from '../app-info.ts';
import { useIsNarrow } from '../frame/use-is-narrow.ts';
import { useOffers } from '../palette/use-offers.ts';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { keysAsText } from '../shortcuts/keys.ts';
import { KeysShown } from '../shortcuts/keys-shown.tsx';
import { mayMean } from '../shortcuts/use-shortcuts.ts';
import { useQueue, useStores } from '../stores.ts';
import { goTo } from '../use-route.ts';
import { exactTimeOf } from '../wording.ts';
import classes from './correcting.module.css';
import { decided, kindsOf, type Reasons, stepsOf, unexplainedLines, unexplainedMoney } from './draft.ts';
import { turnInWords, turnsToUndo } from './fault-words.ts';
import { Goes } from './goes.tsx';
import { isExplained, ReasonQuestion, type ToExplain } from './reason-question.tsx';
import { sendWords, standing, wentInWords } from './send-words.ts';
import { goingAgain, isOnlyRepeat, saysOther } from './sent-before.tsx';
import { Stays } from './stays.tsx';
import { againOf } from './workbench.ts';

interface SendBarProps {
  id: SubmissionRow['id'];
  first: Faults;
  last: Faults;
  /** With what was decided since the last check. */
  errorsLeft: number;
  /** A line is being corrected by hand: there, the keys that send lead to the next line. */
  isByHand: boolean;
}

export function SendBar({ id, first, last, errorsLeft, isByHand }: SendBarProps) {
  const { lineEdits, palette, steps: stepsBefore, workbenches } = useStores();
  const workbench = workbenches(id);
  const { turns, undone, isChecking, isSending, checkedAt, sendsAgain } = useStore(workbench);
  const { undo, redo, open } = workbench.getState();
  const row = useQueue(({ list }) => list?.rows.get(id));
  const { platform } = useAppInfo();
  const isNarrow = useIsNarrow();
  const saving = useSave();
  const isSent = row !== undefined && row.connection !== '';
  const going = { told: last, connection: row?.connection ?? '' };
  const canSend = last.right > 0 && !isChecking && !isSending;
  const [asked, setAsked] = useState<ToExplain>();
  useEffect(() => void lineEdits.getState().refresh(id), [lineEdits, id]);
  /** Asks first why money changes and lines are left out, where no one has said so yet. @param faulty lines that do not stay */
  const withReason = (
    { confirm, faulty = 0, goes }: Pick<ToExplain, 'confirm' | 'goes'> & { faulty?: number },
    act: ToExplain['act'],
  ) => {
    const kinds = kindsOf(first, last);
    const wordsOf = (name: string) => kinds.find((kind) => kind.name === name);
    const leftOut = unexplainedLines(lineEdits.getState().edits.get(id) ?? [], turns).map(({ kind: name, lines }) => {
      const kind = wordsOf(name);
      return { kind: kind === undefined ? '' : faultKindInWords(kind), lines };
    });
    const again = goingAgain(last.sentBefore, sendsAgain);
    const unexplained = { changes: unexplainedMoney(kinds, decided(turns)), leftOut, faulty, again };
    const explainAndAct = async (reasons: Reasons) =>
      (await workbench.getState().explain(reasons)) ?? (await act(reasons));
    if (isExplained(unexplained)) void act({});
    else setAsked({ ...unexplained, confirm, goes, act: explainAndAct });
  };
  const send = async (keepsRest: boolean, reasons: Reasons) => {
    const from = location.hash;
    const added = await workbench.getState().send(keepsRest, reasons);
    if (added !== undefined)
      palette.getState().report(wentInWords(last, keepsRest, goingAgain(last.sentBefore, sendsAgain)));
    // A person who has gone elsewhere in the meantime is not called back.
    if (added !== undefined && location.hash === from) goTo({ page: 'submission', id: added });
    return added === undefined ? workbench.getState().error : undefined;
  };
  const askAndSend = (keepsRest = true) =>
    withReason(
      {
        confirm: sendWords(last, { isSent, isCorrected, isOnlyNew, isInFull: true }),
        faulty: keepsRest ? 0 : last.faulty,
        goes: going,
      },
      async (reasons) => await send(keepsRest, reasons),
    );
  const save = async () => {
    await saving.save({
      ...{ kind: 'corrected', id, withEdits: true, ...againOf(workbench.getState()) },
      steps: [...stepsOf(workbench.getState().turns), { step: 'drop-refused' }],
    });
    return undefined;
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isByHand || !canSend || !mayMean(event)) return;
      event.preventDefault();
      askAndSend();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  const leaveAllOut = (all: SubmissionRow) => void stepsBefore.getState().begin('cancel', [all]);
  // Nothing of it can be sent: it is given up as a whole.
  const isAllLeftOut = last.right === 0 && last.faulty === 0 && last.leftOut > 0 && !isChecking;
  const lastTurn = turns.at(-1);
  const steps = stepsOf(turns);
  const isCorrected = turns.length > 0 || last.changed + last.leftOut > 0;
  // Nothing is wrong with it: a part of it went before.
  const isOnlyNew = last.sentBefore !== undefined && last.faulty === 0 && sendsAgain === 'none';
  // What can still be corrected first is the usual way; both look like what can be pressed.
  const isUndecided = isOnlyNew && last.sentBefore !== undefined && saysOther(last.sentBefore) > 0;
  const look = (isCorrected || last.faulty === 0) && !isUndecided ? 'filled' : 'default';
  const lastInWords = lastTurn && turnInWords(lastTurn);
  useOffers([
    {
      title: message('Undo'),
      ...(lastInWords && { hint: lastInWords }),
      keys: 'Mod+Z',
      isPossible: turns.length > 0,
      run: undo,
    },
    { title: message('Redo'), keys: 'Mod+Shift+Z', isPossible: undone.length > 0, run: redo },
    {
      title: sendWords(last, { isSent, isCorrected, isOnlyNew, isInFull: true }),
      keys: 'Mod+Enter',
      isPossible: canSend,
      run: () => askAndSend(),
    },
  ]);
  return (
    <section className={classes['bar']} aria-label={message('Progress and sending')} data-checking={isChecking}>
      {!isOnlyRepeat(first) && (
        <div className={classes['progress']} role="status">
          <span>{standing(first.errors, errorsLeft)}</span>
          <progress
            aria-hidden
            value={first.errors - Math.min(first.errors, errorsLeft)}
            max={Math.max(1, first.errors)}
          />
        </div>
      )}
      <Menu position="top-start" disabled={turns.length === 0}>
        <Group gap={0} wrap="nowrap">
          <Button
            variant="default"
            className={classes['undo'] ?? ''}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={lastTurn === undefined}
            title={lastInWords}
            aria-keyshortcuts="Control+Z Meta+Z"
            onClick={() => undo()}
          >
            {message('Undo')}
          </Button>
          <Menu.Target>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={message('Undo an earlier step')}
              disabled={turns.length < 2}
            >
              <IconChevronDown size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
        </Group>
        <Menu.Dropdown className={classes['undoList'] ?? ''}>
          {turnsToUndo(turns).map(({ place, words }) => (
            <Menu.Item key={`${place} ${words}`} onClick={() => undo(place)}>
              {message('Undo {step}', { step: words })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={message('Redo')}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        disabled={undone.length === 0}
        onClick={redo}
      >
        <IconArrowForwardUp size={16} aria-hidden />
      </ActionIcon>
      <SaveOutcome saving={saving} />
      <div className={classes['then']}>
        {last.right > 0 && <Goes {...going} />}
        {!isNarrow && <Stays id={id} last={last} />}
        <span className={classes['checked']}>
          {isChecking
            ? message('Checking every line…')
            : checkedAt !== undefined && message('Checked at {time}', { time: exactTimeOf(checkedAt) })}
        </span>
      </div>
      <Group gap={0} wrap="nowrap">
        {isAllLeftOut && row !== undefined ? (
          <Button onClick={() => leaveAllOut(row)}>{message('Leave all lines out…')}</Button>
        ) : (
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            rightSection={
              // Said by aria-keyshortcuts: what is seen must not differ from the name.
              <span className={classes['keys']} aria-hidden>
                <KeysShown keys="Mod+Enter" />
              </span>
            }
            variant={look}
            disabled={!canSend}
            loading={isSending}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            title={
              isChecking
                ? message('Checking every line…')
                : last.right === 0
                  ? message('No line is right yet. Choose new values first.')
                  : keysAsText('Mod+Enter', platform)
            }
            onClick={() => askAndSend()}
          >
            <span className={classes['inFull']}>
              {sendWords(last, { isSent, isCorrected, isOnlyNew, isInFull: true })}
            </span>
            <span className={classes['short']}>
              {sendWords(last, { isSent, isCorrected, isOnlyNew, isInFull: false })}
            </span>
          </Button>
        )}
        <Menu position="top-end">
          <Menu.Target>
            <ActionIcon size={36} variant={look} aria-label={message('Other ways')}>
              <IconChevronDown size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {last.right === 0 && row !== undefined && (
              <Menu.Item disabled={isChecking || isSending} onClick={() => leaveAllOut(row)}>
                {message('Leave all lines out…')}
              </Menu.Item>
            )}
            <Menu.Item disabled={!canSend || last.faulty === 0} onClick={() => askAndSend(false)}>
              {isSent
                ? message('Correct and send, and leave the faulty lines out…')
                : message('Correct and add, and leave the faulty lines out…')}
            </Menu.Item>
            <Menu.Item onClick={() => withReason({ confirm: message('Save the corrected file…') }, save)}>
              {message('Save the corrected file…')}
            </Menu.Item>
            <Menu.Item
              disabled={steps.length === 0}
              onClick={() => void saving.save({ kind: 'recipe', name: row?.fileName ?? '', steps })}
            >
              {message('Save the steps as a recipe…')}
            </Menu.Item>
            <Menu.Item onClick={() => void open()}>{message('Check again')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ReasonQuestion asked={asked} onClose={() => setAsked(undefined)} />
    </section>
  );
}
