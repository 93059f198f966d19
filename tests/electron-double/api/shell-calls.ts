/**
 * @file Finds what the shell uses of Electron: each member of Electron's types that it calls, reads or sets, and each event that
 * it listens to. The compiler says to which type a name belongs.
 */

import { globSync } from 'node:fs';
import { join } from 'node:path';
import * as syntax from 'typescript/unstable/ast';
import {
  API,
  type NodeHandle,
  type Project,
  SignatureKind,
  type Type,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync';
import { electronApi } from './electron-api.ts';

const root = join(import.meta.dirname, '../../..');
/** The linter keeps `electron` out of all others. */
const shells: readonly { project: string; files: readonly string[] }[] = [
  { project: 'src-main/tsconfig.json', files: ['src-main/index.ts', 'src-main/shells/electron/**/*.ts'] },
  { project: 'src-preload/tsconfig.json', files: ['src-preload/*.ts'] },
];

/** By the type's name, as `import … from 'electron'` names what has it. */
const exportedNames = new Map(
  [...electronApi.main, ...electronApi.renderer, ['process', 'Process'] as const].map(([name, type]) => [type, name]),
);
const listening = new Set(['on', 'once', 'off']);

/** As `app.quit`, `app.on('ready')` or `new Tray`, in order. */
export function findShellCalls(): string[] {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: shells.map(({ project }) => join(root, project)) });
    const calls = shells.flatMap(({ project, files }) => {
      const opened = snapshot.getProject(join(root, project));
      if (opened === undefined) throw new Error(`The compiler does not open ${project}.`);
      const finder = new Finder(opened);
      return globSync([...files], { cwd: root }).flatMap((file) => finder.callsIn(join(root, file)));
    });
    return [...new Set(calls)].sort();
  } finally {
    api.close();
  }
}

class Finder {
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
  }

  callsIn(path: string): string[] {
    const file = this.#project.program.getSourceFile(path);
    if (file === undefined) throw new Error(`The compiler does not know ${path}.`);
    const calls: string[] = [];
    const visit = (node: syntax.Node): void => {
      if (syntax.isPropertyAccessExpression(node)) calls.push(...this.#accessed(node));
      if (syntax.isObjectBindingPattern(node)) calls.push(...this.#unpacked(node));
      if (syntax.isNewExpression(node)) calls.push(...this.#made(node.expression));
      if (syntax.isCallExpression(node) || syntax.isNewExpression(node))
        for (const given of node.arguments ?? []) calls.push(...this.#handedOver(given));
      if (syntax.isPropertyAssignment(node)) calls.push(...this.#handedOver(node.initializer));
      if (syntax.isShorthandPropertyAssignment(node) && syntax.isIdentifier(node.name))
        calls.push(...this.#handedOver(node.name));
      node.forEachChild(visit);
    };
    visit(file);
    return calls;
  }

  #accessed(node: syntax.PropertyAccessExpression): string[] {
    const owner = this.#ownerOf(this.#project.checker.getSymbolAtLocation(node.name));
    if (owner === undefined) return [];
    const { parent } = node;
    const [first] = syntax.isCallExpression(parent) && parent.expression === node ? parent.arguments : [];
    const isListening = listening.has(node.name.text) && first !== undefined && syntax.isStringLiteral(first);
    return [isListening ? `${owner}.on('${first.text}')` : `${owner}.${node.name.text}`];
  }

  #unpacked(pattern: syntax.ObjectBindingPattern): string[] {
    const { checker } = this.#project;
    const type = checker.getTypeAtLocation(pattern);
    return pattern.elements.flatMap(({ propertyName, name }) => {
      const from = propertyName ?? name;
      if (type === undefined || from === undefined || !syntax.isIdentifier(from)) return [];
      const owner = this.#ownerOf(checker.getPropertyOfType(type, from.text));
      return owner === undefined ? [] : [`${owner}.${from.text}`];
    });
  }

  #made(expression: syntax.Expression): string[] {
    const owner = this.#electrons(expression);
    return owner === undefined ? [] : [`new ${owner}`];
  }

  /** What an interface of ours takes from something of Electron's that is handed over for it. */
  #handedOver(expression: syntax.Expression): string[] {
    const owner = this.#electrons(expression);
    const ours = owner === undefined ? undefined : this.#project.checker.getContextualType(expression);
    return owner === undefined || ours === undefined ? [] : this.#taken(ours, owner);
  }

  #taken(ours: Type, owner: string): string[] {
    const { checker } = this.#project;
    const made = checker.getSignaturesOfType(ours, SignatureKind.Construct).flatMap((signature) => {
      const instance = checker.getReturnTypeOfSignature(signature);
      return [`new ${owner}`, ...(instance === undefined ? [] : this.#taken(instance, owner))];
    });
    const members = checker.getPropertiesOfType(ours).filter(({ declarations }) => declarations.every(isOurs));
    return [
      ...made,
      ...members.flatMap((member) =>
        listening.has(member.name) ? this.#events(member, owner) : [`${owner}.${member.name}`],
      ),
    ];
  }

  #events(on: TypeSymbol, owner: string): string[] {
    const { checker } = this.#project;
    const type = checker.getTypeOfSymbol(on);
    if (type === undefined) return [];
    return checker.getSignaturesOfType(type, SignatureKind.Call).flatMap((signature) => {
      const event = checker.getParameterType(signature, 0);
      const names = event?.isUnionType() ? event.getTypes() : event === undefined ? [] : [event];
      return names.flatMap((name) => (name?.isStringLiteralType() ? [`${owner}.on('${name.value}')`] : []));
    });
  }

  /** The class or module of Electron that an expression is. */
  #electrons(expression: syntax.Expression): string | undefined {
    const [declaration, ...more] = this.#project.checker.getTypeAtLocation(expression)?.getSymbol()?.declarations ?? [];
    if (declaration === undefined || ![declaration, ...more].every(isElectrons)) return undefined;
    return nameOf(declaration.resolve(this.#project));
  }

  /** The class or module of Electron that has a member; undefined for plain data and for all that is not Electron's. */
  #ownerOf(member: TypeSymbol | undefined): string | undefined {
    const [declaration] = member?.declarations ?? [];
    if (declaration === undefined || !member?.declarations.every(isElectrons)) return undefined;
    return nameOf(declaration.resolve(this.#project)?.parent);
  }
}

function nameOf(declared: syntax.Node | undefined): string | undefined {
  if (declared === undefined) return undefined;
  const isClass = syntax.isClassDeclaration(declared);
  if (!isClass && !syntax.isInterfaceDeclaration(declared)) return undefined;
  const type = declared.name?.text ?? '';
  return exportedNames.get(type) ?? (isClass ? type : undefined);
}

function isElectrons({ path }: NodeHandle): boolean {
  return path.endsWith('/node_modules/electron/electron.d.ts');
}

function isOurs({ path }: NodeHandle): boolean {
  return !path.includes('/node_modules/');
}
