/** @file Whether an upload address lasts long enough for an upload at the present speed. Pure. */

import { SECOND } from '../../ground/clock.ts';
import type { Batch, Delivery } from '../batch.ts';
import type { Circumstances } from './events.ts';

/** An upload must end this long before its address does. */
const ADDRESS_MARGIN = 5 * SECOND;

/** Whether the upload would end before its address does; true when the speed is unknown. */
export function endsBeforeAddress(batch: Batch, { addressEndsAt }: Delivery, circumstances: Circumstances): boolean {
  if (addressEndsAt === undefined) return true;
  return circumstances.now + uploadTime(batch, circumstances) + ADDRESS_MARGIN < addressEndsAt;
}

/** Whether the upload would fit into the whole life of an address. */
export function fitsLifetime(batch: Batch, { addressLifetime }: Delivery, circumstances: Circumstances): boolean {
  const time = uploadTime(batch, circumstances);
  return addressLifetime === undefined || time === 0 || time + ADDRESS_MARGIN < addressLifetime;
}

/** In ms at the present speed; 0 when the speed is unknown. */
function uploadTime({ start, end }: Batch, { bytesPerSecond }: Circumstances): number {
  return bytesPerSecond === undefined || bytesPerSecond <= 0 ? 0 : (SECOND * (end - start)) / bytesPerSecond;
}
