/** @file Has a held submission sent because a person wants it, as far as the organisation lets a person decide that. */

import type { TenantKind } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Said } from '../../src-shared/languages/fact.ts';
import type { RecordSecurity } from '../audit/security-events.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import type { RemoteServices } from '../connections/remote-services.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import {
  confirmationOf,
  leadsToProduction,
  requireAllowedRules,
  requireServiceMayDecide,
  setRuleSet,
} from '../policy/rules.ts';
import type { SubmissionId } from './batch.ts';
import type { Queue } from './queue.ts';
import type { Submission, SubmissionOptions } from './submission.ts';

/** By which way a person acts: scripts do so by the command line. */
export type Carrier = 'window' | 'command-line';

/** What a person gives to have a held submission sent. */
export interface Approval {
  /** Needed for one with errors, or that was sent before. */
  reason?: string | undefined;
  /** The name of the connection, where it has to be typed: see `mustType`. */
  typed?: string | undefined;
  /** Whether the service is asked to accept the valid lines. */
  ingestValid?: boolean | undefined;
  from: Carrier;
}

export interface PersonApprovalPorts {
  policy: PolicyValues;
  services: Pick<RemoteServices, 'kindOf'>;
  queue: Pick<Queue, 'view' | 'actions' | 'standing'>;
  record: RecordSecurity;
}

export class PersonApproval {
  readonly #ports: PersonApprovalPorts;

  constructor(ports: PersonApprovalPorts) {
    this.#ports = ports;
  }

  /** The option by which what a person sends over a connection waits until the person has seen what is in it. */
  confirmation({ kind }: { kind?: TenantKind | undefined }): Pick<SubmissionOptions, 'awaitConfirmation'> {
    const { isAsked } = confirmationOf(this.#ports.policy);
    return leadsToProduction(kind) && isAsked ? { awaitConfirmation: true } : {};
  }

  /** The option by which all that is added is judged by the rules of the organisation, where it has set them. */
  get setRules(): Partial<Pick<SubmissionOptions, 'ruleSet'>> {
    const ruleSet = setRuleSet(this.#ports.policy);
    return ruleSet === undefined ? {} : { ruleSet };
  }

  /** Whether a person types the name of the connection before this is sent from there. */
  mustType({ connection }: Pick<Submission, 'connection'>, from: Carrier): boolean {
    const { policy, services } = this.#ports;
    const { isTyped, isEverywhere } = confirmationOf(policy);
    const isWanted = from === 'window' ? isTyped : isEverywhere;
    return isWanted && leadsToProduction(services.kindOf(connection));
  }

  /** @throws AppError policy.managed, submission.not-confirmed, submission.no-reason, and as Queue.approve */
  async approve(id: SubmissionId, { reason, typed, ingestValid, from }: Approval): Promise<void> {
    const { policy, queue, record } = this.#ports;
    const { check, options, connection } = queue.view(id).submission;
    if (this.mustType({ connection }, from) && typed?.trim() !== connection)
      throw new AppError('submission.not-confirmed', { connection });
    if (check !== undefined && check.errors > 0) {
      requireServiceMayDecide(policy);
      if ((reason ?? '').trim() === '') throw new AppError('submission.no-reason', {});
    }
    this.requireAllowedRules(options.ruleSet);
    await queue.actions.approve(id, reason, ingestValid);
    const { name } = queue.standing(id).submission;
    record({ kind: 'submission-approved', submission: id, name, reason: reason?.trim() ?? '' });
  }

  /** @throws AppError policy.managed where what passed by these rules is not sent from this computer */
  requireAllowedRules(ruleSet: RuleSet, advice?: Said): void {
    requireAllowedRules(this.#ports.policy, ruleSet, advice);
  }
}
