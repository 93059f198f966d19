import { isFlawless } from './judge.ts';
import { playTrial } from './trial.ts';

const more = JSON.parse(process.argv[2] ?? '{}');
const result = await playTrial({
  ...{ desks: 2, batches: 12, batchBytes: 30_000, bytesPerSecond: 60_000, minute: 2000, lease: 2000 },
  ...{ kills: 2, longestPeaceMs: 1500, longestAbsenceMs: 2000 },
  ...{ crashes: 1, patienceMs: 180_000, longestOutageMs: 500, breakEvery: 5, seed: 7 },
  ...more,
});
console.log(
  JSON.stringify({
    ok: isFlawless(result.verdict),
    seconds: result.seconds,
    kills: result.kills,
    crashes: result.crashes,
    verdict: result.verdict,
    persons: [...new Set(result.parts.map((p) => p.person))],
    lostReplies: result.journal.filter(({ endpoint, status }) => endpoint === 'upload' && status === undefined).length,
  }),
);
process.exit(0);
