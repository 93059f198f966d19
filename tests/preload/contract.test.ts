import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandNames, eventNames } from '../../src-preload/channels.ts';
import { commands, events } from '../../src-preload/contract.ts';

/** Every field name that a schema has, however deep. */
function fieldNames(schema: z.ZodType): string[] {
  const names: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('properties' in node && typeof node.properties === 'object' && node.properties !== null) {
      names.push(...Object.keys(node.properties));
    }
    Object.values(node).forEach(walk);
  };
  walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }));
  return names;
}

const outgoing = [...Object.values(commands).map(({ output }) => output), ...Object.values(events)];
const incoming = Object.values(commands).map(({ input }) => input);

describe('the contract', () => {
  it('has a schema for exactly the names that the preload exposes', () => {
    expect(Object.keys(commands).sort()).toEqual([...commandNames].sort());
    expect(Object.keys(events).sort()).toEqual([...eventNames].sort());
  });

  it('is walked to its deepest fields', () => {
    expect(fieldNames(events['queue.changed'])).toEqual(expect.arrayContaining(['submissions', 'batchId', 'code']));
  });

  it('carries no field that could hold a secret, a token or an address', () => {
    const names = [...outgoing, ...incoming].flatMap(fieldNames);
    expect(names.filter((name) => /secret|token|url|address|password|authori|destination|sealed/i.test(name))).toEqual(
      [],
    );
  });

  it('takes nothing from the window but the number of a submission and the reason for a decision', () => {
    expect([...new Set(incoming.flatMap(fieldNames))]).toEqual(['id', 'reason']);
  });

  it.each(['queue.pause', 'queue.resume', 'queue.retry', 'queue.cancel'] as const)('%s takes a number only', (name) => {
    const { input } = commands[name];
    expect(input.safeParse({ id: 7 }).success).toBe(true);
    for (const junk of [{ id: '7' }, { id: 1.5 }, { id: 7, path: '/etc/passwd' }, 7, undefined]) {
      expect(input.safeParse(junk).success).toBe(false);
    }
  });
});
