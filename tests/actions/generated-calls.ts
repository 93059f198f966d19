/** @file Calls that the contract could have let in: their values made from its own schemas, some of them odd in one place or more. */

import fc from 'fast-check';
import { z } from 'zod';
import { type CommandName, commandNames } from '../../src-shared/channels.ts';
import { anyText } from '../any-text.ts';
import { commands } from '../harness/commands.ts';

/** What would have the app ask another computer, or start a service that stays. */
const leadsOut: ReadonlySet<CommandName> = new Set([
  ...([
    'practice.start',
    'connections.add',
    'connections.change',
    'connections.changeLedger',
    'network.change',
  ] as const),
  ...(['audit.change', 'updates.turn', 'updates.ask', 'updates.install'] as const),
]);
export const calledNames = commandNames.filter((name) => !leadsOut.has(name));

const text = fc.oneof(
  anyText({ maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '..',
    '/etc/passwd',
    '__proto__',
    '2026-02-30',
    '2026-11-20',
    '{}',
    '{"a":[',
    '\u001b[2J\u202e',
    '\0',
  ),
  fc.constantFrom('7', '8f1b0f0a-3f52-4c3e-9a51-2f4f0e6a7c11', 'https://[', 'postgresql://a@b/c'),
  fc.nat({ max: 200_000 }).map((length) => 'x'.repeat(length)),
);
const number = fc.oneof(
  fc.constantFrom(0, -0, 1, 2, -1, 0.5, 1e308, Number.NaN, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY),
  fc.integer(),
  fc.nat({ max: 100 }),
);
const odd: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.constantFrom<unknown>(null, undefined, true, [], {}, [[]], new Map(), Symbol('x'), 1n, () => 1),
  fc.nat({ max: 5000 }).map((depth) => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`)),
);

const schemaSchema = z
  .object({
    type: z.union([z.string(), z.array(z.string())]),
    const: z.unknown(),
    enum: z.array(z.unknown()),
    anyOf: z.array(z.unknown()),
    oneOf: z.array(z.unknown()),
    allOf: z.array(z.unknown()),
    properties: z.record(z.string(), z.unknown()),
    required: z.array(z.string()),
    items: z.unknown(),
    minimum: z.number(),
    maximum: z.number(),
    format: z.string(),
    pattern: z.string(),
  })
  .partial();

/** Values of a JSON schema, most of them as it wants them. */
function valuesOf(node: unknown): fc.Arbitrary<unknown> {
  const schema = schemaSchema.parse(typeof node === 'object' ? node : {});
  return fc.oneof({ weight: 24, arbitrary: wanted(schema) }, { weight: 1, arbitrary: odd });
}

function wanted(schema: z.infer<typeof schemaSchema>): fc.Arbitrary<unknown> {
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => wanted({ ...schema, type })));
  if (alternatives !== undefined) return fc.oneof(...alternatives.map(valuesOf));
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valuesOf(field)] as const);
      const requiredKeys = schema.required ?? [];
      return fc.record(Object.fromEntries(fields), { requiredKeys });
    }
    case 'array':
      return fc.array(valuesOf(schema.items), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(
        // The submission that is there, or the first of something.
        fc.constant(Math.max(1, schema.minimum ?? 1)),
        fc.nat({ max: 100 }).map((above) => Math.min((schema.minimum ?? 0) + above, schema.maximum ?? 2 ** 53)),
        number,
      );
    case 'boolean':
      return fc.boolean();
    case 'string':
      if (schema.format === 'uuid') return fc.uuid();
      return schema.pattern === undefined ? text : fc.oneof(text, matching(schema.pattern));
    default:
      return odd;
  }
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    // A pattern that fast-check cannot read.
    return text;
  }
}

export interface Call {
  name: CommandName;
  value: unknown;
}

export const calls: fc.Arbitrary<Call> = fc.oneof(
  ...calledNames.map((name) => {
    const { input } = commands[name];
    const value = valuesOf(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }));
    return value.map((one) => ({ name, value: one }));
  }),
);
