/**
 * @file The app's upload in its own process: `node upload-sender.ts ADDRESS FILE BYTES SHA256` sends the file and
 * prints `{milliseconds, processorMs, peakBytes}`; the start of the process is not counted.
 */

import { putRange } from '../../src-main/wire/transfer/put.ts';

const [address = '', path = '', bytes = '', sha256 = ''] = process.argv.slice(2);
const fileBytes = Number(bytes);
let reported = 0;
const [started, before] = [performance.now(), process.cpuUsage()];
const outcome = await putRange({
  address,
  reach: { privateNetworks: false, thisMachine: true },
  range: { path, fileBytes, start: 0, end: fileBytes, sha256 },
  signal: new AbortController().signal,
  onProgress: () => {
    reported++;
  },
});
const milliseconds = performance.now() - started;
const { user, system } = process.cpuUsage(before);
if (outcome.kind !== 'accepted' || reported === 0) throw new Error(`The upload ended as ${outcome.kind}.`);
const processorMs = (user + system) / 1000;
console.log(JSON.stringify({ milliseconds, processorMs, peakBytes: process.resourceUsage().maxRSS * 1024 }));
