import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelLevy, type LevyJob, type PropertyType, propertyTypes, startLevy } from '#domains/registry/contract.ts';
import { formatCount, formatCounted, nounFor } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { propertyTypeNames } from '../property-type.ts';
import { leviesQuery, levyQuery, neighborhoodsQuery } from '../queries.ts';

const doneOf = ({ levied, unchanged, exempt, notAssessed, rejected }: LevyJob) =>
  levied + unchanged + exempt + notAssessed + rejected;

/** Levies the tax of a year on the roll or a part of it: first a preview, then the levy, with progress. */
export function Levies({ years }: { years: readonly number[] }) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(leviesQuery);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['registry'] });
  const start = useCallMutation(startLevy, { onSuccess: refresh });
  const cancel = useCallMutation(cancelLevy, { onSuccess: refresh });
  const neighborhoods = useQuery(neighborhoodsQuery).data?.neighborhoods ?? [];
  const [scope, setScope] = useState({ year: String(years[0] ?? ''), neighborhood: '', propertyType: '' });
  const running = data?.levies.find(({ state }) => state === 'running');
  const last = data?.levies[0];
  const request = (preview: boolean) =>
    start.mutate({
      body: {
        year: Number(scope.year),
        preview,
        ...(scope.neighborhood ? { neighborhood: scope.neighborhood } : {}),
        ...(scope.propertyType ? { propertyType: scope.propertyType as PropertyType } : {}),
      },
    });
  // Bills of a whole roll are recorded only after their sum was shown.
  const isPreviewed =
    last?.preview === true &&
    last.state === 'finished' &&
    last.year === Number(scope.year) &&
    (last.neighborhood ?? '') === scope.neighborhood &&
    (last.propertyType ?? '') === scope.propertyType;
  const hint = !isPreviewed ? 'Preview it before you levy.' : last.levied === 0 ? 'Nothing to bill.' : undefined;
  const failure = start.error ?? cancel.error;
  return (
    <div className="flex flex-col gap-5">
      <Card title="Levy" description="A property is billed once a year. Levying again bills only those without a bill.">
        <div className="flex flex-col gap-4">
          <div className="grid gap-3 sm:grid-cols-3">
            <Field label="Tax year">
              {(control) => (
                <Select
                  {...control}
                  options={years.map((year) => ({ value: String(year), label: String(year) }))}
                  value={scope.year}
                  onChange={(event) => setScope({ ...scope, year: event.target.value })}
                />
              )}
            </Field>
            <Field label="Neighborhood">
              {(control) => (
                <Select
                  {...control}
                  options={[
                    { value: '', label: 'All' },
                    ...neighborhoods.map(({ neighborhood }) => ({ value: neighborhood, label: neighborhood })),
                  ]}
                  value={scope.neighborhood}
                  onChange={(event) => setScope({ ...scope, neighborhood: event.target.value })}
                />
              )}
            </Field>
            <Field label="Use">
              {(control) => (
                <Select
                  {...control}
                  options={[
                    { value: '', label: 'All' },
                    ...propertyTypes.map((type) => ({ value: type, label: propertyTypeNames[type] })),
                  ]}
                  value={scope.propertyType}
                  onChange={(event) => setScope({ ...scope, propertyType: event.target.value })}
                />
              )}
            </Field>
          </div>
          {failure ? <Banner kind="failure">{failure.message}</Banner> : null}
          {running ? (
            <>
              <ProgressBar
                label={`${running.preview ? 'Previewing' : 'Levying'} ${running.year}`}
                share={doneOf(running) / Math.max(running.total, 1)}
                value={`${formatCount(doneOf(running))} of ${formatCount(running.total)}`}
              />
              <div>
                <Button
                  busy={cancel.isPending && 'Canceling…'}
                  onClick={() => cancel.mutate({ params: { id: running.id } })}
                >
                  Cancel
                </Button>
              </div>
            </>
          ) : (
            <div className="flex flex-wrap gap-2">
              <Button disabled={scope.year === '' || start.isPending} onClick={() => request(true)}>
                Preview
              </Button>
              <Button variant="primary" disabled={hint !== undefined || start.isPending} onClick={() => request(false)}>
                Levy {scope.year}
              </Button>
              {hint ? <p className="self-center text-13 text-muted">{hint}</p> : null}
            </div>
          )}
          {/* The region exists before its content, so that screen readers announce it. */}
          <div aria-live="polite">{last && last.state !== 'running' ? <Outcome levy={last} /> : null}</div>
        </div>
      </Card>
      {error && !data ? (
        <ErrorState title="Couldn't load the levies" error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          name="Levies"
          columns={columns}
          rows={data?.levies}
          rowKey={({ id }) => id}
          skeletonRows={3}
          toolbar={<h2 className="text-14 font-semibold text-ink">Levies</h2>}
          empty={
            <EmptyState
              title="No levy has been started here"
              description="Bills issued in another way, such as through the API, are listed with their property."
            />
          }
        />
      )}
    </div>
  );
}

/** The outcome of the last levy in a sentence, with its rejections. */
function Outcome({ levy }: { levy: LevyJob }) {
  const { data } = useQuery({ ...levyQuery(levy.id), enabled: levy.rejected > 0 });
  const { preview, state, levied, unchanged, exempt, notAssessed, rejected, totalFormatted, problem } = levy;
  return (
    <div className="flex flex-col gap-2">
      <p>
        {state === 'canceled' ? 'Canceled. ' : state === 'failed' ? `Stopped: ${problem ?? 'unknown'} ` : ''}
        {formatCounted(levied, 'property', 'properties')} {preview ? 'would be' : nounFor(levied, 'was', 'were')} billed{' '}
        {totalFormatted} in all. {formatCount(unchanged)} had a bill, {formatCount(exempt)} exempt,{' '}
        {formatCount(notAssessed)} not assessed, {formatCount(rejected)} rejected.
      </p>
      {data && data.rejections.length > 0 ? (
        <ul className="text-13 text-muted">
          {data.rejections.slice(0, 20).map((one) => (
            <li key={one.propertyId}>
              <code>{one.propertyId}</code> {one.problem}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

const tones: Readonly<Record<LevyJob['state'], Tone>> = {
  running: 'amber',
  finished: 'green',
  canceled: 'grey',
  failed: 'red',
};

const columns: readonly Column<LevyJob>[] = [
  {
    id: 'startedAt',
    header: 'Started',
    cell: ({ startedAt }) => <Time at={startedAt} />,
    text: ({ startedAt }) => startedAt,
    phone: 'title',
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, preview }) => (
      <Badge tone={tones[state]}>{preview && state === 'finished' ? 'preview' : state}</Badge>
    ),
    text: ({ state }) => state,
    phone: 'mark',
  },
  { id: 'year', header: 'Tax year', cell: ({ year }) => year, text: ({ year }) => year },
  {
    id: 'scope',
    header: 'Part',
    cell: ({ neighborhood, propertyType }) =>
      [neighborhood, propertyType && propertyTypeNames[propertyType]].filter(Boolean).join(', ') || 'Whole roll',
    text: ({ neighborhood, propertyType }) => `${neighborhood ?? ''} ${propertyType ?? ''}`,
  },
  {
    id: 'levied',
    header: 'Bills',
    align: 'end',
    cell: ({ levied, preview }) => (preview ? '–' : formatCount(levied)),
    text: ({ levied }) => levied,
  },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    cell: ({ totalFormatted }) => totalFormatted,
    text: ({ totalCents }) => totalCents / 100,
  },
  { id: 'startedBy', header: 'By', cell: ({ startedBy }) => startedBy, text: ({ startedBy }) => startedBy },
];
