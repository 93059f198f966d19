/** @file The steps of a recipe, as they cross the contract and as they are stored. */

import { z } from 'zod';
import { fact, packed } from './languages/fact.ts';
import { isZone, noZone } from './zones.ts';

const field = z
  .string()
  .regex(/^[^.]+(\.[^.]+)*$/)
  .describe('Dotted path of the field, such as payment_source_country or sender.unknown.risk_assessment.');
/** More digits than a double can hold would be lost before the recipe is read. */
const number = z
  .number()
  .refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, packed(fact('has more digits than can be kept')));
const zone = z
  .string()
  .refine(isZone, noZone)
  .describe(
    'The zone that times without an offset are in: UTC, an offset such as +02:00, or a name such as Europe/Berlin; times are converted to it. as-written: the time stays, and its offset is cut off.',
  );
export const scalarSchema = z.union([z.string(), number, z.boolean(), z.null()]);

const why = z.string().min(1).max(1000).optional();
const reason = why.describe('Why money is changed so: it stands beside each change, also on paper.');
const whyLeftOut = why.describe('Why these lines are left out: it stands beside each of them, also on paper.');

/** A step of a recipe; its description says what each does, and is published with the schema. */
export const recipeStepSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('drop-bom') }).describe('Drops a byte order mark at the start of the file.'),
  z.strictObject({ step: z.literal('drop-blank') }).describe('Drops lines of nothing but spaces.'),
  z
    .strictObject({
      step: z.literal('replace'),
      field,
      from: scalarSchema.describe('The value as it stands in the source, letter case and spaces included.'),
      to: scalarSchema.describe('The new value.'),
      reason,
    })
    .describe('Replaces one value of a field by another.'),
  z.strictObject({ step: z.literal('trim'), field }).describe('Removes spaces around a text.'),
  z.strictObject({ step: z.literal('upper-case'), field }).describe('Writes a text in capital letters.'),
  z
    .strictObject({
      step: z.literal('number-from-text'),
      field,
      decimal: z.enum(['.', ',']).default('.').describe('What stands before the decimals in the texts.'),
      ambiguous: z
        .enum(['left', ',', '.'])
        .optional()
        .describe(
          'Texts that can be two numbers, such as 1,234: left as they are; or of them, those with this mark are the only ones that are read. By default they are read like all others.',
        ),
    })
    .describe('Makes a number of a text such as "12.50", with all of its digits.'),
  z
    .strictObject({
      step: z.literal('date-from-text'),
      field,
      format: z
        .string()
        .describe('How the texts are written, such as DD.MM.YYYY HH:mm, iso or excel-serial; as in a template.'),
      zone,
      offset: z
        .literal('left')
        .optional()
        .describe('Texts with an offset are left as they are. By default they are read like all others.'),
    })
    .describe('Makes a date and time of a text in another form; one without a time is the start of its day.'),
  z
    .strictObject({ step: z.literal('uuid-from-text'), field })
    .describe('Makes a UUID of a text in braces, without hyphens or with spaces around it.'),
  z
    .strictObject({ step: z.literal('strip-zone'), field, zone })
    .describe('Removes the zone offset of a date and time.'),
  z.strictObject({ step: z.literal('drop-field'), field }).describe('Removes a field with its value.'),
  z
    .strictObject({
      step: z.literal('set-missing'),
      field,
      value: scalarSchema,
      beside: z.string().optional().describe('Only where a field of this name stands in the same object.'),
      without: z.array(z.string()).optional().describe('Only where no field of these names stands in the same object.'),
      object: z
        .literal('missing')
        .optional()
        .describe(
          'Only where the object that the field belongs to is missing as well: it is made with this field. What stands there with another value, also null, stays.',
        ),
      reason,
    })
    .describe(
      'Adds a field where it is missing, and the object that it belongs to is there, unless “object” says otherwise.',
    ),
  z
    .strictObject({
      step: z.literal('keep-form'),
      field: field.describe('The entity, such as receiver.'),
      form: z.enum(['known', 'unknown']),
    })
    .describe(
      'Of an entity that is given in both forms, keeps one: known keeps by_external_id, unknown what describes it.',
    ),
  z
    .strictObject({
      step: z.literal('drop-with-value'),
      field,
      value: scalarSchema.describe('The value as it stands in the source, letter case and spaces included.'),
      reason: whyLeftOut,
    })
    .describe('Drops lines in which a field has this value.'),
  z
    .strictObject({
      step: z.literal('drop-with-fault'),
      rule: z.string().min(1).max(100).describe('The rule of the check, such as field.required.'),
      field: z.string().max(1000).describe('What the rule is about; empty for the line.'),
      message: z.string().max(1000).optional().describe('What the check says of it, where it may say several things.'),
      ids: z
        .array(z.string().max(1000))
        .min(1)
        .max(1000)
        .optional()
        .describe('Of lines that share a modification id: with which ids; without it, with any.'),
      reason: whyLeftOut,
    })
    .describe('Drops lines in which the check still finds this after the steps before.'),
  z
    .strictObject({ step: z.literal('drop-refused'), reason: whyLeftOut })
    .describe('Drops lines that were found faulty, unless the other steps have changed and mended them.'),
  z
    .strictObject({
      step: z.literal('keep-one'),
      by: z
        .enum(['modification-id', 'line', 'id'])
        .describe(
          'What the lines have in common: the modification id and all that they say, every byte, or the modification id alone, if that is a UUID.',
        ),
      keep: z.enum(['first', 'last']),
      reason: whyLeftOut,
    })
    .describe(
      'Of several lines, keeps only one. By the modification id, lines that say different things are all kept. By the id alone, those are kept that say what the first or last line with this id says, which may be faulty still.',
    ),
]);

export const stepKindSchema = z.enum(recipeStepSchema.options.map((option) => option.shape.step.value));

export type RecipeStep = z.infer<typeof recipeStepSchema>;
