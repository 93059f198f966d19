/** @file What the values of the policy mean for the parts of Tranship that obey it. Pure. */

import { createHash } from 'node:crypto';
import type { ManagedName, TenantKind } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { listed } from '../../src-shared/languages/lists.ts';
import { type SendingRules, unruled } from '../../src-shared/sending-hours.ts';
import { bandwidthAsText, hoursAsText } from '../../src-shared/sending-text.ts';
import { defaultSeverities, ruleIds } from '../check/findings/finding.ts';
import { areSameRules, defaultRuleSet, type RuleSet, severityOf } from '../check/rules/rule-set.ts';
import { parseRuleSet } from '../check/rules/rule-set-file.ts';
import { shortenedId } from '../ground/redaction.ts';
import { destinationOf } from '../wire/credentials/connection.ts';
import type { SetConnections, StoredConnection } from '../wire/credentials/connections.ts';
import type { MachineTrust } from '../wire/network/machine-authorities.ts';
import type { NetworkSettings } from '../wire/network/network-settings.ts';
import { isLoopback } from '../wire/service/protected-address.ts';
import type { SetHosts } from '../wire/transfer/storage-hosts.ts';
import type { PolicyValues } from './policy-schema.ts';

/** The connections of the policy, and which others may be used. */
export function setConnections({ connections = [], connectionsOnly = false, practice }: PolicyValues): SetConnections {
  return {
    list: connections.map(({ name, baseUrl, tokenUrl, clientId, scope, kind }) => ({
      name,
      baseUrl,
      tokenUrl,
      clientId,
      scope,
      kind,
    })),
    admits: (own) => (own.kind === 'practice' ? practice !== false && staysHere(own) : !connectionsOnly),
  };
}

/** People edit the settings file: only addresses of this computer make a practice tenant. */
function staysHere({ baseUrl, tokenUrl }: StoredConnection): boolean {
  return isLoopback(baseUrl) && isLoopback(tokenUrl);
}

/** The proxy and the authorities that are set; an absent one is the person's. */
export function setNetwork({ proxy, authorities }: PolicyValues): Partial<NetworkSettings> {
  return { ...(proxy !== undefined && { proxy }), ...(authorities !== undefined && { authorities }) };
}

/** Authorities that are set stand beside those of the system, not beside what a clerk's variables name. */
export function trustOf({ authorities }: PolicyValues): MachineTrust {
  return { withoutVariables: authorities !== undefined };
}

/** Whether the app may look for updates, and where. A channel is a folder of the feed. */
export function updatesOf({ updates }: PolicyValues): 'off' | 'ask-person' | { feed: string } {
  if (updates === undefined) return 'ask-person';
  if (updates === 'off' || updates.channel === undefined) return updates;
  return { feed: `${updates.feed.replace(/\/?$/, '/')}${updates.channel}/` };
}

/** Where the files of whatever leads to this destination may go; undefined where the policy leaves that open. */
export function setHostsFor({ connections = [] }: PolicyValues, destination: string): SetHosts | undefined {
  const set = connections.find((one) => destinationOf(one) === destination);
  return set?.storageHosts && { hosts: set.storageHosts, private: set.privateStorage };
}

/** When uploads over the connection of this name may begin, and how fast; undefined where the policy leaves that open. */
export function setSending({ connections = [] }: PolicyValues, name: string): SendingRules | undefined {
  const set = connections.find((one) => one.name === name);
  if (set === undefined || !('hours' in set || 'bandwidth' in set)) return undefined;
  const { hours = unruled, bandwidth } = set;
  return { ...hours, ...(bandwidth !== undefined && { bandwidth }) };
}

/** @throws AppError policy.managed where practice is off */
export function requirePractice({ practice }: PolicyValues): void {
  if (practice === false)
    throw new AppError('policy.managed', { what: fact('the practice service cannot be started') });
}

/** @throws AppError policy.managed where what is faulty is never sent */
export function requireServiceMayDecide({ serviceDecides }: PolicyValues): void {
  if (serviceDecides === false)
    throw new AppError('policy.managed', { what: fact('what the check finds faulty is not sent') });
}

/** Single transactions have no offer that another person could release. @throws AppError policy.managed */
export function requireMayPost({ ledger }: PolicyValues): void {
  if (ledger?.release === 'required')
    throw new AppError('policy.managed', { what: fact('only files that another person has released are sent') });
}

/** The rules that every file is judged by before it is sent; undefined where that is left to people. */
export function setRuleSet({ ruleSet }: PolicyValues): RuleSet | undefined {
  return ruleSet === undefined ? undefined : parseRuleSet(ruleSet, fact('The policy'));
}

/**
 * What passed by other rules than those that are set is not sent; nor, where what is faulty is never sent, what passed by rules
 * less strict than the default ones. What is set may be less strict: that is the organisation's own decision.
 * @param advice what a person does then, without a full stop
 * @throws AppError policy.managed
 */
export function requireAllowedRules(
  values: PolicyValues,
  ruleSet: RuleSet,
  advice: Said = fact('Add the file again'),
): void {
  const set = setRuleSet(values);
  if (set === undefined) {
    if (values.serviceDecides === false) requireDefaultStrictness(ruleSet);
  } else if (!areSameRules(set, ruleSet)) {
    throw new AppError('policy.managed', { what: fact('the rules by which files are checked. {advice}', { advice }) });
  }
}

/**
 * For a computer on which nothing faulty may be sent: a rule that only warns would let it pass.
 * @throws AppError policy.managed
 */
function requireDefaultStrictness(ruleSet: RuleSet): void {
  const loosened = loosenedBy(ruleSet);
  if (loosened.length === 0) return;
  const what = fact('what the check finds faulty is not sent, and no rule set makes the check less strict ({rules})', {
    rules: listed(loosened),
  });
  throw new AppError('policy.managed', { what });
}

/** What of a rule set is less strict than the default rules, in words: rules that no longer are errors, fields that may be absent. */
function loosenedBy(ruleSet: RuleSet): Said[] {
  const lowered = ruleIds.filter(
    (rule) => defaultSeverities[rule] === 'error' && severityOf(rule, ruleSet) !== 'error',
  );
  const absent = defaultRuleSet.required.filter((field) => !ruleSet.required.includes(field));
  return [...lowered, ...absent.map((field) => fact('{field} need not be there', { field }))];
}

/** Unlike all else, this must be allowed: what a folder receives is seen by no person before it is sent. */
export function mayReleaseItself({ watchedRelease }: PolicyValues): boolean {
  return watchedRelease === true;
}

/** Whether what a connection sends is monitored for real; one without a known kind counts as if it were. */
export function leadsToProduction(kind: TenantKind | undefined): boolean {
  return kind === undefined || kind === 'production';
}

/** How a person confirms what goes to Production, and whether that holds outside the window, too. */
export interface Confirmation {
  isAsked: boolean;
  /** By typing the name of the connection. */
  isTyped: boolean;
  isEverywhere: boolean;
}

export function confirmationOf({ confirmProduction = 'ask' }: PolicyValues): Confirmation {
  return {
    isAsked: confirmProduction !== 'off',
    isTyped: confirmProduction === 'type' || confirmProduction === 'everywhere',
    isEverywhere: confirmProduction === 'everywhere',
  };
}

/** @throws AppError policy.no-release where files of watched folders wait for a person */
export function requireRelease(values: PolicyValues): void {
  if (!mayReleaseItself(values)) throw new AppError('policy.no-release', {});
}

/** @throws AppError policy.managed where only the connections of the policy can be used */
export function requireOwnConnections({ connectionsOnly = false, connections = [] }: PolicyValues): void {
  if (!connectionsOnly) return;
  const names = connections.map(({ name }) => `“${name}”`).join(', ');
  throw new AppError('policy.managed', {
    what: fact('which connections can be used ({names})', { names: names || 'none' }),
  });
}

/**
 * For what was begun before the policy came, and needs no connection any more: an upload to an address that is at hand.
 * @param destination where it leads, as `destinationOf` says it
 * @throws AppError policy.managed where only the connections of the policy can be used, and none leads there
 */
export function requireSetDestination(values: PolicyValues, destination: string): void {
  const { connections = [], practice } = values;
  const [baseUrl = '', tokenUrl = ''] = destination.split(' ');
  const isPractice = practice !== false && isLoopback(baseUrl) && isLoopback(tokenUrl);
  if (!isPractice && !connections.some((one) => destinationOf(one) === destination)) requireOwnConnections(values);
}

/** What a person cannot change, as the window knows it. */
export function managedNames(values: PolicyValues): ManagedName[] {
  const {
    connectionsOnly,
    proxy,
    authorities,
    retention = {},
    practice,
    serviceDecides,
    ruleSet,
    idIndex,
    updates,
  } = values;
  return [
    ...(connectionsOnly === true ? (['connections'] as const) : []),
    ...(proxy === undefined ? [] : (['proxy'] as const)),
    ...(authorities === undefined ? [] : (['authorities'] as const)),
    ...(['submissions', 'findings', 'reports', 'ids', 'logs'] as const)
      .filter((field) => retention[field] !== undefined)
      .map((field) => `retention.${field}` as const),
    ...(practice === false ? (['practice'] as const) : []),
    ...(serviceDecides === false ? (['serviceDecides'] as const) : []),
    ...(ruleSet === undefined ? [] : (['ruleSet'] as const)),
    ...(idIndex === undefined ? [] : (['idIndex'] as const)),
    ...(updates === undefined ? [] : (['updates'] as const)),
  ];
}

/** Each key that is set, in one line for people, logs and support; without certificates and whole client ids. */
export function policyAsText(values: PolicyValues): Record<string, string> {
  const { connections, authorities, ruleSet, ...others } = values;
  const lines = Object.entries(others).filter(([, value]) => value !== undefined);
  return {
    ...(connections !== undefined && { connections: connections.map(connectionAsText).join('; ') || 'none' }),
    ...(authorities !== undefined && { authorities: authoritiesAsText(authorities) }),
    ...(ruleSet !== undefined && { ruleSet: JSON.stringify(JSON.parse(ruleSet.replace(/^\uFEFF/, ''))) }),
    ...Object.fromEntries(lines.map(([key, value]) => [key, typeof value === 'string' ? value : wordsOf(value)])),
  };
}

function connectionAsText(connection: PolicyConnection): string {
  const { name, baseUrl, tokenUrl, clientId, scope, kind, storageHosts, hours, bandwidth } = connection;
  const times = hours === undefined ? '' : `, hours ${hoursAsText(hours)}`;
  const limit = bandwidth === undefined ? '' : `, bandwidth ${bandwidthAsText(bandwidth)}`;
  const hosts = storageHosts === undefined ? '' : `, files only to ${storageHosts.join(' and ')}`;
  return `${name} (${kind}): ${baseUrl}, token from ${tokenUrl}, client ${shortenedId(clientId)}, ${scope}${hosts}${times}${limit}`;
}

type PolicyConnection = NonNullable<PolicyValues['connections']>[number];

/** Certificates are too long for a line: equal texts have equal fingerprints. */
function authoritiesAsText(authorities: NonNullable<PolicyValues['authorities']>): string {
  if (authorities.length === 0) return 'none but those of the system';
  const digest = createHash('sha256').update(JSON.stringify(authorities)).digest('hex');
  return `${authorities.length}, SHA-256 ${digest}`;
}

/** `{"mode":"manual","address":"…"}` as `mode manual, address …`. */
function wordsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .filter(([, part]) => part !== undefined && !(Array.isArray(part) && part.length === 0))
    .map(([name, part]) => `${name} ${Array.isArray(part) ? part.join(' ') : String(part)}`)
    .join(', ');
}
