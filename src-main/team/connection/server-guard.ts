/**
 * @file What the server of a team ledger may say, and when. A false one may have a good certificate: so no password is proved to it but
 * by SCRAM-SHA-256, bound to that certificate; nothing of it is believed before it has proved that it knows the password, too; and
 * whatever it says, and however much, costs no more than a bounded amount of memory. Pure.
 *
 * [Note: Why not the library] `pg` sends the password to any server that asks for it as clear text or by MD5, takes a sign-in for done whose last
 * proof never came, and collects a message of two gigabytes.
 */

import type { Buffer } from 'node:buffer';
import { AppError } from '../../../src-shared/errors.ts';
import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';
import {
  columnsOf,
  isAskedFor,
  isWellFormed,
  MessageAssembly,
  MessageReader,
  type ServerMessage,
} from './server-messages.ts';

const KB = 1024;
const MB = 1024 * KB;

/** All that a server needs to say before it has let a person in. */
const MOST_BEFORE_SIGN_IN = 64 * KB;
/** The largest row: a ledger’s have a few MB at most. */
const MOST_OF_ROW = 16 * MB;
const MOST_OF_OTHER = MB;
/** All that answers one question, as it counts in memory: a hundred thousand lines of the history have some 90 MB. */
const MOST_OF_ANSWER = 128 * MB;
/** What comes without a question, such as that the server ends. */
const MOST_UNASKED = MB;
/** No table, and no question, of the ledger has half as many. */
const MOST_COLUMNS = 100;
/** What the shortest message costs once it is read, and a column of the shortest row. */
const MESSAGE_COST = 256;
const COLUMN_COST = 32;

/** RFC 7677: fewer, and who sees the exchange finds a weak password too soon. */
export const LEAST_ITERATIONS = 4096;
/** A second of work on a slow computer. More would only keep it busy. */
export const MOST_ITERATIONS = 1_000_000;

/** How the connection begins. `bound`: by TLS that ends at the server. `unbound`: by TLS that a pooler ends. `local`: by a socket of this computer. */
export type Beginning = 'bound' | 'unbound' | 'local';

/**
 * started: the server says how it lets in. offered: it has named SCRAM. challenged: it has said its part. proved: it has proved that
 * it knows the password. in: it lets the person in, and says of itself. open: it answers questions.
 */
type Phase = 'started' | 'offered' | 'challenged' | 'proved' | 'in' | 'open';

const forms: Readonly<Record<number, string>> = {
  2: 'Kerberos 5',
  3: 'clear text',
  5: 'MD5',
  6: 'SCM',
  7: 'GSSAPI',
  8: 'GSSAPI',
  9: 'SSPI',
};
const unasked: ReadonlySet<string> = new Set(['N', 'S', 'E']);

export class ServerGuard {
  readonly #ledger: string;
  readonly #beginning: Beginning;
  readonly #assembly = new MessageAssembly((type, length) => this.#permit(type, length));
  #phase: Phase = 'started';
  /** Whether something was said to the server that it has not answered to the end. */
  #isAsked = true;
  /** Of the answer under way, or of what came unasked since the last one. */
  #cost = 0;
  /** Of the rows under way; undefined before they are described. */
  #columns: number | undefined;

  constructor(ledger: string, beginning: Beginning) {
    this.#ledger = ledger;
    this.#beginning = beginning;
  }

  /** Something is said to the server. */
  ask(): void {
    if (!this.#isAsked) this.#cost = 0;
    this.#isAsked = true;
  }

  /** The messages that these bytes complete, each as a whole. @throws AppError team.unsafe-sign-in, team.unreachable */
  *check(bytes: Buffer): Generator<Buffer> {
    for (const message of this.#assembly.add(bytes)) {
      if (this.#isSignedIn) this.#checkAnswer(message);
      else this.#checkSignIn(message);
      yield message.bytes;
    }
  }

  get #isSignedIn(): boolean {
    return this.#phase === 'in' || this.#phase === 'open';
  }

  /** Before more than the head of a message is read. */
  #permit(type: string, length: number): void {
    const isExpected = this.#isSignedIn ? isAskedFor(type) : type === 'R' || type === 'E';
    const least = 5;
    if (!isExpected || length < least) throw this.#garbled();
    const most = this.#isSignedIn ? (type === 'D' ? MOST_OF_ROW : MOST_OF_OTHER) : MOST_BEFORE_SIGN_IN;
    if (length > most) throw this.#tooMuch();
    this.#count(length + MESSAGE_COST);
  }

  #count(cost: number): void {
    this.#cost += cost;
    const most = this.#isSignedIn ? (this.#isAsked ? MOST_OF_ANSWER : MOST_UNASKED) : MOST_BEFORE_SIGN_IN;
    if (this.#cost > most) throw this.#tooMuch();
  }

  #checkSignIn(message: ServerMessage): void {
    if (message.type === 'E') {
      if (!isWellFormed(message)) throw this.#garbled();
      return;
    }
    const read = new MessageReader(message.bytes);
    try {
      this.#phase = this.#afterRequest(read);
    } catch (thrown) {
      throw thrown instanceof RangeError ? this.#garbled() : thrown;
    }
    if (!read.isAtEnd) throw this.#garbled();
    if (this.#phase === 'in') this.#cost = 0;
  }

  #afterRequest(read: MessageReader): Phase {
    const request = read.number();
    switch (request) {
      case 0:
        // On a socket, the system has told the server whose program this is.
        if (this.#phase === 'proved' || (this.#beginning === 'local' && this.#phase === 'started')) return 'in';
        throw this.#unsafe(fact('it lets you in without a proof that it knows your password'));
      case 10:
        if (this.#phase !== 'started') throw this.#garbled();
        this.#requireScram(mechanismsIn(read));
        return 'offered';
      case 11:
        if (this.#phase !== 'offered') throw this.#garbled();
        this.#requireIterations(read.rest());
        return 'challenged';
      case 12:
        if (this.#phase !== 'challenged') throw this.#garbled();
        // What it proves, the library compares; where it is wrong, nothing more of this server is read.
        read.rest();
        return 'proved';
      default: {
        const form = forms[request];
        if (form === undefined) throw this.#garbled();
        throw this.#unsafe(
          fact('it asks for your password in a form that a false server could use ({form})', { form }),
        );
      }
    }
  }

  #requireScram(offered: readonly string[]): void {
    if (this.#beginning === 'bound') {
      if (offered.includes('SCRAM-SHA-256-PLUS')) return;
      throw this.#unsafe(
        fact('it does not bind the sign-in to its certificate (SCRAM-SHA-256-PLUS), as behind a pooler'),
      );
    }
    if (!offered.includes('SCRAM-SHA-256')) throw this.#unsafe(fact('it offers no sign-in by SCRAM-SHA-256'));
  }

  #requireIterations(said: string): void {
    const [, digits] = /(?:^|,)i=([0-9]+)(?:,|$)/.exec(said) ?? [];
    if (digits === undefined) throw this.#garbled();
    const iterations = Number(digits);
    if (iterations >= LEAST_ITERATIONS && iterations <= MOST_ITERATIONS) return;
    throw this.#unsafe(
      fact('it asks for a proof with {iterations} iterations, and from {least} to {most} are safe', {
        iterations: digits.slice(0, 12),
        least: LEAST_ITERATIONS,
        most: MOST_ITERATIONS,
      }),
    );
  }

  #checkAnswer(message: ServerMessage): void {
    const { type } = message;
    if (!isWellFormed(message) || !(this.#isAsked || unasked.has(type))) throw this.#garbled();
    if (type === 'T') this.#describe(columnsOf(message));
    if (type === 'D') {
      if (columnsOf(message) !== this.#columns) throw this.#garbled();
      this.#count(this.#columns * COLUMN_COST);
    }
    if (type === 'Z') this.#finish();
  }

  #describe(columns: number): void {
    if (columns > MOST_COLUMNS) throw this.#tooMuch();
    this.#columns = columns;
    this.#count(columns * MESSAGE_COST);
  }

  #finish(): void {
    this.#phase = 'open';
    this.#isAsked = false;
    this.#cost = 0;
    this.#columns = undefined;
  }

  #garbled(): AppError {
    return this.#isSignedIn
      ? oddAnswer(this.#ledger)
      : this.#unsafe(fact('before it lets you in, it says what no PostgreSQL server says'));
  }

  #tooMuch(): AppError {
    return this.#isSignedIn
      ? endedAfter(
          fact(
            'it answered more than a team ledger ever holds, so the connection was ended; if that goes on, let IT look at its server',
          ),
          this.#ledger,
        )
      : this.#unsafe(fact('before it lets you in, it says more than a server has to'));
  }

  #unsafe(reason: Said): AppError {
    return new AppError('team.unsafe-sign-in', { ledger: this.#ledger, reason });
  }
}

/** What a person reads of a server whose answer can be none of a ledger. */
export function oddAnswer(ledger: string): AppError {
  return endedAfter(
    fact(
      'it answered what no PostgreSQL server answers, so the connection was ended; if that goes on, let IT look at its server',
    ),
    ledger,
  );
}

function endedAfter(reason: Fact, ledger: string): AppError {
  return new AppError('team.unreachable', { ledger, reason });
}

/** The names up to an empty one. */
function mechanismsIn(read: MessageReader): string[] {
  const names: string[] = [];
  for (let name = read.text(); name !== ''; name = read.text()) names.push(name);
  return names;
}
