/**
 * @file A diagnosis does not contradict itself, whatever is wrong with the network, the sign-in, the service or the storage, and with
 * how many of them at once; nor does its summary contradict a step.
 */

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { SECOND } from '../../../src-main/ground/clock.ts';
import { Replies } from '../../../src-main/wire/diagnosis/replies.ts';
import { tryService } from '../../../src-main/wire/diagnosis/service-answer.ts';
import type { DiagnosisStep } from '../../../src-shared/contract.ts';
import type { StepInWords } from '../../../src-shared/diagnosis-step.ts';
import { summaryOf } from '../../../src-shared/diagnosis-summary.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { FakeClock } from '../../fake-clock.ts';
import { runs } from '../../harness/night.ts';
import { Authority, type Issued } from '../network/authority.ts';
import { closedPort } from '../network/hosts.ts';
import { diagnosed, type ServiceOptions, startService } from './world.ts';

interface Hosts {
  service: string;
  token: string;
}

const stepNames = ['name', 'proxy', 'encryption', 'token', 'service', 'storage', 'clock', 'limits'] as const;

/** What of a diagnosis cannot be true together, in words. */
function contradictionsIn(steps: readonly StepInWords[], { service, token }: Hosts): string[] {
  const of = (name: DiagnosisStep['step']): StepInWords => {
    const found = steps.find(({ step }) => step === name);
    if (found === undefined) throw new Error(`There is no step ${name}.`);
    return found;
  };
  const all = steps.map(({ sentence }) => sentence).join('\n');
  const wasSkipped = (name: DiagnosisStep['step']) => of(name).outcome === 'skipped';
  const isUseless = (host: string) => all.includes(`because ${host} cannot be reached`);
  const isUnsafe = (host: string) => all.includes(`because the connection to ${host} could not be secured`);
  const isBlamed = (host: string, name: DiagnosisStep['step']) =>
    of(name).outcome === 'bad' && of(name).sentence.includes(host);
  const rules: [boolean, string][] = [
    ...[service, token].flatMap((host): [boolean, string][] => [
      [
        of('proxy').sentence.includes(`The host ${host} answers`) && isUseless(host),
        `${host} answers and is not reached`,
      ],
      [isUseless(host) && !isBlamed(host, 'proxy'), `nothing says why ${host} is not reached`],
      [isUnsafe(host) && !isBlamed(host, 'encryption'), `nothing says why ${host} is not secured`],
    ]),
    ...steps.map((step): [boolean, string] => [
      (step.outcome === 'skipped') !== /^(Not tried|No answer has said)/.test(step.sentence),
      `${step.step} is ${step.outcome}: ${step.sentence}`,
    ]),
    ...steps.map(({ step, outcome, remedy }): [boolean, string] => [
      ['bad', 'doubtful'].includes(outcome) !== (remedy !== undefined),
      `${step} is ${outcome}, with the advice ${remedy}`,
    ]),
    [of('token').outcome === 'good' && all.includes('there is no token'), 'a token was got, and there is none'],
    [of('token').outcome !== 'good' && !wasSkipped('service'), 'the service was asked without a token'],
    [!wasSkipped('service') && /has not (answered|been asked)/.test(all), 'the service has answered, and has not'],
    [
      wasSkipped('service') && of('clock').sentence.includes('the service’s'),
      'a service that was not asked told the time',
    ],
    [
      of('service').outcome !== 'good' && of('service').outcome !== 'doubtful' && !wasSkipped('limits'),
      'what may be asked of a service that cannot be used',
    ],
    [/\(\)|undefined/.test(all), 'a sentence has a hole'],
    ...contradictionsOfSummary(steps),
  ];
  return rules.flatMap(([isSo, words]) => (isSo ? words : []));
}

function contradictionsOfSummary(steps: readonly Pick<DiagnosisStep, 'step' | 'outcome'>[]): [boolean, string][] {
  const summary = summaryOf(steps);
  const has = (wanted: DiagnosisStep['outcome']) => steps.some(({ outcome }) => outcome === wanted);
  const service = steps.find(({ step }) => step === 'service')?.outcome;
  return [
    [has('bad') !== (summary === 'fails'), `something is bad: ${has('bad')}, and the connection ${summary}`],
    [summary === 'works' && (has('doubtful') || service !== 'good'), `it works, and the service is ${service}`],
    [summary === 'may-work' && !has('doubtful'), 'it may work, and nothing is doubtful'],
  ];
}

let authority: Authority;
let certificates: Record<'sound' | 'expired' | 'other', Issued>;
beforeAll(() => {
  authority = new Authority('Provider Root');
  certificates = {
    sound: authority.host({ days: 90 }),
    expired: authority.host({ days: -1, beginsIn: -5 }),
    other: authority.host({ names: 'DNS:other.test' }),
  };
});

const page = '<html><title>Sign in to the network</title></html>';
const said = (status: number, body: unknown = { detail: 'Told.', error: 'invalid_client' }) => ({ status, body });
const replies: Record<string, ReturnType<typeof said> | undefined> = {
  usual: undefined,
  401: said(401),
  403: said(403),
  404: said(404, { detail: 'There is no such thing.' }),
  429: said(429),
  503: said(503),
  'a page': said(200, page),
  'a forbidden page': said(403, '<html></html>'),
};
const reaches = ['sound', 'expired', 'other', 'refused'] as const;

interface Troubles {
  service: (typeof reaches)[number];
  token: (typeof reaches)[number];
  issues: string;
  answers: string;
  storage: 'unknown' | 'unconfirmed' | 'sound' | 'expired' | 'refused';
  asks: boolean;
}

async function hostWith(reach: Troubles['service'], options: Omit<ServiceOptions, 'own'>): Promise<string> {
  if (reach === 'refused') return `127.0.0.1:${await closedPort()}`;
  return `127.0.0.1:${(await startService({ own: certificates[reach], ...options })).port}`;
}

async function played({ service, token, issues, answers, storage, asks }: Troubles) {
  const [tokenReply, status] = [replies[issues], replies[answers]];
  const kept = storage === 'unknown' ? undefined : await hostWith(storage === 'unconfirmed' ? 'sound' : storage, {});
  const named = `https://${kept ?? (await hostWith('sound', {}))}`;
  const hosts = {
    service: await hostWith(service, { storage: named, ...(status && { status }) }),
    token: await hostWith(token, tokenReply === undefined ? {} : { token: tokenReply }),
  };
  const steps = await diagnosed({
    origin: `https://${hosts.service}`,
    tokenOrigin: `https://${hosts.token}`,
    authorities: authority.cert,
    ...(kept !== undefined && { storageAddress: named, isStorageTrusted: storage !== 'unconfirmed' }),
    askForStorage: asks,
  });
  return { steps, hosts };
}

const sound: Troubles = {
  service: 'sound',
  token: 'sound',
  issues: 'usual',
  answers: 'usual',
  storage: 'unknown',
  asks: true,
};

describe('a diagnosis', () => {
  it.each([
    ...reaches.flatMap((reach): Partial<Troubles>[] => [
      { service: reach },
      { token: reach },
      { service: reach, token: reach },
    ]),
    ...Object.keys(replies).flatMap((reply): Partial<Troubles>[] => [{ issues: reply }, { answers: reply }]),
    ...(['unconfirmed', 'sound', 'expired', 'refused'] as const).map((storage): Partial<Troubles> => ({ storage })),
  ])('does not contradict itself with one trouble: %o', async (troubles) => {
    const { steps, hosts } = await played({ ...sound, ...troubles });
    expect(contradictionsIn(steps, hosts)).toEqual([]);
  });

  it('does not contradict itself with several at once', async () => {
    const troubles = fc.record({
      service: fc.constantFrom(...reaches),
      token: fc.constantFrom(...reaches),
      issues: fc.constantFrom(...Object.keys(replies)),
      answers: fc.constantFrom(...Object.keys(replies)),
      storage: fc.constantFrom('unknown', 'unconfirmed', 'sound', 'expired', 'refused'),
      asks: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(troubles, async (chosen) => {
        const { steps, hosts } = await played(chosen);
        expect(contradictionsIn(steps, hosts)).toEqual([]);
      }),
      { numRuns: runs(12, 40) },
    );
  });
});

describe('the summary', () => {
  it('contradicts no step, whatever came of each', () => {
    const outcomes = fc.constantFrom<DiagnosisStep['outcome']>('good', 'doubtful', 'bad', 'skipped');
    fc.assert(
      fc.property(fc.tuple(...stepNames.map(() => outcomes)), (chosen) => {
        const steps = stepNames.map(
          (step, at): StepInWords => ({
            step,
            outcome: chosen[at] ?? 'skipped',
            sentence: 'Told.',
            milliseconds: 1,
          }),
        );
        expect(contradictionsOfSummary(steps).flatMap(([isSo, words]) => (isSo ? words : []))).toEqual([]);
      }),
    );
  });

  it('does not say that a connection works of which time was up before the service was asked', () => {
    const outcomes = ['good', 'good', 'good', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped'] as const;
    const steps = stepNames.map(
      (step, at): StepInWords => ({
        step,
        outcome: outcomes[at] ?? 'skipped',
        sentence: 'Told.',
        milliseconds: 1,
      }),
    );
    expect(summaryOf(steps)).toBe('untested');
  });
});

it('what Tranship itself waits, to keep within its limits, is not called a slow service', async () => {
  const clock = new FakeClock();
  const replies = new Replies(async () => new Response('{}', { status: 404 }), clock);
  const batchStatus = async () => {
    await clock.advance(30 * SECOND);
    await replies.fetch('https://api.bank.example/tm');
    throw new AppError('service.not-found', { endpoint: 'GET', reason: 'There is no such batch.', form: 'json' });
  };
  const patience = { clock, milliseconds: SECOND, signal: new AbortController().signal };
  const outcome = await tryService('https://api.bank.example/tm', {
    client: () => ({ batchStatus }),
    replies,
    patience,
  });
  expect(outcome).toMatchObject({ outcome: 'good' });
});
