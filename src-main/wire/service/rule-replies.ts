/**
 * @file Reads the replies about rule runs. Their shapes are "not shown" (§4 rows 7 to 9), so fields are found under any
 * usual name, at any depth, and the rest is left out: the window shows the whole reply. Never throws.
 */

import { uuidIn } from '../../../src-shared/uuid.ts';
import { boundedText } from './reply-words.ts';

const LONGEST_MESSAGE = 2000;
const LONGEST_STATE = 100;
const LONGEST_REASON = 300;
/** A rule or a run with a longer name cannot be asked about. */
const LONGEST_ID = 200;
/** What a reply is about is among its outer and first fields. */
const MOST_FIELDS = 20_000;
/** More rules are not shown; the reply has all of them. */
const MOST_RULES = 2000;

export interface RejectedRule {
  rule: string;
  /** Empty when the service gives none. */
  reason: string;
}

export type RuleRunOutcome = 'running' | 'done' | 'failed';

/** Field names without case, underscores and dashes. Earlier ones win. */
const executionNames = ['executionid', 'ruleexecutionid', 'execution', 'runid', 'jobid', 'rerunid', 'id', 'uuid'];
const acceptedNames = ['acceptedrules', 'acceptedruleids', 'accepted'];
const rejectedNames = ['rejectedrules', 'rejectedruleids', 'rejected'];
const statusNames = ['status', 'state', 'executionstatus', 'executionstate', 'runstatus'];
const messageNames = ['message', 'errormessage', 'detail', 'reason', 'description', 'error'];
const ruleNames = ['ruleid', 'rule', 'id', 'name', 'rulename', 'code'];
const reasonNames = ['reason', 'reasons', 'message', 'error', 'errormessage', 'detail', 'description', 'status'];

/** Reads the reply of execute or rerun. `executionId` is undefined when nothing in it looks like one. */
export function readRuleRun(reply: unknown): {
  executionId: string | undefined;
  accepted: string[];
  rejected: RejectedRule[];
} {
  const fields = [...fieldsOf(reply)];
  const aboutRules = new Set([...acceptedNames, ...rejectedNames]);
  // The rules have ids too, so the id of the run is searched outside them.
  const others = [...fieldsOf(reply, aboutRules)].filter(({ name }) => !aboutRules.has(name));
  return {
    executionId: find(others, executionNames, idOf) ?? firstUuid(reply, others),
    accepted: find(fields, acceptedNames, rulesOf) ?? [],
    rejected: find(fields, rejectedNames, rejectionsOf) ?? [],
  };
}

/** Reads the reply of status/{execution_id}. `status` is the service's own word, empty when it has none. */
export function readRuleRunStatus(reply: unknown): { status: string; outcome: RuleRunOutcome; message: string } {
  const fields = [...fieldsOf(reply)];
  const status = boundedText(wordOf(reply) ?? find(fields, statusNames, wordOf) ?? '', LONGEST_STATE);
  const message = boundedText(find(fields, messageNames, sentenceOf) ?? '', LONGEST_MESSAGE);
  return { status, outcome: outcomeOf(status), message };
}

const goingOn = /^(in|progress|running|pending|queued|waiting|started|scheduled|not|partially|partly|retrying)$/;
const failed =
  /^(fail|failed|failure|errors?|errored|aborted|cancell?ed|rejected|terminated|timeout|timed|expired|killed)$/;
const done = /^(done|completed?|finished|success|succeeded|successful|successfully|processed|executed|ended|ok)$/;

/** What a status word means. An unknown one counts as still running: the provider adds states over time. */
export function outcomeOf(status: string): RuleRunOutcome {
  const words = status
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const has = (list: RegExp) => words.some((word) => list.test(word));
  if (has(goingOn)) return 'running';
  if (has(failed)) return 'failed';
  return has(done) ? 'done' : 'running';
}

interface Field {
  name: string;
  value: unknown;
}

/** Every field of every object in a JSON value, the outer ones first, but not those within the `closed` ones. */
function* fieldsOf(reply: unknown, closed: ReadonlySet<string> = new Set()): Generator<Field> {
  const open: unknown[] = [reply];
  let fields = 0;
  // The list grows during the loop.
  for (const value of open) {
    if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        if (++fields > MOST_FIELDS) return;
        const name = plain(key);
        yield { name, value: item };
        if (!closed.has(name)) open.push(item);
      }
    }
  }
}

/** The first field with one of the names whose value can be read as the wanted type. */
function find<Found>(
  fields: readonly Field[],
  names: readonly string[],
  read: (value: unknown) => Found | undefined,
): Found | undefined {
  for (const wanted of names) {
    for (const { name, value } of fields) {
      const found = name === wanted ? read(value) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function firstUuid(reply: unknown, fields: readonly Field[]): string | undefined {
  for (const value of [reply, ...fields.map((field) => field.value)].flat()) {
    const found = typeof value === 'string' ? uuidIn(value) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A list of rules, as words or objects, or a map whose keys they are. */
function rulesOf(value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.slice(0, MOST_RULES).flatMap((rule) => ruleOf(rule) ?? []);
  return isObject(value) ? rulesOf(Object.keys(value)) : undefined;
}

/** A list of objects or words, or a map from rule to reason. */
function rejectionsOf(value: unknown): RejectedRule[] | undefined {
  if (Array.isArray(value)) {
    return value.slice(0, MOST_RULES).flatMap((item) => {
      const rule = ruleOf(item);
      return rule === undefined ? [] : [{ rule, reason: isObject(item) ? reasonOf(item) : '' }];
    });
  }
  if (!isObject(value)) return undefined;
  return Object.entries(value)
    .slice(0, MOST_RULES)
    .flatMap(([key, reason]) => {
      const rule = ruleOf(key);
      return rule === undefined ? [] : [{ rule, reason: reasonOf(reason) }];
    });
}

function ruleOf(value: unknown): string | undefined {
  return isObject(value) ? find(ownFields(value), ruleNames, idOf) : idOf(value);
}

function reasonOf(value: unknown): string {
  const reason = isObject(value) ? find(ownFields(value), reasonNames, sentenceOf) : sentenceOf(value);
  return boundedText(reason ?? '', LONGEST_REASON);
}

/** A text, or several of them. */
function sentenceOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return wordOf(value);
  const words = value.map(wordOf).filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.join('; ');
}

function idOf(value: unknown): string | undefined {
  const word = wordOf(value);
  return word === undefined || word.length > LONGEST_ID ? undefined : word;
}

function wordOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function ownFields(value: object): Field[] {
  return Object.entries(value).map(([key, item]) => ({ name: plain(key), value: item }));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
