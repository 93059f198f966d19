/** @file Prepares in this thread alone. */

import type { Pieces, PieceThreadsOptions } from '../../../src-main/prepare/piece-threads.ts';
import { pieceWork } from '../../../src-main/prepare/piece-work.ts';
import type { PreparationRequest, PreparationSummary } from '../../../src-main/prepare/preparation.ts';
import { runPreparation } from '../../../src-main/prepare/run.ts';

function piecesHere(options: PieceThreadsOptions): Pieces {
  const work = pieceWork(options);
  return {
    async *inOrder(pieces) {
      for await (const order of pieces) yield { table: order.table, prepared: work(order) };
    },
    stop: async () => {},
  };
}

export const prepareHere = (request: PreparationRequest): Promise<PreparationSummary> =>
  runPreparation(request, () => {}, piecesHere);
