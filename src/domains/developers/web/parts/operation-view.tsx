import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Json } from '#platform/contract/scalars.ts';
import { CodeBlock } from '#platform/web/ui/value/code-block.tsx';
import { JsonViewer } from '#platform/web/ui/value/json-viewer.tsx';
import { Prose } from '#platform/web/ui/value/prose.tsx';
import type { ApiFault, Components } from '../api/api-document.ts';
import { exampleRequest } from '../api/build-request.ts';
import { adviceOn } from '../api/error-fixes.ts';
import type { Language } from '../api/languages.ts';
import type { Operation } from '../api/operations.ts';
import { fieldOf, schemaFields, typeOf } from '../api/schema-fields.ts';
import { keepLanguage } from '../reference/reference-search.ts';
import { accessInWords } from './access-badge.tsx';
import { FieldList } from './field-list.tsx';
import { Snippets } from './snippets.tsx';
import { StatusBadge } from './status-badge.tsx';

export type OperationViewProps = {
  operation: Operation;
  components: Components;
  language: Language;
  onLanguageChange: (language: Language) => void;
};

/** One operation: fields on one side, examples on the other, errors below. */
export function OperationView({ operation, components, language, onLanguageChange }: OperationViewProps) {
  const { description, access, body, answer, errors, takesKey } = operation;
  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-[72ch] text-muted">
        {description ? (
          <p className="text-pretty text-ink">
            <Prose text={description} />
          </p>
        ) : null}
        <p className="mt-1">{accessInWords(access)}</p>
        {takesKey ? (
          <p className="mt-1">
            <Prose text="Accepts an `Idempotency-Key`. Requests with the same key and body take effect only once." />
          </p>
        ) : null}
      </div>
      <div className="grid gap-6 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Parameters operation={operation} components={components} place="path" title="Path" />
          <Parameters operation={operation} components={components} place="query" title="Query" />
          {body ? (
            <Part title="Request body" detail="application/json">
              <FieldList fields={schemaFields(body.schema, components)} label="Fields of the request body" />
            </Part>
          ) : null}
          <Part title={`Response ${answer.status}`} detail={answer.types.map(({ type }) => type).join(', ')}>
            {answer.types.map(({ type, schema }) =>
              type === 'application/json' ? (
                <AnswerFields key={type} fields={schemaFields(schema, components)} kind={typeOf(schema, components)} />
              ) : null,
            )}
            {answer.types.some(({ type }) => type === 'application/json') ? null : (
              <p className="text-13 text-muted">The response is not JSON but {answer.types[0]?.type}.</p>
            )}
          </Part>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Part title="Code">
            <Snippets request={exampleRequest(operation)} language={language} onLanguageChange={onLanguageChange} />
          </Part>
          {body ? (
            <Part title="Example body">
              <CodeBlock code={JSON.stringify(body.example, null, 2)} label="Request body" />
            </Part>
          ) : null}
          {answer.types.map(({ type, example }) =>
            example === undefined ? null : (
              <Part key={type} title="Example response">
                <JsonViewer
                  value={example as Json}
                  label={`example response of ${operation.method} ${operation.path}`}
                />
              </Part>
            ),
          )}
        </div>
      </div>
      {errors.length > 0 ? (
        <Part title="Errors">
          <FaultTable faults={errors} />
        </Part>
      ) : null}
    </div>
  );
}

function Parameters({
  operation,
  components,
  place,
  title,
}: {
  operation: Operation;
  components: Components;
  place: 'path' | 'query';
  title: string;
}) {
  const parameters = operation.parameters.filter((parameter) => parameter.in === place);
  if (parameters.length === 0) return null;
  const fields = parameters.map(({ name, required, schema, description }) => {
    const field = fieldOf(name, required, schema, components);
    return { ...field, description: description ?? field.description };
  });
  return (
    <Part title={title}>
      <FieldList fields={fields} label={`${title} parameters`} />
    </Part>
  );
}

function AnswerFields({ fields, kind }: { fields: ReturnType<typeof schemaFields>; kind: string }) {
  return (
    <>
      {kind === 'object' ? null : <p className="mb-2 text-13 text-muted">{kind}</p>}
      {fields.length > 0 ? <FieldList fields={fields} label="Fields of the response" /> : null}
    </>
  );
}

function Part({ title, detail, children }: { title: string; detail?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h4 className="mb-2 flex flex-wrap items-baseline gap-x-2 text-13 font-semibold">
        {title}
        {detail ? <span className="font-mono text-12 font-normal text-muted">{detail}</span> : null}
      </h4>
      {children}
    </div>
  );
}

/** The errors of an operation, each with its meaning and fix. */
function FaultTable({ faults }: { faults: readonly ApiFault[] }) {
  return (
    <ul aria-label="Errors" className="divide-y divide-line rounded-8 border border-line">
      {faults.map((fault) => {
        const { meaning, fix } = adviceOn(fault);
        return (
          <li
            key={fault.code}
            className="grid gap-x-4 gap-y-1 px-3 py-2.5 sm:grid-cols-[4rem_minmax(0,16rem)_minmax(0,1fr)]"
          >
            <span>
              <StatusBadge status={fault.status} />
            </span>
            <Link
              to="/api-docs"
              search={keepLanguage}
              hash={`error-${fault.code}`}
              className="font-mono text-13 wrap-anywhere text-accent-ink hover:underline"
            >
              {fault.code}
            </Link>
            <span className="text-13 text-pretty text-muted">
              <Prose text={`${meaning} ${fix}`} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
