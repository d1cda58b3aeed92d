import { lazy, Suspense, useRef } from 'react';
import { Textarea } from '#platform/web/ui/form/textarea.tsx';
/** Selects a part of the text and brings it into view. */
import type { JsonEditorProps } from './json-editor-props.ts';

const CodeMirror = lazy(() => import('./code-mirror.tsx'));

/** A JSON editor. A plain field replaces it until the editor is loaded, then hands over its text and selection. */
export function JsonEditor(props: JsonEditorProps) {
  const plain = useRef<HTMLTextAreaElement>(null);
  const selection = useRef<{ start: number; end: number } | null>(null);
  const { label, value, onChange, marks: _, editor: __, ...control } = props;
  const remember = () => {
    const field = plain.current;
    selection.current =
      field === document.activeElement && field !== null
        ? { start: field.selectionStart, end: field.selectionEnd }
        : null;
  };
  const fallback = (
    <Textarea
      {...control}
      ref={plain}
      mono
      rows={6}
      aria-label={label}
      spellCheck={false}
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
        remember();
      }}
      onSelect={remember}
      onBlur={remember}
    />
  );
  return (
    <Suspense fallback={fallback}>
      <CodeMirror {...props} selection={selection} />
    </Suspense>
  );
}
