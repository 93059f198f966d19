import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { inOrder, stepKinds } from '../../src-main/fixing/recipe.ts';
import { parseRecipe, recipeSchema } from '../../src-main/fixing/recipe-file.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../../src-main/fixing/${name}`, import.meta.url));

it('The published schema is the one that recipes are read with (vitest -u rewrites it)', async () => {
  const schema = `${JSON.stringify(z.toJSONSchema(recipeSchema, { io: 'input' }), null, 2)}\n`;
  await expect(schema).toMatchFileSnapshot(pathOf('recipe.schema.json'));
});

it('The published example has every kind of step, in the order in which they run', () => {
  const path = pathOf('recipe.example.json');
  const recipe = parseRecipe(readFileSync(path, 'utf8'), path);
  expect(recipe.steps.map(({ step }) => step)).toEqual(stepKinds);
});

it('The schema tells the order in which the steps run', () => {
  expect(recipeSchema.shape.steps.description).toContain(stepKinds.join(', '));
});

it('Steps run in their fixed order, whatever the order in the recipe', () => {
  const path = pathOf('recipe.example.json');
  const recipe = parseRecipe(readFileSync(path, 'utf8'), path);
  expect(inOrder({ ...recipe, steps: recipe.steps.toReversed() })).toEqual(recipe.steps);
});

it.each([
  ['["SE"]', 'recipe: must be an object in braces'],
  ['{"version":1,"steps":["SE"]}', 'steps.1: must be an object in braces'],
  ['{"version":1,"steps":{"SE":"Sweden"}}', 'steps: must be a list in brackets'],
])('A recipe of %s is told what is wanted in its place, with an example that is one', (text, wanted) => {
  const told = () => parseRecipe(text, 'recipe.json');
  expect(told).toThrow(wanted);
  const [, example = ''] = /For example: (\{.*\})/.exec(messageOf(told)) ?? [];
  expect(parseRecipe(example, 'example.json').steps).toHaveLength(1);
});

function messageOf(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : '';
  }
}

it.each([
  ['no JSON', '{"version":1'],
  ['another version', '{"version":2,"steps":[]}'],
  ['an unknown step', '{"version":1,"steps":[{"step":"guess"}]}'],
  ['a typing error in a key', '{"version":1,"steps":[{"step":"trim","feild":"a"}]}'],
  ['an empty part of a path', '{"version":1,"steps":[{"step":"trim","field":"a..b"}]}'],
  ['a zone left open', '{"version":1,"steps":[{"step":"strip-zone","field":"a"}]}'],
  ['an unknown zone', '{"version":1,"steps":[{"step":"strip-zone","field":"a","zone":"local"}]}'],
  [
    'a number with more digits than are kept',
    '{"version":1,"steps":[{"step":"set-missing","field":"a","value":9007199254740993}]}',
  ],
  ['a key twice', '{"version":1,"version":1,"steps":[]}'],
])('A recipe is refused: %s', (_, text) => {
  expect(() => parseRecipe(text, 'recipe.json')).toThrow(expect.objectContaining({ code: 'recipe.unreadable' }));
});
