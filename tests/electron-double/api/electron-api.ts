/**
 * @file Reads Electron's own typings: which modules there are, and which members and events each has. The double can
 * therefore neither invent a name nor miss one without saying so. Pure, except for `electronApi`.
 */

import { readFileSync } from 'node:fs';

export interface ElectronType {
  /** Names of the instances, without those of the parent. */
  members: ReadonlySet<string>;
  statics: ReadonlySet<string>;
  events: ReadonlySet<string>;
  /** The name of the type that it extends, if that is one of Electron's. */
  parent: string | undefined;
}

export interface ElectronApi {
  types: ReadonlyMap<string, ElectronType>;
  /** What `import 'electron'` exports, by process, with the name of its type. */
  main: ReadonlyMap<string, string>;
  renderer: ReadonlyMap<string, string>;
}

/** Electron's typings are generated, so that the indentation tells where a type and a member begin. */
const TYPE = /^ {2}(?:class|interface) (\w+)(?: extends (\w+))? ?[^{]*\{/;
const MEMBER = /^ {4}(static )?(?:readonly )?(\w+)\??[(:<]/;
const EVENT = /^ {4}on\(event: '([^']+)'/;
const NAMESPACE = /^ {2}namespace (\w+) \{/;
const EXPORT = /^ {4}(?:const (\w+): (?:typeof )?(\w+)|class (\w+) extends Electron\.\w+)/;

/** @param typings the text of electron.d.ts */
export function readElectronApi(typings: string): ElectronApi {
  const types = new Map<string, { members: Set<string>; statics: Set<string>; events: Set<string>; parent?: string }>();
  const exported = new Map<string, Map<string, string>>();
  let type: string | undefined;
  let namespace: string | undefined;
  for (const line of typings.split('\n')) {
    const [, opened] = NAMESPACE.exec(line) ?? [];
    if (opened !== undefined) {
      namespace = opened;
      type = undefined;
      exported.set(opened, new Map());
      continue;
    }
    if (namespace !== undefined) {
      const [, constant, itsType = '', itsClass] = EXPORT.exec(line) ?? [];
      if (constant !== undefined) exported.get(namespace)?.set(constant, itsType);
      if (itsClass !== undefined) exported.get(namespace)?.set(itsClass, itsClass);
      continue;
    }
    const [, name, parent] = TYPE.exec(line) ?? [];
    if (name !== undefined) {
      type = name;
      const before = types.get(name);
      types.set(
        name,
        before ?? { members: new Set(), statics: new Set(), events: new Set(), ...(parent && { parent }) },
      );
    } else if (line.startsWith('  }')) type = undefined;
    const current = type === undefined ? undefined : types.get(type);
    if (current === undefined) continue;
    const [, isStatic, member] = MEMBER.exec(line) ?? [];
    if (member !== undefined && member !== 'constructor') (isStatic ? current.statics : current.members).add(member);
    const [, event] = EVENT.exec(line) ?? [];
    if (event !== undefined) current.events.add(event);
  }
  const common = exported.get('Common') ?? [];
  return {
    types: new Map([...types].map(([name, { parent, ...rest }]) => [name, { ...rest, parent }])),
    main: new Map([...common, ...(exported.get('Main') ?? [])]),
    renderer: new Map([...common, ...(exported.get('Renderer') ?? [])]),
  };
}

/** The API of the installed Electron. */
export const electronApi: ElectronApi = readElectronApi(
  readFileSync(new URL('../../../node_modules/electron/electron.d.ts', import.meta.url), 'utf8'),
);

/** The names of a type and of all types that it extends. @throws Error if Electron has no such type */
export function namesOf(typeName: string, kind: 'members' | 'statics' | 'events', api = electronApi): Set<string> {
  const type = api.types.get(typeName);
  if (type === undefined) throw new Error(`Electron has no type ${typeName}.`);
  const inherited = type.parent !== undefined && api.types.has(type.parent) ? namesOf(type.parent, kind, api) : [];
  return new Set([...inherited, ...type[kind]]);
}
