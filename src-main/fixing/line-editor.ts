/**
 * @file Carries out the steps on fields in one line: only the bytes of the values concerned change. A line that is no
 * JSON object, or not UTF-8, stays as it is: nothing is guessed.
 */

import { Buffer, isUtf8 } from 'node:buffer';
import { isJsonObject } from '../check/rules/json-object.ts';
import { FieldNode, findSpots, type Member, type ObjectSpot } from './field-spots.ts';
import { jsonOf, type NewValue, newValueBy } from './new-values.ts';
import type { FieldStep } from './recipe.ts';

/** What one step did to one field of a line. Values are JSON text, as they stand in the line. */
export interface FieldChange {
  /** Its place among the steps. */
  step: number;
  before: string | undefined;
  after: string | undefined;
  /** Where it is not the field of the step. */
  field?: string;
}

export interface EditedLine {
  bytes: Buffer;
  changes: readonly FieldChange[];
}

/** [start, end) of the line gives way to a text. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** What becomes of a member. */
interface Fate {
  member: Member;
  json: string;
  isDropped: boolean;
}

type Work =
  | { kind: 'value'; step: number; node: FieldNode; newValue: NewValue }
  /** `beside`: only where this field stands in the same object. `field`: where it is not that of the step. */
  | { kind: 'drop'; step: number; node: FieldNode; beside?: FieldNode; field?: string }
  | {
      kind: 'set';
      step: number;
      node: FieldNode;
      parent: FieldNode;
      json: string;
      /** Fields that must stand in the same object, and those that must not. */
      beside: FieldNode[];
      without: FieldNode[];
      /** Only where the object is missing, which is then made. */
      makesObject: boolean;
    };

/** By which an entity is of this form (§2.3), and what it must not have then. */
const keyOfForm = { known: 'by_external_id', unknown: 'unknown' } as const;
const otherForm = { known: ['external_entity_type', 'unknown'], unknown: ['by_external_id'] } as const;

/** An object that is not in the line. */
interface MadeObject {
  node: FieldNode;
}

/** What comes into an object: a value, or an object that is made. */
type Addition = { node: FieldNode; json: string } | { node: FieldNode; made: MadeObject };

export class LineEditor {
  readonly #root = FieldNode.root();
  readonly #works: readonly Work[];

  /** @param steps those on fields, in the order in which they run, each with its place among all steps */
  constructor(steps: readonly { step: FieldStep; index: number }[]) {
    this.#works = steps.flatMap(({ step, index }): Work | Work[] => {
      const node = this.#root.at(step.field);
      if (step.step === 'drop-field') return { kind: 'drop', step: index, node };
      if (step.step === 'keep-form')
        return otherForm[step.form].map((key) => ({
          ...{ kind: 'drop', step: index, node: node.at(key), field: `${step.field}.${key}` },
          beside: node.at(keyOfForm[step.form]),
        }));
      if (step.step !== 'set-missing') return { kind: 'value', step: index, node, newValue: newValueBy(step) };
      const parent = node.parent ?? this.#root;
      const beside = step.beside === undefined ? [] : [parent.at(step.beside)];
      const without = (step.without ?? []).map((key) => parent.at(key));
      const makesObject = step.object === 'missing';
      return { kind: 'set', step: index, node, parent, json: jsonOf(step.value), beside, without, makesObject };
    });
  }

  /** Whether there is anything to do at all. */
  get isIdle(): boolean {
    return this.#works.length === 0;
  }

  /** The line as it is to be; undefined where it stays as it is. @param line without its end */
  edit(line: Buffer): EditedLine | undefined {
    if (this.isIdle) return undefined;
    const spots = findSpots(line.toString('latin1'), this.#root);
    if (spots === undefined) return undefined;
    const plan = new Plan(line, spots);
    const changes = this.#works.flatMap((work) => plan.carryOut(work));
    // Only now: most lines need no change, and so no proof that they can be changed.
    return changes.length > 0 && isEditable(line) ? { bytes: plan.result(), changes } : undefined;
  }
}

/** The changes of one line, as they come about. */
class Plan {
  readonly #line: Buffer;
  readonly #objects: readonly ObjectSpot[];
  readonly #fates = new Map<FieldNode, Fate[]>();
  readonly #made: MadeObject[] = [];
  readonly #additions = new Map<ObjectSpot | MadeObject, Addition[]>();

  constructor(line: Buffer, objects: readonly ObjectSpot[]) {
    this.#line = line;
    this.#objects = objects;
  }

  carryOut(work: Work): FieldChange[] {
    const { step } = work;
    if (work.kind === 'set') return this.#add(work);
    const changes: FieldChange[] = [];
    for (const fate of this.#fatesOf(work.node)) {
      if (fate.isDropped) continue;
      if (work.kind === 'drop') {
        const { beside, field } = work;
        if (beside !== undefined && !this.#isBeside(fate.member, beside)) continue;
        fate.isDropped = true;
        changes.push({ step, before: fate.json, after: undefined, ...(field !== undefined && { field }) });
        continue;
      }
      const after = work.newValue(fate.json);
      if (after === undefined) continue;
      changes.push({ step, before: fate.json, after });
      fate.json = after;
    }
    return changes;
  }

  result(): Buffer {
    const edits = this.#objects.flatMap((object) => this.#editsIn(object));
    // What is added at a position comes before what goes from there on.
    edits.sort((a, b) => a.start - b.start || a.end - b.end);
    const parts: Buffer[] = [];
    let at = 0;
    for (const { start, end, text } of edits) {
      // What stands in a field that is dropped goes with it.
      if (start < at) continue;
      parts.push(this.#line.subarray(at, start), Buffer.from(text));
      at = end;
    }
    return Buffer.concat([...parts, this.#line.subarray(at)]);
  }

  #fatesOf(node: FieldNode): Fate[] {
    const known = this.#fates.get(node);
    if (known !== undefined) return known;
    const members = this.#objects.flatMap((object) => object.members.filter((member) => member.node === node));
    const fates = members.map((member) => ({
      member,
      json: this.#line.toString('utf8', member.valueStart, member.valueEnd),
      isDropped: false,
    }));
    this.#fates.set(node, fates);
    return fates;
  }

  #add({ step, node, parent, json, beside, without, makesObject }: Extract<Work, { kind: 'set' }>): FieldChange[] {
    // An object that is made has no field beside which another could stand.
    if (makesObject && beside.length > 0) return [];
    const objects = makesObject ? this.#make(parent) : this.#objectsAt(parent);
    const wanted = objects.filter((object) => {
      const has = (other: FieldNode) => this.#has(object, other);
      return beside.every(has) && !without.some(has) && !has(node);
    });
    for (const object of wanted) this.#addTo(object, { node, json });
    return wanted.map(() => ({ step, before: undefined, after: json }));
  }

  /** An object wherever it is missing, and those around it. What is there with another value is not missing. */
  #make(node: FieldNode): MadeObject[] {
    if (node.parent === undefined) return [];
    const around = this.#objectsAt(node.parent).filter((object) => !this.#has(object, node));
    return [...around, ...this.#make(node.parent)].map((object) => {
      const made: MadeObject = { node };
      this.#made.push(made);
      this.#addTo(object, { node, made });
      return made;
    });
  }

  #objectsAt(node: FieldNode): (ObjectSpot | MadeObject)[] {
    const inLine = this.#objects.filter((object) => object.node === node && !this.#isGone(object));
    return [...inLine, ...this.#made.filter((object) => object.node === node)];
  }

  #addTo(object: ObjectSpot | MadeObject, addition: Addition): void {
    this.#additions.set(object, [...(this.#additions.get(object) ?? []), addition]);
  }

  #isBeside(member: Member, other: FieldNode): boolean {
    return this.#objects.some((object) => object.members.includes(member) && this.#has(object, other));
  }

  /** As the steps before have left it. */
  #has(object: ObjectSpot | MadeObject, node: FieldNode): boolean {
    const members = 'members' in object ? object.members : [];
    return (
      members.some((member) => member.node === node && this.#fateOf(member)?.isDropped !== true) ||
      this.#additions.get(object)?.some((addition) => addition.node === node) === true
    );
  }

  #textOf(additions: readonly Addition[]): string {
    return additions
      .map((addition) => {
        const key = jsonOf(addition.node.key);
        if ('json' in addition) return `${key}:${addition.json}`;
        return `${key}:{${this.#textOf(this.#additions.get(addition.made) ?? [])}}`;
      })
      .join(',');
  }

  /** Whether it stands in a field that is dropped. */
  #isGone({ start }: ObjectSpot): boolean {
    for (const fates of this.#fates.values()) {
      for (const { member, isDropped } of fates) {
        if (isDropped && member.start < start && start < member.valueEnd) return true;
      }
    }
    return false;
  }

  #fateOf(member: Member): Fate | undefined {
    return this.#fates.get(member.node)?.find((fate) => fate.member === member);
  }

  #editsIn(object: ObjectSpot): Edit[] {
    const edits: Edit[] = [];
    let dropped = 0;
    for (const member of object.members) {
      const fate = this.#fateOf(member);
      if (fate === undefined) continue;
      if (fate.isDropped) {
        // With the comma before it where a member before it stays, otherwise with the one behind it.
        const isFirstKept = member.index === dropped;
        const start = isFirstKept ? member.start : (member.comma ?? member.start);
        const end = isFirstKept ? (member.next ?? member.valueEnd) : member.valueEnd;
        edits.push({ start, end, text: '' });
        dropped += 1;
      } else if (fate.json !== this.#line.toString('utf8', member.valueStart, member.valueEnd)) {
        edits.push({ start: member.valueStart, end: member.valueEnd, text: fate.json });
      }
    }
    const additions = this.#additions.get(object);
    if (additions !== undefined) {
      const at = object.count === dropped ? object.start : (object.lastValueEnd ?? object.start);
      const text = `${object.count === dropped ? '' : ','}${this.#textOf(additions)}`;
      edits.push({ start: at, end: at, text });
    }
    return edits;
  }
}

/** Whether the line is one JSON object in UTF-8, so that what was found in it is what it means. */
function isEditable(line: Buffer): boolean {
  if (!isUtf8(line)) return false;
  try {
    return isJsonObject(JSON.parse(line.toString()));
  } catch {
    return false;
  }
}
