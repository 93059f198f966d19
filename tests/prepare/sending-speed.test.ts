import { expect, it } from 'vitest';
import { sendingSpeed } from '../../src-main/actions/sending-speed.ts';
import { readTransferSettings } from '../../src-main/wire/transfer/transfer-settings.ts';
import { MemorySettings } from '../memory-stores.ts';

const appAt = (bytesPerSecond: number | undefined) => ({
  queue: { bytesPerSecond: () => bytesPerSecond },
  store: { approvedTo: () => [], batches: () => [], history: () => [] },
  transferSettings: { ...readTransferSettings(new MemorySettings()), uploadsPerConnection: 2 },
});

it('While uploads move, it is that of all together', () => {
  expect(sendingSpeed(appAt(500_000), 'https://bank.example')).toBe(1_000_000);
});

it.each([undefined, 0, 1e-300, 12, Number.NaN])(
  'With a present speed of %s, it is as the history tells: not known',
  (present) => {
    expect(sendingSpeed(appAt(present), 'https://bank.example')).toBeUndefined();
  },
);
