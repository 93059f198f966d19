/** @file Who pays and who is paid, as a line names them. */

import { expect, it } from 'vitest';
import { partiesOf } from '../../src-main/fixing/line-payment.ts';

it('A party is named by the identifier that the service knows, else by the name', () => {
  const line = JSON.stringify({
    sender: { by_external_id: 'cust-1', unknown: { full_name: 'Ada' } },
    receiver: { external_entity_type: 'unknown', unknown: { full_name: 'Olivér Hübner' } },
  });
  expect(partiesOf(line)).toEqual({ sender: 'cust-1', receiver: 'Olivér Hübner' });
});

it('What a line does not say, or cannot be read, is absent', () => {
  expect(partiesOf('{"sender":{"by_external_id":""}}')).toEqual({});
  expect(partiesOf('{"sender":')).toEqual({});
});
