import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type RefObject, useEffect, useRef } from 'react';
import { StyleModule } from 'style-mod';
import type { JsonEditorProps } from './json-editor-props.ts';
import type { TextSpot } from './json-text.ts';

export type CodeMirrorProps = JsonEditorProps & {
  /** The selection of the plain field that this editor replaces; null if that had no focus. */
  selection: RefObject<{ readonly start: number; readonly end: number } | null>;
};

/** CodeMirror 6 for JSON, styled with the design tokens. Tab moves focus, so keyboard users can leave the editor. */
export default function CodeMirror({ label, value, onChange, marks, editor, selection, ...control }: CodeMirrorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(onChange);
  latest.current = onChange;
  const begin = useRef({ label, value, selection, id: control.id });

  useEffect(() => {
    if (host.current === null) return;
    const {
      label: name,
      value: doc,
      selection: { current: kept },
      id,
    } = begin.current;
    const created = new EditorView({
      parent: host.current,
      state: EditorState.create({ doc, extensions: extensions((text) => latest.current(text)) }),
    });
    created.contentDOM.id = id;
    created.contentDOM.setAttribute('aria-label', name);
    if (kept) {
      created.focus();
      created.dispatch({ selection: { anchor: kept.start, head: kept.end } });
    }
    view.current = created;
    return () => created.destroy();
  }, []);

  useEffect(() => {
    editor.current = {
      select: (from, to) => {
        view.current?.focus();
        view.current?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      },
    };
    return () => {
      editor.current = null;
    };
  }, [editor]);

  useEffect(() => {
    const text = view.current?.state.doc.toString();
    if (text !== undefined && text !== value)
      view.current?.dispatch({ changes: { from: 0, to: text.length, insert: value } });
    view.current?.dispatch({ effects: mark.of(marks) });
  }, [value, marks]);

  const { 'aria-invalid': invalid, 'aria-describedby': describedBy } = control;
  useEffect(() => {
    view.current?.dispatch({
      effects: attributes.reconfigure(
        EditorView.contentAttributes.of({
          // A scrollable region needs a focusable element, and axe does not count an editable one without this.
          tabindex: '0',
          'aria-invalid': String(invalid),
          ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        }),
      ),
    });
  }, [invalid, describedBy]);

  return (
    <div
      ref={host}
      className="max-h-120 min-h-34 overflow-auto rounded-6 border border-control/60 bg-surface text-13 focus-within:border-accent"
    />
  );
}

const attributes = new Compartment();
const mark = StateEffect.define<readonly TextSpot[]>();

const extensions = (onChange: (text: string) => void) => [
  lineNumbers(),
  history(),
  json(),
  bracketMatching(),
  indentUnit.of('  '),
  syntaxHighlighting(highlighting),
  theme,
  marked,
  attributes.of([]),
  keymap.of([...defaultKeymap, ...historyKeymap]),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) onChange(update.state.doc.toString());
  }),
];

/** Marks errors in the text. An empty mark covers the character before it. */
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(now, transaction) {
    const moved = now.map(transaction.changes);
    const [given] = transaction.effects.filter((effect) => effect.is(mark)).map((effect) => effect.value);
    if (given === undefined) return moved;
    const { length } = transaction.state.doc;
    const ranges = given.flatMap((spot) => {
      const to = Math.min(length, spot.offset + spot.length);
      const from = Math.max(0, Math.min(spot.length === 0 ? spot.offset - 1 : spot.offset, to));
      return from < to ? [wrong.range(from, to)] : [];
    });
    return Decoration.set(ranges, true);
  },
  provide: (field) => EditorView.decorations.from(field),
});
const wrong = Decoration.mark({ class: 'cm-wrong', attributes: { 'data-tone': 'red' } });

const theme = EditorView.theme({
  '&': { color: 'var(--stone-12)', backgroundColor: 'transparent' },
  '.cm-content, .cm-gutter': { minHeight: '8.5rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.25rem' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--stone-12)' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--stone-11)',
    borderRight: '1px solid var(--stone-6)',
  },
  '.cm-wrong': { backgroundColor: 'var(--tone-line)', borderRadius: '2px' },
});

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent-ink)' },
  { tag: [tags.number, tags.bool, tags.null], fontWeight: '500' },
]);

// CodeMirror adds a <style> element to a document, which `style-src 'self'` blocks, but adopts a constructed style
// sheet in a root without a head. This provides such a root.
const mount = StyleModule.mount;
const adopting = {
  ownerDocument: document,
  get adoptedStyleSheets() {
    return document.adoptedStyleSheets;
  },
  set adoptedStyleSheets(sheets) {
    document.adoptedStyleSheets = sheets;
  },
};
StyleModule.mount = (root, modules) =>
  mount.call(StyleModule, root === document ? (adopting as unknown as ShadowRoot) : root, modules);
