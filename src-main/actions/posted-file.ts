/** @file Sends the transactions of a file one by one, and says what may be sent so at all. */

import type { Outcome, Posted, PostingNews, PostingRequest, ReportedLine } from '../../src-shared/contract.ts';
import { inEnglish, jsonInEnglish } from '../../src-shared/languages/message.ts';
import type { App } from '../app.ts';
import type { Finding } from '../check/findings/finding.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import { saveFile } from '../ground/files/saved-file.ts';
import { requireMayPost, requireServiceMayDecide } from '../policy/rules.ts';
import { Posting } from '../posting/posting.ts';
import type { RunEnding } from '../posting/posting-run.ts';
import { checkSource } from '../posting/source.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import { parseJson, usefulSentence } from '../wire/service/reply-words.ts';
import { rulesFor } from './files.ts';
import { patience } from './patience.ts';
import type { CommandPorts } from './ports.ts';

type Ports = Pick<
  CommandPorts,
  'app' | 'carrier' | 'settings' | 'offered' | 'shell' | 'tellCaller' | 'signal' | 'clock'
>;

/** `tranship check` shows all. */
const MOST_FINDINGS = 10_000;

/**
 * What leads to the service for transactions that are sent one by one.
 * @throws AppError folder.may-be-copy, policy.managed, connection.*, secret.*, team.*
 */
export async function wayToPost(
  app: Pick<App, 'services' | 'team' | 'policy' | 'requireAllowedRules' | 'queue'>,
  { connection: name, evenWithErrors, ruleSet }: { connection: string; evenWithErrors: boolean; ruleSet: RuleSet },
) {
  const { services, team, policy, queue } = app;
  if (queue.doubt !== undefined) throw queue.doubt;
  if (evenWithErrors) requireServiceMayDecide(policy.values);
  requireMayPost(policy.values);
  app.requireAllowedRules(ruleSet);
  const connection = services.connection(name);
  await team.requireMayPost({ connection: connection.name });
  return { connection, service: services.client(connection) };
}

interface Sent {
  connection: string;
  name: string;
  sha256: string;
}

/**
 * Records that transactions are sent past the queue, first so that a crash hides none, and what came of them.
 * @returns records the outcomes
 * @throws AppError disk.full, folder.unusable
 */
export function recordPosting(
  { recordSecurity, store }: Pick<App, 'recordSecurity' | 'store'>,
  clock: CommandPorts['clock'],
  what: Sent,
  due: number,
): (outcomes: readonly Outcome[]) => void {
  const begun = clock.now();
  store.record({ at: begun, kind: 'posting-begun', detail: { ...what, due } });
  return (outcomes) => {
    const came = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
    const counts = { accepted: came('accepted'), refused: came('refused'), unknown: came('unknown') };
    store.record({ at: clock.now(), kind: 'posting-ended', detail: { ...what, begun, ...counts } });
    if (outcomes.length > 0) recordSecurity({ kind: 'transactions-sent', ...what, ...counts });
  };
}

export async function postFile(ports: Ports, request: PostingRequest): Promise<Posted> {
  return await ports.offered.use(request.offer, (file) => post(ports, request, file));
}

async function post(
  { app, carrier, settings, shell, tellCaller, signal, clock }: Ports,
  { offer, rules, concurrency, savesResults, ...request }: PostingRequest,
  { path, name = path }: { path: string; name?: string },
): Promise<Posted> {
  const say = (news: PostingNews) => tellCaller('transaction.told', { offer, news });
  const ruleSet = rulesFor({ app, carrier, settings }, rules);
  // Before the file is checked, so that a typing error is not found out only then.
  const { connection, service } = await wayToPost(app, { ...request, ruleSet });
  const { source, errors, warnings } = await checkSource(path, ruleSet, { ...telling(say), signal, clock });
  const { lines, sha256 } = source;
  const checked = { file: name, sha256, lines, errors, findings: errors + warnings };
  if (lines === 0 || (errors > 0 && !request.evenWithErrors)) {
    const counts = { open: lines, accepted: 0, refused: 0, unknown: 0 };
    return { ...checked, ending: 'not-begun', counts, sent: 0, milliseconds: 0 };
  }
  const posting = await Posting.open({ source, destination: destinationOf(connection), folder: app.folder, clock });
  try {
    const resend = { unknown: request.resendUnknown, refused: request.resendRejected };
    const due = posting.due(resend);
    say({ kind: 'begun', findings: errors + warnings, lines, due, unknown: posting.counts.unknown });
    const started = clock.steady();
    const came: Outcome[] = [];
    const run = () =>
      posting.run(
        {
          post: (transaction, gone, passage) => service.postTransaction(transaction, gone, passage),
          random: Math.random,
          patience,
          onResult: (result) => {
            came.push(result.outcome);
            const said = result.outcome === 'refused' ? { said: inEnglish(usefulSentence(result.reply ?? '')) } : {};
            say({ kind: 'result', result: { ...result, ...said } });
          },
          onTrouble: (error) => say({ kind: 'trouble', error }),
        },
        { ...resend, concurrency, signal },
      );
    const noteEnd =
      due === 0 ? undefined : recordPosting(app, clock, { connection: connection.name, name, sha256 }, due);
    const ending: RunEnding = noteEnd === undefined ? { kind: 'finished' } : await run();
    const milliseconds = Math.round(clock.steady() - started);
    const counts = { ...posting.counts };
    noteEnd?.(came);
    if (savesResults) {
      const saved = await shell.save(`results-${sha256.slice(0, 8)}.jsonl`, (to) =>
        saveFile(to, resultLines(posting.results())),
      );
      const to = saved.kind === 'saved' ? saved.path : 'a browser';
      if (saved.kind !== 'cancelled') app.recordSecurity({ kind: 'exported', what: 'results', path: to });
    }
    const error = ending.kind === 'failed' ? { error: ending.error.toRecord() } : {};
    return { ...checked, ending: ending.kind, ...error, counts, sent: came.length, milliseconds };
  } finally {
    await posting.close();
  }
}

/** What the check says, as news. */
function telling(say: (news: PostingNews) => void) {
  let told = 0;
  return {
    onFindings: (all: Iterable<Finding>) => {
      const findings: Finding[] = [];
      for (const finding of all) {
        if (told === MOST_FINDINGS) break;
        told += 1;
        findings.push(finding);
      }
      if (findings.length > 0) say({ kind: 'findings', findings });
    },
    onJudgeAlone: (error: { toRecord(): Extract<PostingNews, { kind: 'warning' }>['error'] }) =>
      say({ kind: 'warning', error: error.toRecord() }),
    onProgress: ({ bytes, totalBytes, lines, errors }: Omit<Extract<PostingNews, { kind: 'checking' }>, 'kind'>) =>
      say({ kind: 'checking', bytes, totalBytes, lines, errors }),
  };
}

async function* resultLines(lines: AsyncIterable<ReportedLine>): AsyncIterable<string> {
  for await (const line of lines) yield `${jsonInEnglish(resultForPrograms(line))}\n`;
}

/** A line as programs get it: the reply as JSON where it is JSON. */
export function resultForPrograms(line: ReportedLine): object {
  if (!('reply' in line)) return line;
  const { reply = '' } = line;
  return { ...line, reply: parseJson(reply) ?? reply };
}
