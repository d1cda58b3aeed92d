import { Fragment } from 'react';
import { formatCounted } from '#platform/web/format-number.ts';
import { Prose } from '#platform/web/ui/value/prose.tsx';
import type { SchemaField } from '../api/schema-fields.ts';

/** The fields of a body, a response or a URL, nested, with deep levels collapsed. */
export function FieldList({
  fields,
  label,
  depth = 0,
}: {
  fields: readonly SchemaField[];
  label: string;
  depth?: number;
}) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {fields.map((field) => (
        <li key={field.name} className="py-2.5 first:pt-0 last:pb-0">
          <FieldFacts field={field} />
          {field.fields.length === 0 ? null : <Inside field={field} depth={depth} />}
        </li>
      ))}
    </ul>
  );
}

function FieldFacts({ field }: { field: SchemaField }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono text-13 font-medium wrap-anywhere">{field.name}</code>
        <span className="text-13 text-muted">{field.type}</span>
        {field.required ? (
          <span data-tone="amber" className="text-12 font-medium text-tone-ink">
            required
          </span>
        ) : null}
      </p>
      {field.description ? (
        <p className="mt-0.5 text-13 text-pretty text-muted">
          <Prose text={field.description} />
        </p>
      ) : null}
      {field.choices.length > 0 ? (
        <p className="mt-1 flex flex-wrap gap-1 text-13 text-muted">
          One of{' '}
          {field.choices.map((choice) => (
            <Fragment key={choice}>
              <code className="rounded-[4px] bg-stone-4 px-1 font-mono text-12 leading-5 text-ink">{choice}</code>{' '}
            </Fragment>
          ))}
        </p>
      ) : null}
      {field.rules.length > 0 ? (
        <p className="mt-0.5 text-12 wrap-anywhere text-muted">{field.rules.join(' · ')}</p>
      ) : null}
    </>
  );
}

function Inside({ field, depth }: { field: SchemaField; depth: number }) {
  const inner = (
    <div className="mt-2 border-l border-line pl-4">
      <FieldList fields={field.fields} label={`Fields of ${field.name}`} depth={depth + 1} />
    </div>
  );
  if (depth < 1 && field.fields.length <= 8) return inner;
  return (
    <details className="mt-1">
      <summary className="min-h-6 w-fit cursor-pointer text-13 text-accent-ink">
        {formatCounted(field.fields.length, 'nested field')}
      </summary>
      {inner}
    </details>
  );
}
