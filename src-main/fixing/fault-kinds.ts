/**
 * @file The faults of a file by kinds, as a person corrects them: a field and what is wrong with it, and within that the values, most
 * frequent first, each with what would help. Dates, numbers and ids are told by their form, since each value may be another. Pure.
 */

import type { Fault, FaultEntry, FaultKind } from '../../src-shared/correction-shapes.ts';
import { fact, isFact } from '../../src-shared/languages/fact.ts';
import { unquoted } from '../../src-shared/languages/quoted.ts';
import type { FindingKind } from '../check/findings/finding.ts';
import type { PackedFindings } from '../check/findings/packed-findings.ts';
import { blank } from '../check/judged-line.ts';
import type { LineSet } from '../ground/line-set.ts';
import { kindOfField } from '../templates/mappable-fields.ts';
import { fieldToSay, isMissingEntity } from './field-to-say.ts';
import { newValueBy, textIn, type ValueStep } from './new-values.ts';
import type { Proposals } from './proposals.ts';
import type { RecipeStep, Scalar } from './recipe.ts';
import type { SharedId } from './rewrite-messages.ts';
import { hasForms, LOOKED_AT, needsZone, shapeOf, type WaysToRead, waysToRead } from './value-forms.ts';

/** Entries of a kind that a person gets to see; of the others only how many there are. */
const MOST_ENTRIES = 1000;
/** Lines of which nothing is the same, each of which is an entry; and of an entry, those that a person may look at. */
const MOST_SINGLE_LINES = 200;
/** So many lines are named of all entries of a kind together, but of each a few. */
const NAMED_OF_KIND = 4000;
const FEWEST_NAMED = 5;

/** A value, with the lines that have it. */
interface Counted {
  fault: Fault;
  lines: number;
  /** Of these, the first in the file. */
  at: readonly number[];
  alike?: number[][];
  sums?: FaultEntry['sums'];
}

interface Collected {
  kind: Omit<FaultKind, 'entries' | 'more' | 'lines'>;
  lines: number;
  byFault: Map<string, Counted>;
}

export class FaultKinds {
  readonly #kinds = new Map<string, Collected>();
  readonly #proposals: Pick<Proposals, 'for'>;

  constructor(proposals: Pick<Proposals, 'for'>) {
    this.#proposals = proposals;
  }

  /** Adds the errors among findings. @param lineOf the line of the source that a line of the checked file was */
  add(findings: PackedFindings, lineOf: (line: number) => number): void {
    const { rows, kinds, linesBefore } = findings;
    const [counts, firstLines] = [rows.rowsByPattern(), rows.firstLines(MOST_SINGLE_LINES)];
    for (const [pattern, members] of rows.patterns().entries()) {
      const lines = (firstLines[pattern] ?? []).map((line) => lineOf(line + linesBefore));
      for (const member of members) {
        const kind = kinds[member];
        if (kind?.severity === 'error') this.#count(kind, counts[pattern] ?? 0, lines);
      }
    }
  }

  /** Adds lines that the service rejected and the check finds nothing in. */
  addRejected(lines: LineSet): void {
    if (lines.size === 0) return;
    const message = fact('The service rejected the line. The check finds nothing wrong with it.');
    this.#count({ rule: 'service', path: '', message }, lines.size, firstOf(lines, MOST_SINGLE_LINES));
  }

  /** Adds lines that are blank. */
  addBlank(lines: LineSet): void {
    this.#count(blank, lines.size, firstOf(lines, MOST_SINGLE_LINES));
  }

  /** Whether lines share a modification id. */
  get hasSharedIds(): boolean {
    return this.#sharing !== undefined;
  }

  /**
   * What only the lines tell of those that share an id: how many say the same as another, so that they may go, with what these pay, and of each id,
   * which lines have it: where they say different things, a person decides about each.
   */
  tellShared(equal: number, sums: FaultEntry['sums'], shared: readonly SharedId[]): void {
    const { byFault } = this.#sharing ?? {};
    for (const [name, counted] of byFault ?? []) {
      if (counted.fault.kind !== 'same-id') continue;
      if (equal === 0) byFault?.delete(name);
      else byFault?.set(name, { ...counted, lines: equal, sums });
    }
    for (const { id, lines, alike } of shared) {
      const at = alike.flat().toSorted((one, other) => one - other);
      byFault?.set(id, { fault: { kind: 'shared', id }, lines, at, alike });
    }
  }

  get #sharing(): Collected | undefined {
    return [...this.#kinds.values()].find(({ kind }) => kind.rule === 'modification.duplicate');
  }

  /** The kinds with most lines first. */
  finish(): FaultKind[] {
    return [...this.#kinds.values()]
      .toSorted((one, other) => other.lines - one.lines)
      .map(({ kind, lines, byFault }) => {
        const all = this.#entriesOf(kind, [...byFault.values()]);
        const entries = all.slice(0, MOST_ENTRIES);
        return { ...kind, lines, entries, more: all.length - entries.length };
      });
  }

  #count(
    found: Pick<FindingKind, 'path' | 'message' | 'value'> & { rule: string },
    count: number,
    lines: readonly number[],
  ) {
    const { rule, message } = found;
    const path = fieldToSay(found);
    // An id that two lines share is the same fault as one that three do, which is said otherwise.
    const isSaid = isFact(message) && rule !== 'modification.duplicate';
    const key = `${rule}\n${path}\n${isSaid ? message.fact : ''}`;
    const known = this.#kinds.get(key);
    const holds = kindOfField(path);
    const kind = { name: key, rule, field: path, message, ...(holds !== undefined && { holds }) };
    const collected = known ?? { kind, lines: 0, byFault: new Map() };
    if (known === undefined) this.#kinds.set(key, collected);
    collected.lines += count;
    const fault = faultIn(found);
    if (fault.kind === 'line') {
      for (const line of lines) {
        if (collected.byFault.size === MOST_SINGLE_LINES) break;
        collected.byFault.set(String(line), { fault, lines: 1, at: [line] });
      }
      return;
    }
    const name = JSON.stringify(fault);
    const counted = collected.byFault.get(name);
    collected.byFault.set(name, {
      fault,
      lines: (counted?.lines ?? 0) + count,
      at: withMore(counted?.at ?? [], lines),
    });
  }

  #entriesOf({ rule, field }: Pick<FaultKind, 'rule' | 'field'>, all: readonly Counted[]): FaultEntry[] {
    const kind = kindOfField(field);
    const most = Math.max(FEWEST_NAMED, Math.floor(NAMED_OF_KIND / all.length));
    const apart = Map.groupBy(all, (counted) => (hasForms(kind) ? formOf(kind, counted) : undefined));
    const entries = [...apart].flatMap(([shape, counted]) => {
      const ways = shape === undefined ? undefined : waysToRead(kind, field, textsOf(counted));
      return ways === undefined ? counted.map((one) => this.#entryOf(rule, field, one)) : [formEntry(counted, ways)];
    });
    const few = entries.map((entry) => ({ ...entry, next: entry.next.slice(0, most - 1) }));
    return inOneForm(few).toSorted(
      (one, other) => rankOf(one) - rankOf(other) || other.lines - one.lines || one.first - other.first,
    );
  }

  #entryOf(rule: string, field: string, { fault, lines, at, alike, sums }: Counted): FaultEntry {
    const ways = this.#waysFor(rule, field, fault);
    return {
      fault,
      lines,
      ...named(at),
      ...(alike && { alike }),
      ...(sums && { sums }),
      ways,
      isCertain: ways.length === 1,
    };
  }

  #waysFor(rule: string, field: string, fault: Fault): FaultEntry['ways'] {
    if (fault.kind !== 'value') return stepsFor(rule, field, fault).map((step) => ({ step }));
    const proposal = fault.isShortened === true ? undefined : this.#proposals.for(field, fault.value);
    if (proposal === undefined) return [];
    const { text, earlier } = proposal;
    return [{ step: { step: 'replace', field, from: fault.value, to: text }, ...(earlier && { earlier }) }];
  }
}

function stepsFor(rule: string, field: string, fault: Exclude<Fault, { kind: 'value' }>): RecipeStep[] {
  switch (fault.kind) {
    case 'same-id':
      return [{ step: 'keep-one', by: 'modification-id', keep: 'first' }];
    case 'whole-file':
      return rule === 'file.bom' ? [{ step: 'drop-bom' }] : [];
    case 'blank':
      return [{ step: 'drop-blank' }];
    case 'missing':
      // The only value that the service describes (§2.3), and only for an unknown entity.
      return kindOfField(field) === 'entity-type'
        ? [{ step: 'set-missing', field, value: 'unknown', beside: 'unknown' }]
        : [];
    case 'both-forms':
      return [
        { step: 'keep-form', field, form: 'known' },
        { step: 'keep-form', field, form: 'unknown' },
      ];
    case 'form':
    case 'shared':
    case 'line':
      return [];
  }
}

/** Of ids that are shared, the step comes first that helps with most, then what only a person can decide. */
const rankOf = ({ fault, alike = [] }: FaultEntry): number => (fault.kind !== 'shared' ? 0 : alike.length > 1 ? 1 : 2);

const named = ([first = 0, ...next]: readonly number[]): Pick<FaultEntry, 'first' | 'next'> => ({ first, next });

function withMore(at: readonly number[], lines: readonly number[]): readonly number[] {
  const last = at.at(-1) ?? 0;
  // As it is nearly always, since lines come in their order.
  const isFull = at.length === MOST_SINGLE_LINES && lines.every((line) => line >= last);
  return isFull ? at : firstOfAll([at, lines]);
}

const firstOfAll = (lines: readonly (readonly number[])[]): number[] =>
  [...new Set(lines.flat())].toSorted((one, other) => one - other).slice(0, MOST_SINGLE_LINES);

function firstOf(lines: LineSet, most: number): number[] {
  const first: number[] = [];
  for (const line of lines) {
    if (first.push(line) === most) break;
  }
  return first;
}

/** What the lines of a finding have in common. */
function faultIn(found: Pick<FindingKind, 'path' | 'message' | 'value'> & { rule: string }): Fault {
  const { rule, message, value } = found;
  switch (rule) {
    case 'entity.no-form':
      return { kind: 'missing', without: ['external_entity_type', 'unknown'] };
    case 'field.required':
      return { kind: 'missing', ...(isMissingEntity(found) && { object: 'missing' as const }) };
    case 'entity.unknown-details':
      return { kind: 'missing' };
    case 'entity.both-forms':
      return { kind: 'both-forms' };
    case 'line.blank':
      return { kind: 'blank' };
    case 'modification.duplicate':
      return { kind: 'same-id' };
    case 'field.type':
    case 'field.format':
    case 'field.implausible':
      return value === undefined ? { kind: 'line' } : valueFault(message, value);
    default:
      return { kind: rule.startsWith('file.') ? 'whole-file' : 'line' };
  }
}

/** Where a value is kept, its end may be cut off; a list or an object is none that a step could name. */
function valueFault(message: FindingKind['message'], value: string): Fault {
  const shown = isFact(message) ? message.values?.['value'] : undefined;
  if (unquoted(shown) !== undefined) {
    const isShortened = value.length >= KEPT && value.endsWith('…');
    return { kind: 'value', value, ...(isShortened && { isShortened: true as const }) };
  }
  if (typeof shown !== 'string') return { kind: 'line' };
  const scalar = scalarOf(value);
  return scalar === undefined ? { kind: 'line' } : { kind: 'value', value: scalar };
}

/** As `kept` in the check shortens values. */
const KEPT = 200;

function scalarOf(json: string): Scalar | undefined {
  if (json === 'null') return null;
  if (json === 'true' || json === 'false') return json === 'true';
  return Number.isSafeInteger(Number(json)) ? Number(json) : undefined;
}

/** The shape of a text that may be read by its form; undefined for what is looked at by itself. */
function formOf(kind: ReturnType<typeof kindOfField>, { fault }: Counted): string | undefined {
  if (fault.kind !== 'value' || typeof fault.value !== 'string' || fault.isShortened === true) return undefined;
  return shapeOf(kind, fault.value);
}

function textsOf(counted: readonly Counted[]): string[] {
  const values = counted.map(({ fault }) => (fault.kind === 'value' ? fault.value : ''));
  return values.filter((value) => typeof value === 'string').slice(0, LOOKED_AT);
}

function formEntry(counted: readonly Counted[], ways: WaysToRead): FaultEntry {
  const texts = textsOf(counted);
  const example = texts[0] ?? '';
  const hasZone = needsZone(texts);
  return {
    fault: { kind: 'form', example, values: counted.length, hasZone },
    lines: counted.reduce((sum, { lines }) => sum + lines, 0),
    ...named(firstOfAll(counted.map(({ at }) => at))),
    ways: ways.map((step) => ({ step, after: readBy(step, example) })),
    isCertain: ways.length === 1 && !hasZone,
  };
}

/** As text, a number with its digits. */
function readBy(step: ValueStep, example: string): string {
  const json = newValueBy(step)(JSON.stringify(example)) ?? '';
  return textIn(json) ?? json;
}

/** Shapes that one step reads are one form: 9.99 and 99.99. */
function inOneForm(entries: readonly FaultEntry[]): FaultEntry[] {
  const forms = Map.groupBy(entries, ({ fault, ways }) =>
    fault.kind === 'form' ? JSON.stringify(ways.map(({ step }) => step)) : undefined,
  );
  return [...forms].flatMap(([ways, alike]) => {
    const [first] = alike;
    if (ways === undefined || first?.fault.kind !== 'form') return alike;
    const { fault } = first;
    const sum = (of: (entry: FaultEntry) => number) => alike.reduce((all, entry) => all + of(entry), 0);
    const values = sum((entry) => (entry.fault.kind === 'form' ? entry.fault.values : 0));
    const other = alike[1]?.fault;
    const another = fault.hasZone && other?.kind === 'form' ? other.example : undefined;
    const at = firstOfAll(alike.map((entry) => [entry.first, ...entry.next]));
    return [
      {
        ...first,
        fault: { ...fault, ...(another !== undefined && { another }), values },
        lines: sum(({ lines }) => lines),
        ...named(at),
      },
    ];
  });
}
