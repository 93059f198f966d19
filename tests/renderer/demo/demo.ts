/** @file Installs the sample app in place of the real one; the address sets its options (?submissions=100). */

import { AppError } from '../../../src-shared/errors.ts';
import { createDemoBridge } from '../demo-bridge.ts';

// The page has an address; these tests are compiled without the browser's types.
const { search } = (globalThis as unknown as { location: { search: string } }).location;
const wanted = new URLSearchParams(search);
const appearance = wanted.get('appearance');

const recovered = new AppError('queue.recovered', {
  path: '/home/mara/.local/share/tranship/queue.damaged.db',
  submissions: 97,
  lost: 2,
});

const tranship = createDemoBridge({
  submissions: Number(wanted.get('submissions') ?? 0),
  hasConnections: wanted.get('connections') !== 'none',
  isMoving: wanted.get('moving') !== 'no',
  isStopped: wanted.has('stopped'),
  manyFindings: wanted.has('million'),
  ...((appearance === 'light' || appearance === 'dark') && { appearance }),
  ...(wanted.get('rows') === 'compact' && { rows: 'compact' }),
  info: {
    shell: wanted.get('shell') === 'browser' ? 'browser' : 'electron',
    canDrop: wanted.get('drop') !== 'no',
    ...(wanted.has('notice') && { notice: recovered.toRecord() }),
  },
});
Object.assign(globalThis, { tranship });
