/** @file The groups of stored findings: of one rule, field and value. The most frequent come first. */

import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Statements } from '../../ground/prepared-statements.ts';
import type { FindingKind } from './finding.ts';
import { FIRST_LINES } from './finding-kinds.ts';
import { acceptance, type FindingFilter } from './finding-reader.ts';
import { findingSchema } from './finding-schema.ts';

/** Groups that are looked at before other work has its turn: a few milliseconds. */
const LOOKED_AT_AT_ONCE = 2000;

/** Findings of one rule, field and value. */
export interface FindingGroup extends FindingKind {
  id: number;
  /** How many findings. */
  count: number;
  /** The first few lines, ascending. */
  firstLines: number[];
}

export interface GroupPage {
  /** Of these, those that were asked for. */
  groups: FindingGroup[];
  /** How many groups, and findings in them, there are. */
  total: number;
  findings: number;
}

const groupRow = findingSchema.omit({ line: true }).extend({
  kind: z.int(),
  id: z.int(),
  value: z.string().nullable(),
  count: z.int(),
  firstLines: z.string(),
});
const columns =
  'id AS kind, digest AS id, rule, severity, path, message, value, findings AS count, first_lines AS firstLines';

/** A group, by the kinds that count for it. */
interface Found {
  kinds: number[];
  count: number;
}

/** The selected groups in order. */
interface Order {
  key: string;
  groups: Found[];
  findings: number;
}

export class FindingGroups {
  readonly #statements: Statements;
  /** The last one, for the next page. */
  #order: Order | undefined;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** A page of the selected groups. Rejects with the signal's reason. */
  async page(
    list: number,
    filter: FindingFilter,
    { offset, limit }: { offset: number; limit: number },
    signal?: AbortSignal,
  ): Promise<GroupPage> {
    const { groups, findings } = await this.#orderOf(list, filter, signal);
    const get = this.#statements.get(`SELECT ${columns} FROM finding_kinds WHERE id = ?`);
    const shown = groups.slice(offset, offset + limit).flatMap(({ kinds, count }) => {
      const [first, ...others] = kinds.map((kind) => get.get(kind)).filter((row) => row !== undefined);
      if (first === undefined) return [];
      const { kind: _, ...group } = groupOf(first);
      const firstLines = [group, ...others.map(groupOf)].flatMap((one) => one.firstLines).slice(0, FIRST_LINES);
      return [{ ...group, count, firstLines }];
    });
    return { groups: shown, total: groups.length, findings };
  }

  async #orderOf(list: number, filter: FindingFilter, signal: AbortSignal | undefined): Promise<Order> {
    const key = JSON.stringify([list, this.#stateOf(list), filter]);
    if (this.#order?.key === key) return this.#order;
    const accepts = acceptance(filter);
    const select = this.#statements.get(
      `SELECT ${columns} FROM finding_kinds WHERE list = ? AND finding_kinds.id > ? ORDER BY finding_kinds.id LIMIT ${LOOKED_AT_AT_ONCE}`,
    );
    const found = new Map<number, Found>();
    for (let after = 0; ; ) {
      signal?.throwIfAborted();
      const kinds = select.all(list, after).map(groupOf);
      for (const { kind, count, ...group } of kinds) {
        if (count === 0 || !accepts({ ...group, group: group.id })) continue;
        const known = found.get(group.id);
        if (known === undefined) found.set(group.id, { kinds: [kind], count });
        else {
          known.kinds.push(kind);
          known.count += count;
        }
      }
      if (kinds.length < LOOKED_AT_AT_ONCE) break;
      after = kinds.at(-1)?.kind ?? 0;
      await setImmediate();
    }
    // The groups come in the order of their first kinds, which equally frequent ones keep.
    const groups = [...found.values()].sort((a, b) => b.count - a.count);
    this.#order = { key, groups, findings: groups.reduce((sum, { count }) => sum + count, 0) };
    return this.#order;
  }

  /** Changes whenever findings are added. */
  #stateOf(list: number): number {
    const row = this.#statements.get('SELECT max(id) AS last FROM finding_blocks WHERE list = ?').get(list);
    return z.object({ last: z.int().nullable() }).parse(row).last ?? 0;
  }
}

/** The group as far as one kind counts for it. */
function groupOf(row: unknown): FindingGroup & { kind: number } {
  const { value, firstLines, ...rest } = groupRow.parse(row);
  const lines = firstLines === '' ? [] : firstLines.split(',').map(Number);
  return { ...rest, ...(value !== null && { value }), firstLines: [...new Set(lines)].slice(0, FIRST_LINES) };
}
