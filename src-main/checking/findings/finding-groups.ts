/** @file The groups of stored findings: of one rule, field and value. The most frequent come first. */

import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { FindingKind } from './finding.ts';
import { FIRST_LINES } from './finding-kinds.ts';
import { acceptance, type FindingFilter } from './finding-reader.ts';
import { findingSchema } from './finding-schema.ts';
import type { Statements } from './statements.ts';

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
  id: z.int(),
  value: z.string().nullable(),
  count: z.int(),
  firstLines: z.string(),
});
const columns = 'id, rule, severity, path, message, value, findings AS count, first_lines AS firstLines';

/** The selected groups in order, by their numbers. */
interface Order {
  key: string;
  ids: number[];
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
    const { ids, findings } = await this.#orderOf(list, filter, signal);
    const get = this.#statements.get(`SELECT ${columns} FROM finding_kinds WHERE id = ?`);
    const groups = ids.slice(offset, offset + limit).flatMap((id) => {
      const row = get.get(id);
      return row === undefined ? [] : [groupOf(row)];
    });
    return { groups, total: ids.length, findings };
  }

  async #orderOf(list: number, filter: FindingFilter, signal: AbortSignal | undefined): Promise<Order> {
    const key = JSON.stringify([list, this.#stateOf(list), filter]);
    if (this.#order?.key === key) return this.#order;
    const accepts = acceptance(filter);
    const select = this.#statements.get(
      `SELECT ${columns} FROM finding_kinds WHERE list = ? AND head IS NULL AND id > ? ORDER BY id LIMIT ${LOOKED_AT_AT_ONCE}`,
    );
    const found: { id: number; count: number }[] = [];
    for (let after = 0; ; ) {
      signal?.throwIfAborted();
      const groups = select.all(list, after).map(groupOf);
      for (const group of groups) {
        if (accepts({ ...group, group: group.id })) found.push({ id: group.id, count: group.count });
      }
      if (groups.length < LOOKED_AT_AT_ONCE) break;
      after = groups.at(-1)?.id ?? 0;
      await setImmediate();
    }
    found.sort((a, b) => b.count - a.count || a.id - b.id);
    const findings = found.reduce((sum, { count }) => sum + count, 0);
    this.#order = { key, ids: found.map(({ id }) => id), findings };
    return this.#order;
  }

  /** Changes whenever findings are added. */
  #stateOf(list: number): number {
    const row = this.#statements.get('SELECT max(id) AS last FROM finding_blocks WHERE list = ?').get(list);
    return z.object({ last: z.int().nullable() }).parse(row).last ?? 0;
  }
}

function groupOf(row: unknown): FindingGroup {
  const { value, firstLines, ...rest } = groupRow.parse(row);
  const lines = firstLines.split(',').map(Number);
  return { ...rest, ...(value !== null && { value }), firstLines: [...new Set(lines)].slice(0, FIRST_LINES) };
}
