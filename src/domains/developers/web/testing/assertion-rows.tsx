import { Check, Plus, X } from 'lucide-react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { type Assertion, assertionKinds, describeAssertion, judge, takesExpected, takesSubject } from './assertions.ts';
import type { Exchange } from './exchange.ts';

const ASSERTIONS_MAX = 20;
const options = Object.entries(assertionKinds).map(([value, label]) => ({ value, label }));

/** Edits the assertions about a response, one per line. */
export function AssertionRows({
  assertions,
  onChange,
}: {
  assertions: readonly Assertion[];
  onChange: (assertions: Assertion[]) => void;
}) {
  const set = (at: number, next: Partial<Assertion>) =>
    onChange(assertions.map((each, index) => (index === at ? { ...each, ...next } : each)));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-13 font-semibold">Assertions</legend>
      {assertions.map(({ kind, subject, expected }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows being edited have no other key.
        <div key={at} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <div className="grid gap-2 sm:grid-cols-3">
            <Field label={`Kind of assertion ${at + 1}`} labelHidden>
              {(control) => (
                <Select
                  {...control}
                  value={kind}
                  options={options}
                  onChange={(event) => set(at, { kind: event.target.value as Assertion['kind'] })}
                />
              )}
            </Field>
            {takesSubject(kind) ? (
              <Field label={`Subject of assertion ${at + 1}`} labelHidden>
                {(control) => (
                  <TextField
                    {...control}
                    placeholder={kind === 'header' ? 'content-type' : 'assets[0].assetId'}
                    value={subject}
                    onChange={(event) => set(at, { subject: event.target.value })}
                  />
                )}
              </Field>
            ) : null}
            {takesExpected(kind) ? (
              <Field label={`Expected value of assertion ${at + 1}`} labelHidden>
                {(control) => (
                  <TextField
                    {...control}
                    placeholder="Expected"
                    value={expected}
                    onChange={(event) => set(at, { expected: event.target.value })}
                  />
                )}
              </Field>
            ) : null}
          </div>
          <IconButton
            label={`Remove assertion ${at + 1}`}
            onClick={() => onChange(assertions.filter((_, index) => index !== at))}
          >
            <X aria-hidden="true" size={14} />
          </IconButton>
        </div>
      ))}
      {assertions.length < ASSERTIONS_MAX ? (
        <div>
          <Button
            size="small"
            variant="quiet"
            icon={<Plus aria-hidden="true" size={14} />}
            onClick={() => onChange([...assertions, { kind: 'status', subject: '', expected: '200' }])}
          >
            Add assertion
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

/** The outcome of each assertion, with the actual value where it failed. */
export function AssertionResults({ assertions, exchange }: { assertions: readonly Assertion[]; exchange: Exchange }) {
  if (assertions.length === 0) return null;
  const judged = assertions.map((assertion) => judge(assertion, exchange));
  return (
    <div>
      <p className="mb-2 text-13 font-semibold">
        {judged.filter(({ holds }) => holds).length} of {judged.length} assertions passed
      </p>
      <ul aria-label="Assertions" className="flex flex-col gap-1.5">
        {judged.map(({ assertion, holds, found }, at) => {
          const Icon = holds ? Check : X;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may be asserted twice.
            <li key={at} data-tone={holds ? 'green' : 'red'} className="flex items-start gap-2 text-13">
              <Icon aria-hidden="true" size={14} className="mt-0.5 shrink-0 text-tone-ink" />
              <span className="wrap-anywhere">
                <span className="sr-only">{holds ? 'Passed: ' : 'Failed: '}</span>
                {describeAssertion(assertion)}
                {holds ? '' : <span className="text-muted"> (found: {found})</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
