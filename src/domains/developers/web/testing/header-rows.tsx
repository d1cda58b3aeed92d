import { Plus, RotateCw, X } from 'lucide-react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { ApiRequest } from '../api/build-request.ts';
import { isSecretName } from './secrets.ts';

type Header = { name: string; value: string };
const HEADERS_MAX = 10;

/** Edits the request's headers: the automatic ones, and the user's own. */
export function HeaderRows({
  request,
  headers,
  onChange,
  onRenewKey,
}: {
  request: ApiRequest | undefined;
  headers: readonly Header[];
  onChange: (headers: Header[]) => void;
  onRenewKey: () => void;
}) {
  const own = new Set(headers.map(({ name }) => name.trim().toLowerCase()));
  const given = Object.entries(request?.headers ?? {}).filter(([name]) => !own.has(name.toLowerCase()));
  const set = (at: number, next: Partial<Header>) =>
    onChange(headers.map((each, index) => (index === at ? { ...each, ...next } : each)));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-13 font-semibold">Headers</legend>
      <ul aria-label="Sent headers" className="flex flex-col gap-1 font-mono text-12">
        <li className="text-muted">Authorization: the token of your session, never shown</li>
        {given.map(([name, value]) => (
          <li key={name} className="flex items-center gap-1 wrap-anywhere">
            {name}: {value}
            {name === 'Idempotency-Key' ? (
              <IconButton label="Generate a new key" size="small" onClick={onRenewKey}>
                <RotateCw aria-hidden="true" size={12} />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
      {headers.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows being edited have no other key.
        <div key={at} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_auto] items-start gap-2">
          <Field
            label={`Name of header ${at + 1}`}
            labelHidden
            error={isSecretName(name) ? 'Set from your session' : undefined}
          >
            {(control) => (
              <TextField
                {...control}
                placeholder="Name"
                value={name}
                onChange={(event) => set(at, { name: event.target.value })}
              />
            )}
          </Field>
          <Field label={`Value of header ${at + 1}`} labelHidden>
            {(control) => (
              <TextField
                {...control}
                placeholder="Value"
                value={value}
                onChange={(event) => set(at, { value: event.target.value })}
              />
            )}
          </Field>
          <IconButton
            label={`Remove header ${at + 1}`}
            onClick={() => onChange(headers.filter((_, index) => index !== at))}
          >
            <X aria-hidden="true" size={14} />
          </IconButton>
        </div>
      ))}
      {headers.length < HEADERS_MAX ? (
        <div>
          <Button
            size="small"
            variant="quiet"
            icon={<Plus aria-hidden="true" size={14} />}
            onClick={() => onChange([...headers, { name: '', value: '' }])}
          >
            Add header
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
