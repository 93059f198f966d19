/** @file The rule set as a form: the main party, the severity of each rule, required fields, and allowed values. */

import { NativeSelect, Radio, Stack, TagsInput, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import type { RuleSetForm, RuleSetProblem, RuleSeverity } from '../../../src-shared/contract.ts';
import { inWords, message } from '../../../src-shared/languages/message.ts';
import { ruleName } from '../../../src-shared/rule-words.ts';
import { ruleSetTexts } from '../../texts/rule-set.ts';
import classes from './rule-set.module.css';
import {
  type FormValues,
  type MainParty,
  withAllowed,
  withMainParty,
  withRequired,
  withSeverity,
} from './rule-set-text.ts';

interface FormProps {
  text: string;
  values: FormValues;
  form: RuleSetForm;
  problems: readonly RuleSetProblem[];
  isManaged: boolean;
  onChange: (text: string) => void;
}

/** What is wrong below these keys, in words. */
function problemBelow(problems: readonly RuleSetProblem[], ...keys: string[]): string | undefined {
  const found = problems.filter(({ at }) => keys.every((key, index) => at[index] === key));
  return found.length === 0 ? undefined : inWords(found.map(({ problem }) => problem));
}

export function RuleSetFormView({ text, values, form, problems, isManaged, onChange }: FormProps) {
  return (
    <Stack gap="lg">
      <Radio.Group
        label={ruleSetTexts.mainParty}
        description={ruleSetTexts.mainPartyHint}
        value={values.mainEntity}
        error={problemBelow(problems, 'mainEntity')}
        // The radio buttons return one of the values that they were given.
        onChange={(value) => onChange(withMainParty(text, value as MainParty))}
      >
        <Stack gap={8} mt={8}>
          {(['either', 'sender', 'receiver'] as const).map((value) => (
            <Radio key={value} value={value} label={ruleSetTexts.mainParties[value]} disabled={isManaged} />
          ))}
        </Stack>
      </Radio.Group>
      <TagsInput
        label={ruleSetTexts.required}
        description={ruleSetTexts.requiredHint}
        placeholder={message('Add a field')}
        data={form.fields}
        value={[...values.required]}
        error={problemBelow(problems, 'required')}
        disabled={isManaged}
        maxDropdownHeight={220}
        onChange={(required) => onChange(withRequired(text, required, form.required))}
      />
      <fieldset className={classes['group']}>
        <legend>{ruleSetTexts.allowed}</legend>
        <Text size="xs" c="dimmed">
          {ruleSetTexts.allowedHint}
        </Text>
        <div className={classes['allowed']}>
          {form.restrictable.map((field) => (
            <TagsInput
              key={field}
              label={<span className="service-word">{field}</span>}
              placeholder={values.allowed.has(field) ? undefined : message('Any value')}
              value={[...(values.allowed.get(field) ?? [])]}
              error={problemBelow(problems, 'allowed', field)}
              disabled={isManaged}
              onChange={(allowed) => onChange(withAllowed(text, field, allowed))}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={classes['group']}>
        <legend>{ruleSetTexts.severity}</legend>
        <Text size="xs" c="dimmed">
          {ruleSetTexts.severityHint}
        </Text>
        <ul className={classes['rules']}>
          {form.rules.map((one) => (
            <RuleRow
              key={one.rule}
              {...one}
              chosen={values.severities.get(one.rule)}
              problem={problemBelow(problems, 'severities', one.rule)}
              isManaged={isManaged}
              onChoose={(severity) => onChange(withSeverity(text, one.rule, severity))}
            />
          ))}
        </ul>
      </fieldset>
    </Stack>
  );
}

interface RuleRowProps {
  rule: string;
  usually: 'error' | 'warning';
  fixedBy?: 'service' | 'app' | undefined;
  chosen: RuleSeverity | undefined;
  problem: string | undefined;
  isManaged: boolean;
  /** Undefined: as usual. */
  onChoose: (severity: RuleSeverity | undefined) => void;
}

const severities = ['error', 'warning', 'off'] as const;

function RuleRow({ rule, usually, fixedBy, chosen, problem, isManaged, onChoose }: RuleRowProps) {
  const note = useId();
  const severity = chosen ?? usually;
  const isLowered = fixedBy !== undefined && severity !== usually;
  // What is held fast can only be put back: the JSON may have lowered it.
  const offered = fixedBy === undefined ? severities : severities.filter((one) => one === usually || one === severity);
  const words =
    fixedBy === undefined
      ? ''
      : isLowered
        ? message('The service rejects this anyway.')
        : ruleSetTexts.fixedBy[fixedBy];
  return (
    <li data-changed={severity !== usually}>
      <span className={classes['ruleName']}>
        {ruleName(rule)}
        <span className="small-print service-word">{rule}</span>
      </span>
      <span>
        {offered.length === 1 && problem === undefined ? (
          <span className={classes['fixed']}>
            <IconLock size={14} aria-hidden /> {ruleSetTexts.severities[severity]}
          </span>
        ) : (
          <NativeSelect
            size="xs"
            aria-label={message('Severity of “{rule}”', { rule: ruleName(rule) })}
            aria-describedby={words === '' ? undefined : note}
            value={severity}
            disabled={isManaged}
            error={problem}
            data={offered.map((value) => ({
              value,
              label: value === usually ? ruleSetTexts.usual(value) : ruleSetTexts.severities[value],
            }))}
            onChange={(event) => {
              const next = severities.find((one) => one === event.currentTarget.value);
              onChoose(next === usually ? undefined : next);
            }}
          />
        )}
        {words !== '' && (
          <span id={note} className="small-print" data-lowered={isLowered}>
            {words}
          </span>
        )}
      </span>
    </li>
  );
}
