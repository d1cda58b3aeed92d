import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { Components } from '../api/api-document.ts';
import { fieldOf } from '../api/schema-fields.ts';
import { changeTarget, type Match } from './target.ts';

/** Edits the path and query values of an operation, each with a fitting control. */
export function ParameterFields({
  match,
  components,
  onChange,
}: {
  match: Match;
  components: Components;
  onChange: (target: string) => void;
}) {
  const { operation, params, query } = match;
  if (operation.parameters.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-3 text-13 font-semibold">Parameters</legend>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {operation.parameters.map((parameter) => {
          const place = parameter.in === 'path' ? 'path' : 'query';
          const { name, required, schema, description } = parameter;
          const { type, rules, choices } = fieldOf(name, required, schema, components);
          const value = (place === 'path' ? params : query)[name] ?? '';
          const change = (next: string) => onChange(changeTarget(match, place, name, next));
          const hint = [description, [type, ...rules].join(', ')].filter(Boolean).join(' ');
          return (
            <Field key={name} label={name} optional={!required} {...(choices.length > 0 ? {} : { hint })}>
              {(control) =>
                choices.length > 0 ? (
                  <Select
                    {...control}
                    value={value}
                    onChange={(event) => change(event.target.value)}
                    options={[
                      { value: '', label: 'not sent' },
                      ...choices.map((each) => ({ value: each, label: each })),
                    ]}
                  />
                ) : (
                  <TextField {...control} value={value} onChange={(event) => change(event.target.value)} />
                )
              }
            </Field>
          );
        })}
      </div>
    </fieldset>
  );
}
