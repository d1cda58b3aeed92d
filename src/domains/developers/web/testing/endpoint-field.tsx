import { useMemo } from 'react';
import { Field } from '#platform/web/ui/form/field.tsx';
import { SearchBox } from '#platform/web/ui/form/search-box.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { methods } from '../api/methods.ts';
import type { Operation } from '../api/operations.ts';
import { createOperationSearch } from '../api/search-operations.ts';
import { MethodBadge } from '../parts/method-badge.tsx';
import type { Draft } from './draft.ts';
import { exampleDraft } from './use-custom-test.ts';

const offersMax = 8;

/** Selects the method and a path, chosen from the reference or typed. */
export function EndpointField({
  draft,
  operations,
  error,
  onChange,
  onLoad,
}: {
  draft: Draft;
  operations: readonly Operation[];
  error: string | undefined;
  onChange: (next: Partial<Draft>) => void;
  onLoad: (draft: Draft) => void;
}) {
  const find = useMemo(() => createOperationSearch(operations), [operations]);
  const offers = find(draft.endpoint.split('?')[0] ?? '').slice(0, offersMax);
  const items = offers.map((operation) => ({
    key: operation.id,
    label: operation.path,
    detail: operation.summary,
    icon: <MethodBadge method={operation.method} />,
    onChoose: () => onLoad(exampleDraft(operation)),
  }));
  return (
    <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Field label="Method">
        {(control) => (
          <Select
            {...control}
            value={draft.method}
            onChange={({ target: { value } }) => onChange({ method: value as Draft['method'] })}
            options={methods.map((value) => ({ value, label: value }))}
          />
        )}
      </Field>
      <div className="flex min-w-0 flex-col gap-1.5">
        <span aria-hidden="true" className="text-13 font-medium">
          Endpoint
        </span>
        <SearchBox
          label="Endpoint"
          placeholder="/api/…"
          value={draft.endpoint}
          onChange={(endpoint) => onChange({ endpoint })}
          groups={[{ label: 'From the reference', items }]}
        />
        {error ? (
          <p role="alert" data-tone="red" className="text-13 text-tone-ink">
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}
