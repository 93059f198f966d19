/**
 * @file The service of a trial as a process of its own: `node service-process.ts OPTIONS-AS-JSON` prints how to reach it
 * as one line of JSON, and ends with its input.
 */

import { serviceOptionsSchema, startIndependentService } from './independent-service.ts';

const service = await startIndependentService(serviceOptionsSchema.parse(JSON.parse(process.argv[2] ?? '{}')));
console.log(JSON.stringify(service.access));
process.stdin.resume().once('end', () => service[Symbol.asyncDispose]());
