/** @file The thread that reads the authorities of this machine: on a managed computer that takes up to a minute. */

import tls from 'node:tls';
import { parentPort } from 'node:worker_threads';
import type { ReadAuthorities } from './machine-authorities.ts';

/** If the system's store cannot be read, the other authorities must still work. */
function readAll(): ReadAuthorities {
  const certificates = tls.getCACertificates('default');
  try {
    return { certificates: [...new Set([...certificates, ...tls.getCACertificates('system')])] };
  } catch (thrown) {
    return { certificates, problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

parentPort?.postMessage(readAll());
