/** @file A preparation whose files are held is replaced by a new one of the same export, which never goes beside it. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { openPracticePlace } from './practice-place.ts';

/** Where the payments go: the rules of the bank require it, so that what is prepared without it is held. */
const right = {
  ...paymentTemplate,
  fields: { ...paymentTemplate.fields, payment_target_country: { source: { from: 'constant', text: 'SE' } } },
};
const rules = { required: ['sender', 'receiver', 'modification.external_id', 'payment_target_country'] };

async function heldPlace(split: string) {
  const place = await openPracticePlace();
  const { workplace } = place;
  const at = (name: string) => join(workplace.folder, name);
  writeFileSync(at('november.csv'), csvOf([1, 2, 3, 4].map((number) => paymentRow(number))));
  writeFileSync(at('wrong.json'), JSON.stringify(paymentTemplate));
  writeFileSync(at('right.json'), JSON.stringify(right));
  writeFileSync(at('rules.json'), JSON.stringify(rules));
  const prepare = (template: string, out: string, ...more: string[]) =>
    workplace.run([
      'prepare',
      at('november.csv'),
      '--template',
      at(template),
      '--out',
      at(out),
      '--split',
      split,
      ...more,
    ]);
  const send = (out: string, ...more: string[]) =>
    workplace.run(['send', at(out), '--rules', at('rules.json'), '--wait', ...more]);
  await prepare('wrong.json', 'first');
  await prepare('right.json', 'second');
  const states = async () => {
    const { submissions } = await workplace.run(['queue', 'list', '--json']);
    return submissions.map(({ state }) => state);
  };
  return { ...place, at, prepare, send, states, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

it('The files of the new preparation take the place of all that are held of the earlier one', async () => {
  await using place = await heldPlace('count:2');
  const { workplace, send, states } = place;
  await send('first');
  expect(await states()).toEqual(['held', 'held']);
  const sent = await send('second', '--replaces', '2');
  expect(sent).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await states()).toEqual(['corrected', 'corrected', 'processed', 'processed']);
  const approved = await workplace.run(['queue', 'approve', '1', '--reason', 'after all']);
  expect(approved.exitCode).not.toBe(0);
  expect(await states()).toEqual(['corrected', 'corrected', 'processed', 'processed']);
  expect(await workplace.run(['queue', 'open'])).toMatchObject({ exitCode: 0, stderr: '' });
});

it('Each line of one file is followed into the file that replaces it, and the statement counts it once', async () => {
  await using place = await heldPlace('count:9');
  const { workplace, send } = place;
  await send('first');
  await send('second', '--replaces', '1');
  const statement = await workplace.run(['statement', '--to', new Date().toISOString().slice(0, 10), '--json']);
  expect(statement).toMatchObject({ exitCode: 0, stderr: '' });
  expect(statement.summary).toMatchObject({
    files: [{ submission: 1, account: { accepted: 4, leftOut: 0 }, rejectedAtFirst: 4 }],
    corrections: [{ submission: 2, corrects: 1 }],
  });
});

it('What was given up of a replacement does not bring back what it replaced, and is replaced with the rest of it', async () => {
  await using place = await heldPlace('count:2');
  const { workplace, prepare, send, states } = place;
  await send('first');
  await prepare('wrong.json', 'third', '--name', 'again');
  await send('third', '--replaces', '1');
  await workplace.run(['queue', 'cancel', '3']);
  expect(await states()).toEqual(['corrected', 'corrected', 'cancelled', 'held']);
  expect((await workplace.run(['queue', 'retry', '1'])).exitCode).toBe(1);
  await send('second', '--replaces', '1');
  expect(await states()).toEqual(['corrected', 'corrected', 'corrected', 'corrected', 'processed', 'processed']);
});

it('Where some of the preparation was sent, nothing is replaced, and it is said what to do', async () => {
  await using place = await heldPlace('count:2');
  const { workplace, send, states } = place;
  await send('first');
  await workplace.run(['queue', 'approve', '1', '--reason', 'the provider takes it']);
  await workplace.run(['work', '--until-idle']);
  const before = await states();
  const sent = await send('second', '--replaces', '2');
  expect(sent.exitCode).toBe(1);
  expect(sent.stderr).toContain('Some of the preparation was sent already');
  expect(sent.stderr).toContain('--leave-out-processed');
  expect(await states()).toEqual(before);
});

it('A file that was not prepared is corrected in another way', async () => {
  await using place = await heldPlace('count:9');
  const { workplace, at, send, states } = place;
  await workplace.run(['send', join(at('first'), 'november-001.jsonl'), '--rules', at('rules.json')]);
  const sent = await send('second', '--replaces', '1');
  expect(sent.exitCode).toBe(2);
  expect(sent.stderr).toContain('tranship fix 1');
  expect(await states()).toEqual(['held']);
});
