/** @file The moments in the life of a batch at which a fault happens: the columns of the virtual matrix. */

import type { Carried, WireEndpoint, WirePoint } from './virtual-wire.ts';

/** `unrecorded`: the reply has been read, and nothing of it is on the disk yet. */
export interface VirtualMoment {
  readonly endpoint: WireEndpoint;
  readonly point: WirePoint | 'unrecorded';
}

const points: Readonly<Record<WireEndpoint, readonly VirtualMoment['point'][]>> = {
  token: ['asked', 'reply'],
  reserve: ['asked', 'reply'],
  upload: ['asked', 'first-byte', 'middle', 'last-byte', 'reply', 'unrecorded'],
  status: ['asked', 'reply'],
  'validation-result': ['asked', 'reply'],
  report: ['asked', 'half-replied'],
};

export const virtualMoments: readonly VirtualMoment[] = (Object.keys(points) as WireEndpoint[]).flatMap((endpoint) =>
  points[endpoint].map((point) => ({ endpoint, point })),
);

export const nameOf = ({ endpoint, point }: VirtualMoment) => `${endpoint}: ${point}`;

/** Whether the batch is refused, so that there is a report. */
export const isOfReport = ({ endpoint }: VirtualMoment) => endpoint === 'validation-result' || endpoint === 'report';

/** Whose answer is awaited. */
export const isOfStorage = ({ endpoint }: VirtualMoment) => endpoint === 'upload' || endpoint === 'report';

/** Whether all of the batch has left the process. */
export function isSent({ endpoint, point }: VirtualMoment): boolean {
  if (endpoint === 'upload') return ['last-byte', 'reply', 'unrecorded'].includes(point);
  return endpoint !== 'token' && endpoint !== 'reserve';
}

export function isAt({ endpoint, point }: VirtualMoment, request: Carried, reached: WirePoint): boolean {
  return request.endpoint === endpoint && reached === (point === 'unrecorded' ? 'reply' : point);
}
