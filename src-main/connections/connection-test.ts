/** @file Tests a connection: signs in, and asks for a batch that cannot exist. The answer “unknown” proves that it works. */

import { randomUUID } from 'node:crypto';
import { AppError, toAppError } from '../../src-shared/errors.ts';
import { baseAddressDoubt } from '../wire/diagnosis/service-answer.ts';
import { endpointName, endpoints } from '../wire/service/endpoints.ts';
import { batchIdSchema } from '../wire/service/wire.ts';
import type { RemoteServices } from './remote-services.ts';

/** @throws AppError connection.base-address where it is not the service that answers “unknown”, and as a request does */
export async function testConnection(services: RemoteServices, name: string, signal: AbortSignal): Promise<void> {
  const connection = services.connection(name);
  try {
    await services.client(connection).batchStatus(batchIdSchema.parse(randomUUID()), signal);
  } catch (thrown) {
    const error = toAppError(thrown);
    // Nothing is tried again once the test has ended.
    if (error.code === 'service.token-not-accepted')
      throw new AppError('auth.token-rejected', { endpoint: endpointName(endpoints.batchStatus) });
    if (error.code !== 'service.not-found') throw thrown;
    const doubt = baseAddressDoubt(connection.baseUrl, error);
    if (doubt !== undefined) throw doubt;
  }
}
