import { searchParticipants } from '#domains/participants/web/index.ts';
import { eventActions, goodsClock } from '#domains/trace/contract.ts';
import { dayOf } from '#platform/web/format-day.ts';
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx';
import { Combobox } from '#platform/web/ui/form/combobox.tsx';
import { DateRangeFields } from '#platform/web/ui/form/date-range.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useTypedFilter } from '#platform/web/ui/form/use-typed-filter.ts';
import { FilterBar, FilterFold, FilterToggle } from '#platform/web/ui/table/filter-bar.tsx';
import { titleOf } from '../actions.ts';
import { ClockSelect } from '../clock-select.tsx';
import type { EventsSearch } from './events-search.ts';

const actions = [{ value: 'all', label: 'All' }, ...eventActions.map((value) => ({ value, label: titleOf(value) }))];

export function EventFilters({
  search,
  onChange,
}: {
  search: EventsSearch;
  onChange: (change: Partial<EventsSearch>) => void;
}) {
  const asset = useTypedFilter(search.asset ?? '', (value) => onChange({ asset: value.trim() || undefined }));
  return (
    <FilterBar
      active={
        [search.participant, search.clock, search.from, search.to, search.anomalous, search.concerning].filter(Boolean)
          .length
      }
      className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-3 lg:grid-cols-4"
    >
      <Field label="Action">
        {(control) => (
          <Select
            {...control}
            options={actions}
            value={search.event ?? 'all'}
            onChange={({ target: { value } }) => onChange({ event: eventActions.find((action) => action === value) })}
          />
        )}
      </Field>
      <Field label="Asset ID">
        {(control) => <TextField {...control} placeholder="Any" spellCheck={false} {...asset} />}
      </Field>
      <FilterToggle className="col-span-full" />
      <FilterFold>
        <Field label="Participant">
          {(control) => (
            <Combobox
              {...control}
              placeholder="Any"
              value={search.participant ? { value: search.participant, label: search.participant } : null}
              onChange={(option) => onChange({ participant: option?.value })}
              search={searchParticipants}
            />
          )}
        </Field>
        <Field label="Dates and order" className="max-md:col-span-full">
          {(control) => (
            <ClockSelect
              {...control}
              clock={search.clock ?? goodsClock}
              onClockChange={(clock) => onChange({ clock: clock === 'recorded' ? clock : undefined })}
            />
          )}
        </Field>
        <DateRangeFields
          closed
          // Goods may be announced for a later day, but nothing is recorded ahead of time.
          max={search.clock === 'recorded' ? dayOf(Date.now()) : undefined}
          range={search}
          onChange={({ from, to }) => onChange({ from, to })}
        />
        <div className="flex h-control items-center">
          <Checkbox
            label="Uncorrected anomalies only"
            checked={search.anomalous === 'true'}
            onCheckedChange={(checked) => onChange({ anomalous: checked ? 'true' : undefined, concerning: undefined })}
          />
        </div>
        {search.anomalous === 'true' && search.concerning ? (
          <div className="flex min-h-control items-center">
            <Checkbox
              label={`Only about assets of ${search.concerning}`}
              checked
              onCheckedChange={() => onChange({ concerning: undefined })}
            />
          </div>
        ) : null}
      </FilterFold>
    </FilterBar>
  );
}
