/** @file Sentences of a receipt's page, whatever a translation does with their values. */

import { expect, it } from 'vitest';
import { html, sentence } from '../../src-main/send/receipts/markup.ts';

it('a translation may turn the values round, and say one twice', () => {
  const made = sentence((slot) => {
    const [name, link] = [slot('<b>'), slot(html`<i>x</i>`)];
    return `${link} und ${name} und ${link}`;
  });
  expect(String(made)).toBe('<i>x</i> und &lt;b&gt; und <i>x</i>');
});

it('a translation may leave a value out, and its own signs are escaped', () => {
  const made = sentence((slot) => {
    slot('left out');
    return 'ohne <Wert>';
  });
  expect(String(made)).toBe('ohne &lt;Wert&gt;');
});
