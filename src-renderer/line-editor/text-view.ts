/**
 * @file The text of a line in CodeMirror: coloured JSON with the findings marked, undo, and the colours of the window. Its
 * style tags carry the nonce of the page, without which the content security policy refuses them.
 */

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, nextDiagnostic, previousDiagnostic, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { EditorView, highlightActiveLine, highlightSpecialChars, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { FindingRow } from '../../src-shared/contract.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { placesOf } from '../json-text/json-layout.ts';

export interface TextViewOptions {
  /** For screen readers. */
  label: string;
  text: string;
  nonce: string;
  /** Called with the text after each change by a person. */
  onWrite: (text: string) => void;
}

/** A text that the page puts there, not a person. */
const fromPage = Annotation.define<true>();

/** One text being edited, in an element of the page. */
export class TextView {
  readonly #view: EditorView;
  readonly #writable = new Compartment();

  constructor(parent: HTMLElement, { label, text, nonce, onWrite }: TextViewOptions) {
    const state = EditorState.create({
      doc: text,
      extensions: [
        history(),
        json(),
        bracketMatching(),
        highlightActiveLine(),
        highlightSpecialChars(),
        syntaxHighlighting(colours),
        EditorView.lineWrapping,
        look,
        EditorView.cspNonce.of(nonce),
        // By keyboard it is reached even while it cannot be changed.
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        this.#writable.of([]),
        typing,
        keymap.of([
          { key: 'F8', run: nextDiagnostic },
          { key: 'Shift-F8', run: previousDiagnostic },
          // The page moves between lines of the file with these.
          ...defaultKeymap.filter(({ key }) => key !== 'Alt-ArrowUp' && key !== 'Alt-ArrowDown'),
          ...historyKeymap,
        ]),
        EditorView.updateListener.of(({ docChanged, transactions }) => {
          const isByPerson = transactions.some((one) => one.docChanged && one.annotation(fromPage) === undefined);
          if (docChanged && isByPerson) onWrite(this.text);
        }),
      ],
    });
    this.#view = new EditorView({ state, parent });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Replaces the text; a person can undo that like a change of their own. */
  replace(text: string): void {
    const whole = { from: 0, to: this.#view.state.doc.length, insert: text };
    this.#view.dispatch({ changes: whole, annotations: fromPage.of(true) });
  }

  /** Marks the places of the findings, which must be about this very text. */
  mark(findings: readonly FindingRow[]): void {
    const places = placesOf(
      this.text,
      findings.map(({ path }) => path),
    );
    const diagnostics = findings.flatMap(({ severity, message }, index): Diagnostic[] =>
      (places[index] ?? []).map((place) => ({ ...place, severity, message: findingSentence(message) })),
    );
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Selects the place of a finding and brings it into view. */
  show({ path }: Pick<FindingRow, 'path'>): void {
    const [place] = placesOf(this.text, [path])[0] ?? [];
    if (place === undefined) return;
    this.#view.dispatch({
      selection: { anchor: place.from, head: place.to },
      effects: EditorView.scrollIntoView(place.from, { y: 'center' }),
    });
    this.focus();
  }

  set isReadOnly(isReadOnly: boolean) {
    const extension = isReadOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [];
    this.#view.dispatch({ effects: this.#writable.reconfigure(extension) });
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}

/** Over a selection of several colours, the browser would write a style attribute of its own, which the policy refuses. */
const typing = EditorView.domEventHandlers({
  beforeinput({ inputType, data, isComposing }, view) {
    const { readOnly, selection } = view.state;
    if (inputType !== 'insertText' || data === null || isComposing || readOnly || selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--done)' },
  { tag: tags.number, color: 'var(--test)' },
  { tag: [tags.bool, tags.null], color: 'var(--production)' },
]);

/** The usual marks are pictures in data addresses, which the policy refuses: a line of text decoration takes their place. */
const marked = (colour: string) => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy ${colour}`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
});

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '12.5px', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--text)', paddingBlock: '8px' },
  '.cm-activeLine': { backgroundColor: 'var(--surface-raised)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--track)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--trouble-surface)' },
  '.cm-specialChar': { color: 'var(--trouble)' },
  '.cm-lintRange-error': { ...marked('var(--trouble)'), backgroundColor: 'var(--trouble-surface)' },
  '.cm-lintRange-warning': { ...marked('var(--attention)'), backgroundColor: 'var(--attention-surface)' },
  '.cm-lintRange-active': { backgroundColor: 'var(--surface-chosen)' },
  '.cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--surface-raised)', border: '1px solid var(--line)' },
  '.cm-diagnostic': { fontFamily: 'var(--mantine-font-family)', maxWidth: '420px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--trouble)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--attention)' },
});
