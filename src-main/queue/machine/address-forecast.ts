/** @file Whether an address lasts long enough for an upload at the present speed; pure. */

import { SECOND } from '../../clock.ts';
import type { Batch, Delivery } from '../batch.ts';
import type { Circumstances } from './events.ts';

/** An address is not used when the upload would end later than this before it. */
const ADDRESS_MARGIN = 5 * SECOND;

/** Whether the upload would be over before the address is; an unknown speed is given the benefit of the doubt. */
export function endsBeforeAddress(batch: Batch, { addressEndsAt }: Delivery, circumstances: Circumstances): boolean {
  if (addressEndsAt === undefined) return true;
  return circumstances.now + uploadTime(batch, circumstances) + ADDRESS_MARGIN < addressEndsAt;
}

/** Whether the upload would be over within the whole life of an address. */
export function fitsLifetime(batch: Batch, { addressLifetime }: Delivery, circumstances: Circumstances): boolean {
  const time = uploadTime(batch, circumstances);
  return addressLifetime === undefined || time === 0 || time + ADDRESS_MARGIN < addressLifetime;
}

/** In ms at the present speed; 0 when that is not known. */
function uploadTime({ start, end }: Batch, { bytesPerSecond }: Circumstances): number {
  return bytesPerSecond === undefined || bytesPerSecond <= 0 ? 0 : (SECOND * (end - start)) / bytesPerSecond;
}
