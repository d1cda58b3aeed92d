import { useMemo, useRef } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import type { Components } from '../api/api-document.ts';
import type { Operation } from '../api/operations.ts';
import { schemaFields } from '../api/schema-fields.ts';
import { FieldList } from '../parts/field-list.tsx';
import { JsonEditor } from './json-editor.tsx';
import type { JsonEditorHandle } from './json-editor-props.ts';
import type { TextSpot } from './json-text.ts';
import { type BodyVerdict, exampleDraft } from './use-custom-test.ts';

export type BodyEditorProps = {
  body: string;
  onChange: (body: string) => void;
  verdict: BodyVerdict;
  operation: Operation | undefined;
  components: Components;
};

/** Edits the request body, marks errors in place, and lists the fields of the schema. */
export function BodyEditor({ body, onChange, verdict, operation, components }: BodyEditorProps) {
  const editor = useRef<JsonEditorHandle>(null);
  const { fault, complaints } = verdict;
  const marks = useMemo(
    () => (fault ? [fault] : complaints.flatMap(({ spot }) => (spot && spot.length < body.length ? [spot] : []))),
    [fault, complaints, body.length],
  );
  const show = (spot: TextSpot) =>
    editor.current?.select(spot.offset, Math.min(body.length, spot.offset + Math.max(spot.length, 1)));
  const error = fault ? `Line ${fault.line}, column ${fault.column}: ${fault.message}` : undefined;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label="Request body (JSON)" error={error}>
        {(control) => (
          <JsonEditor
            {...control}
            label="Request body (JSON)"
            value={body}
            onChange={onChange}
            marks={marks}
            editor={editor}
          />
        )}
      </Field>
      {complaints.length > 0 ? (
        <ul aria-label="Schema errors" className="flex flex-col gap-1 text-13">
          {complaints.map(({ pointer, message, spot }) => (
            <li key={`${pointer} ${message}`} data-tone="amber" className="text-tone-ink">
              {spot && spot.length < body.length ? (
                <button type="button" className="min-h-6 text-left underline" onClick={() => show(spot)}>
                  Line {spot.line}
                </button>
              ) : null}{' '}
              <code className="font-mono text-12">{pointer === '#' ? 'The body' : pointer.slice(2)}</code> {message}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {fault ? (
          <Button size="small" onClick={() => show(fault)}>
            Go to the error
          </Button>
        ) : null}
        {operation?.body ? (
          <Button size="small" onClick={() => onChange(exampleDraft(operation).body)}>
            Use the example
          </Button>
        ) : null}
        {fault === undefined && body.trim() !== '' ? (
          <Button size="small" variant="quiet" onClick={() => onChange(JSON.stringify(JSON.parse(body), null, 2))}>
            Format
          </Button>
        ) : null}
      </div>
      {operation?.body ? (
        <details>
          <summary className="min-h-6 w-fit cursor-pointer text-13 text-accent-ink">Fields of the body</summary>
          <div className="mt-2 border-l border-line pl-4">
            <FieldList fields={schemaFields(operation.body.schema, components)} label="Fields of the body" />
          </div>
        </details>
      ) : null}
    </div>
  );
}
