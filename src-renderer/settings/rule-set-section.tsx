/** @file The rule set of the check: a form and the JSON behind it, and what it changes before it is put into use. */

import { Button, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { RuleSetState } from '../../src-shared/contract.ts';
import { keyOfSaid } from '../../src-shared/languages/fact.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useIsManaged } from '../app-info.ts';
import { Dialog } from '../dialog.tsx';
import { FileButton } from '../file-button.tsx';
import { Loading } from '../frame/page.tsx';
import { ManagedNote } from '../managed-note.tsx';
import { SaveOutcome } from '../saving/save-outcome.tsx';
import { useSave } from '../saving/use-save.ts';
import { ruleSetTexts } from '../texts/rule-set.ts';
import { settingsTexts } from '../texts/settings.ts';
import { dateOf } from '../wording.ts';
import classes from './rule-set/rule-set.module.css';
import { RuleSetFormView } from './rule-set/rule-set-form.tsx';
import { formValues } from './rule-set/rule-set-text.ts';
import { RuleSetTrialView } from './rule-set/rule-set-trial.tsx';
import { type EditedRuleSet, useRuleSet } from './rule-set/use-rule-set.ts';
import { SectionFrame } from './settings-section.tsx';

/** Of the contract. */
const LONGEST = 200_000;

export function RuleSetSection() {
  const isManaged = useIsManaged();
  const isLocked = isManaged('ruleSet');
  const edited = useRuleSet(isLocked);
  const { state, saved, error } = edited;
  const isBounded = !isLocked && isManaged('serviceDecides');
  return (
    <SectionFrame title={ruleSetTexts.title} saved={saved} error={error}>
      <p className="unseen" aria-live="polite" key={saved}>
        {saved === undefined ? '' : settingsTexts.saved}
      </p>
      <Text size="sm" c="dimmed">
        {isLocked
          ? message('How severe a rule is, which fields are required, which values are allowed.')
          : ruleSetTexts.hint}
      </Text>
      <ManagedNote isManaged={isLocked || isBounded} />
      {isLocked && (
        <Text size="sm">
          {message(
            'The organisation has fixed these rules, so that files are judged alike on all its computers. They can be read and saved here, and are changed by your IT.',
          )}
        </Text>
      )}
      {isBounded && <Text size="sm">{message('The rules can be made stricter, but not less strict than usual.')}</Text>}
      {state === undefined && error === undefined && <Loading>{message('Loading the rules…')}</Loading>}
      {state !== undefined && <Editor edited={edited} state={state} isLocked={isLocked} />}
    </SectionFrame>
  );
}

interface EditorProps {
  edited: EditedRuleSet;
  state: RuleSetState;
  /** It is only shown. */
  isLocked: boolean;
}

function Editor({ edited, state, isLocked }: EditorProps) {
  const { text, setText, problems, isJudging, keep } = edited;
  const [view, setView] = useState<'form' | 'json'>('form');
  const [tried, setTried] = useState<string>();
  const values = formValues(text, state.form);
  const isChanged = text !== state.text;
  const lowered = state.form.rules.flatMap(({ rule, usually, fixedBy }) =>
    fixedBy !== undefined && (values?.severities.get(rule) ?? usually) !== usually ? [rule] : [],
  );
  return (
    <>
      <div className={classes['bar']}>
        <SegmentedControl
          size="xs"
          aria-label={message('How the rule set is shown')}
          value={view}
          onChange={(next) => setView(next === 'json' ? 'json' : 'form')}
          data={(['form', 'json'] as const).map((value) => ({ value, label: ruleSetTexts.views[value] }))}
        />
      </div>
      {view === 'json' && (
        <Textarea
          label={ruleSetTexts.label}
          description={isLocked ? undefined : message('Leave it empty for the default rules.')}
          className={classes['json'] ?? ''}
          autosize
          minRows={8}
          maxRows={24}
          maxLength={LONGEST}
          spellCheck={false}
          autoComplete="off"
          placeholder={ruleSetTexts.example}
          value={text}
          readOnly={isLocked}
          error={problems.length > 0}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {view === 'form' && values === undefined && (
        <Text size="sm">
          {message('There is a mistake in the JSON, so there is no form of it. Mend it under “JSON”.')}
        </Text>
      )}
      {view === 'form' && values !== undefined && (
        <RuleSetFormView
          text={text}
          values={values}
          problems={problems}
          form={state.form}
          isManaged={isLocked}
          onChange={setText}
        />
      )}
      <div role="alert">
        {problems.length > 0 && (
          <>
            <Text size="sm" fw={600} mt="sm" c="var(--trouble)">
              {message('{count, plural, one {There is # mistake.} other {There are # mistakes.}}', {
                count: problems.length,
              })}
            </Text>
            <ul className={classes['problems']}>
              {problems.map((one) => (
                <li key={`${one.at.join('\n')} ${keyOfSaid(one.problem)}`}>{ruleSetTexts.problemAt(one)}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      {!isLocked && (
        <div className={classes['foot']}>
          <Text size="sm" fw={isChanged ? 600 : 400} role="status">
            {isChanged ? ruleSetTexts.state.changed : ruleSetTexts.state[text.trim() === '' ? 'default' : 'own']}
          </Text>
          <div className={classes['buttons']}>
            {isChanged && (
              <Button variant="default" onClick={() => setText(state.text)}>
                {message('Discard the changes')}
              </Button>
            )}
            <Button disabled={!isChanged || isJudging || problems.length > 0} onClick={() => setTried(text)}>
              {message('Show the effect…')}
            </Button>
          </div>
        </div>
      )}
      <Others state={state} text={text} isLocked={isLocked} onChange={setText} />
      <Dialog
        subject={tried}
        onClose={() => setTried(undefined)}
        size="lg"
        title={() => message('What these rules change')}
      >
        {(shown) => (
          <RuleSetTrialView
            text={shown}
            lowered={lowered}
            onClose={() => setTried(undefined)}
            onKeep={async () => {
              await keep();
              setTried(undefined);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

interface OthersProps {
  state: RuleSetState;
  text: string;
  /** A copy can be saved, and nothing else. */
  isLocked: boolean;
  onChange: (text: string) => void;
}

/** Rule sets from elsewhere. They too are shown with their effect before they are put into use. */
function Others({ state: { previous }, text, isLocked, onChange }: OthersProps) {
  const [problem, setProblem] = useState<string>();
  const saving = useSave();
  const open = async (file: File | null) => {
    if (file === null) return;
    const read = file.size > LONGEST ? undefined : await file.text().catch(() => undefined);
    setProblem(
      read === undefined || read.length > LONGEST
        ? message('{fileName} cannot be read as text.', { fileName: file.name })
        : undefined,
    );
    if (read !== undefined && read.length <= LONGEST) onChange(read);
  };
  return (
    <details className={classes['others']}>
      <summary>{message('Other rule sets')}</summary>
      <div className={classes['buttons']}>
        {!isLocked && (
          <Button variant="default" disabled={text.trim() === ''} onClick={() => onChange('')}>
            {message('Default rules')}
          </Button>
        )}
        {!isLocked && previous !== undefined && (
          <Button variant="default" disabled={previous.text === text} onClick={() => onChange(previous.text)}>
            {message('Rules until {day}', { day: dateOf(previous.until) })}
          </Button>
        )}
        {!isLocked && (
          <FileButton accept="application/json,.json" onChange={(file) => void open(file)}>
            {(props) => (
              <Button variant="default" {...props}>
                {message('Open a file…')}
              </Button>
            )}
          </FileButton>
        )}
        <Button
          variant="default"
          disabled={text.trim() === ''}
          onClick={() => void saving.save({ kind: 'rule-set', text })}
        >
          {message('Save as a file…')}
        </Button>
      </div>
      <div role="alert">
        {problem !== undefined && (
          <Text size="sm" c="var(--trouble)">
            {problem}
          </Text>
        )}
      </div>
      <SaveOutcome saving={saving} />
    </details>
  );
}
