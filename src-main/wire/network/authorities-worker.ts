/** @file The thread that reads the authorities of this machine: on a managed computer that takes up to a minute. */

import tls from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';
import type { MachineTrust, ReadAuthorities } from './machine-authorities.ts';

// Only machine-authorities.ts starts this file.
const { withoutVariables = false } = workerData as MachineTrust;

/** If the system's store cannot be read, the other authorities must still work. */
function readAll(): ReadAuthorities {
  const certificates = tls.getCACertificates(withoutVariables ? 'bundled' : 'default');
  try {
    return { certificates: [...new Set([...certificates, ...tls.getCACertificates('system')])] };
  } catch (thrown) {
    return { certificates, problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

parentPort?.postMessage(readAll());
