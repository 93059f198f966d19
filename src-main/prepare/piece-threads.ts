/** @file Turns pieces into lines on several threads, and hands the results over in the order of the pieces. */

import { Thread } from '../check/thread.ts';
import type { Piece, PieceFormat } from '../exports/rows.ts';
import type { PieceAssignment, PieceOrder } from './piece-work.ts';
import type { PreparedPiece } from './prepared-piece.ts';

export interface TablePiece {
  /** Counted through all exports. */
  table: number;
  format: PieceFormat;
  piece: Piece;
}

export interface TablePrepared {
  table: number;
  prepared: PreparedPiece;
}

/** What turns pieces into lines. */
export interface Pieces {
  /** Hands the results over in the order of the pieces. Rejects with AppError preparation.failed, and with what `pieces` throws. */
  inOrder(pieces: AsyncIterable<TablePiece>): AsyncGenerator<TablePrepared>;
  stop(): Promise<void>;
}

export interface PieceThreadsOptions extends PieceAssignment {
  threads: number;
  /** What is prepared, for the error. */
  path: string;
}

/** Enough that a thread has its next piece when it is done with one. */
const PIECES_AHEAD = 2;
/** Objects of rows and lines live for a piece: with less room, they would be kept beyond it. */
const YOUNG_MB = 4;

interface Worker {
  thread: Thread<PreparedPiece>;
  known: Set<number>;
  waiting: { resolve: (prepared: PreparedPiece) => void; reject: (reason: unknown) => void }[];
}

export class PieceThreads implements Pieces {
  readonly #options: PieceThreadsOptions;
  readonly #workers: Worker[] = [];

  constructor(options: PieceThreadsOptions) {
    this.#options = options;
  }

  async *inOrder(pieces: AsyncIterable<TablePiece>): AsyncGenerator<TablePrepared> {
    const most = this.#options.threads * PIECES_AHEAD;
    const ahead: { table: number; prepared: Promise<PreparedPiece> }[] = [];
    const next = async (): Promise<TablePrepared[]> => {
      const first = ahead.shift();
      return first === undefined ? [] : [{ table: first.table, prepared: await first.prepared }];
    };
    for await (const piece of pieces) {
      const prepared = this.#send(piece);
      // It is awaited in its turn; until then its failure must not end the process.
      prepared.catch(() => {});
      ahead.push({ table: piece.table, prepared });
      if (ahead.length >= most) yield* await next();
    }
    while (ahead.length > 0) yield* await next();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map(({ thread }) => thread.stop()));
  }

  #send({ table, format, piece }: TablePiece): Promise<PreparedPiece> {
    const worker = this.#leastBusy();
    const order: PieceOrder = { table, piece, ...(!worker.known.has(table) && { format }) };
    worker.known.add(table);
    const { promise, resolve, reject } = Promise.withResolvers<PreparedPiece>();
    worker.waiting.push({ resolve, reject });
    worker.thread.post(order, piece.kind === 'bytes' ? [piece.bytes.buffer] : []);
    return promise;
  }

  #leastBusy(): Worker {
    const [least] = this.#workers.toSorted((a, b) => a.waiting.length - b.waiting.length);
    const isOneMoreWanted = this.#workers.length < this.#options.threads && (least?.waiting.length ?? 1) > 0;
    if (least !== undefined && !isOneMoreWanted) return least;
    const worker = this.#start();
    this.#workers.push(worker);
    return worker;
  }

  #start(): Worker {
    const { template, grouping, processed, ruleSet, now, path } = this.#options;
    const waiting: Worker['waiting'] = [];
    const assignment: PieceAssignment = { template, grouping, processed, ruleSet, now };
    const thread = new Thread<PreparedPiece>({
      entry: 'piece-worker',
      path,
      data: assignment,
      youngMb: YOUNG_MB,
      failure: 'preparation.failed',
      onMessage: (prepared) => waiting.shift()?.resolve(prepared),
      onFailure: (error) => {
        for (const { reject } of waiting.splice(0)) reject(error);
      },
    });
    return { thread, known: new Set(), waiting };
  }
}
