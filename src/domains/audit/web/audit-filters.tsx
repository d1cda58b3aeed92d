import { FileSearch } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { searchParticipants } from '#domains/participants/web/index.ts';
import { ClockSelect, searchAssets } from '#domains/trace/web/index.ts';
import { dayAfter, dayOf } from '#platform/web/format-day.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Combobox } from '#platform/web/ui/form/combobox.tsx';
import { DateRangeFields } from '#platform/web/ui/form/date-range.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { FilterBar, FilterFold, FilterToggle } from '#platform/web/ui/table/filter-bar.tsx';
import type { AuditFilter, AuditSearch } from './audit-search.ts';

const daysBack = [7, 30, 90] as const;

/** A domain with its own blocks, as a filter option. */
export type BlockDomain = { readonly value: string; readonly label: string };

/** Filters of the audit log. Nothing loads until the log is generated; on a phone the filters then collapse. */
export function AuditFilters({
  search,
  domains,
  onGenerate,
}: {
  search: AuditSearch;
  domains: readonly BlockDomain[];
  onGenerate: (filter: AuditFilter) => void;
}) {
  const [filter, setFilter] = useState<AuditFilter>(() => filterOf(search));
  const [open, setOpen] = useState(false);
  const [round, setRound] = useState(0);
  const generated = search.generated === 'yes';
  const expanded = open || !generated;
  const set = (next: AuditFilter) => setFilter((before) => ({ ...before, ...next }));
  const clear = () => {
    setFilter({});
    // Also drops text that was typed but not chosen.
    setRound(round + 1);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const valid = event.currentTarget.checkValidity();
    setOpen(!valid);
    if (valid) onGenerate(filter);
  };
  return (
    <Card className="print:hidden" title="Filters" description="Dates are UTC days, inclusive.">
      <FilterBar active={Object.values(filter).filter(Boolean).length} open={expanded} onOpenChange={setOpen}>
        <form noValidate onSubmit={submit} className="flex flex-wrap gap-x-3 gap-y-4 md:grid md:grid-cols-2 md:gap-4">
          {generated ? <FilterToggle className="grow" /> : null}
          <FilterFold key={round}>
            <DateRangeFields range={filter} onChange={({ from, to }) => set({ from, to })} />
            <Field label="Dates and order" className="max-md:col-span-full">
              {(control) => (
                <ClockSelect
                  {...control}
                  clock={filter.clock ?? 'recorded'}
                  onClockChange={(clock) => set({ clock: clock === 'happened' ? clock : undefined })}
                />
              )}
            </Field>
            <Field label="Participant">
              {(control) => (
                <Combobox
                  {...control}
                  placeholder="All"
                  value={filter.participant ? { value: filter.participant, label: filter.participant } : null}
                  onChange={(option) => set({ participant: option?.value })}
                  search={searchParticipants}
                />
              )}
            </Field>
            <Field label="Asset">
              {(control) => (
                <Combobox
                  {...control}
                  placeholder="All"
                  value={filter.asset ? { value: filter.asset, label: filter.asset } : null}
                  onChange={(option) => set({ asset: option?.value })}
                  search={searchAssets}
                />
              )}
            </Field>
            <Field label="Type">
              {(control) => (
                <Select
                  {...control}
                  options={[{ value: '', label: 'All types' }, ...domains]}
                  value={filter.domain ?? ''}
                  onChange={({ target: { value } }) => set({ domain: value || undefined })}
                />
              )}
            </Field>
            <div className="col-span-full">
              <Checkbox
                label="Uncorrected anomalies only"
                checked={filter.anomalous === 'true'}
                onCheckedChange={(checked) => set({ anomalous: checked ? 'true' : undefined })}
              />
            </div>
          </FilterFold>
          <div className="col-span-full flex grow flex-wrap items-center gap-2">
            <span className={expanded ? 'contents' : 'contents max-md:hidden'}>
              {daysBack.map((days) => (
                <Button key={days} size="small" variant="quiet" onClick={() => set(lastDays(days))}>
                  Last {days} days
                </Button>
              ))}
              <Button size="small" variant="quiet" onClick={clear}>
                Clear Filters
              </Button>
            </span>
            <Button
              type="submit"
              variant="primary"
              className="grow md:ml-auto md:grow-0"
              icon={<FileSearch aria-hidden="true" size={16} />}
            >
              Generate Audit Log
            </Button>
          </div>
        </form>
      </FilterBar>
    </Card>
  );
}

/** Returns the filters of the page's search parameters. */
export const filterOf = ({ clock, from, to, participant, asset, domain, anomalous }: AuditSearch): AuditFilter => ({
  clock,
  from,
  to,
  participant,
  asset,
  domain,
  anomalous,
});

function lastDays(days: number): AuditFilter {
  const today = dayOf(Date.now());
  return { from: dayAfter(today, 1 - days), to: today };
}
