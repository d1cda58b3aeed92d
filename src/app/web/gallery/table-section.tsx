import { useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { FilterBar, FilterFold, FilterToggle } from '#platform/web/ui/table/filter-bar.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { CheckList } from '../role-demo/check-list.tsx';
import { CheckMatrix } from '../role-demo/check-matrix.tsx';
import { Sample, Section } from './section.tsx';

type Asset = {
  id: string;
  name: string;
  status: string;
  category: string;
  location: string;
  events: number;
  created: string;
};

const statuses: readonly (readonly [string, Tone])[] = [
  ['manufactured', 'blue'],
  ['shipped', 'yellow'],
  ['delivered', 'green'],
  ['in transit', 'purple'],
  ['recalled', 'grey'],
];
const statusOptions = statuses.map(([value]) => ({ value, label: value }));
const names = [
  'Insulin pens 3 ml',
  'Cold-chain sensor',
  'Espresso beans, lot 14',
  'Chronograph 42 mm',
  'Router board rev C',
];
const places = ['Eindhoven', 'Port of Rotterdam', 'Utrecht', 'Unknown', 'Distribution Center, Duisburg-Rheinhausen'];

function makeAssets(count: number): readonly Asset[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `PRD-2024-${String(n + 101)}`,
    name: names[(n * 3) % names.length] ?? '',
    status: statuses[(n * 2) % statuses.length]?.[0] ?? '',
    category: ['Pharma', 'IoT', 'Food', 'Luxury', 'Electronics'][(n * 3) % 5] ?? '',
    location: places[(n * 7 + 2) % places.length] ?? '',
    events: (n * 37) % 241,
    created: new Date(Date.UTC(2026, 9, 28 - (n % 27), 9, n % 60)).toISOString(),
  }));
}

const columns: readonly Column<Asset>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (row) => <span className="font-medium">{row.name}</span>,
    text: (row) => row.name,
    sortable: true,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'id',
    header: 'Asset ID',
    cell: (row) => <code className="text-12">{row.id}</code>,
    text: (row) => row.id,
    sortable: true,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => <Badge tone={statuses.find(([name]) => name === row.status)?.[1] ?? 'grey'}>{row.status}</Badge>,
    text: (row) => row.status,
    sortable: true,
    phone: 'mark',
  },
  { id: 'category', header: 'Category', cell: (row) => row.category, text: (row) => row.category, phone: 'none' },
  { id: 'location', header: 'Location', cell: (row) => row.location, text: (row) => row.location },
  {
    id: 'events',
    header: 'Events',
    cell: (row) => row.events,
    text: (row) => row.events,
    sortable: true,
    align: 'end',
    phone: 'none',
  },
  {
    id: 'created',
    header: 'Created',
    cell: (row) => <Time at={row.created} format="day" />,
    text: (row) => row.created,
    sortable: true,
  },
];
const few = makeAssets(6);
const many = makeAssets(5000);
const none: readonly Asset[] = [];
const rowKey = (row: Asset) => row.id;

export function TableSection() {
  const [page, setPage] = useState(2);
  const [selected, setSelected] = useState('PRD-2024-103');
  return (
    <Section title="Tables">
      <Sample name="Filters: below 768 px behind one button">
        <FilterBar active={1} className="grid grid-cols-[1fr_auto] items-end gap-3 md:grid-cols-[1fr_10rem_10rem]">
          <Field label="Search">{(control) => <TextField {...control} type="search" placeholder="Name or ID" />}</Field>
          <FilterToggle />
          <FilterFold>
            <Field label="Status">
              {(control) => <Select {...control} options={statusOptions} defaultValue="shipped" />}
            </Field>
            <Field label="Category">
              {(control) => <Select {...control} options={[{ value: 'all', label: 'All' }]} />}
            </Field>
          </FilterFold>
        </FilterBar>
      </Sample>
      <Sample name="Rows, one selected">
        <DataTable
          name="Assets"
          columns={columns}
          rows={few}
          rowKey={rowKey}
          selectedKey={selected}
          onOpen={(row) => setSelected(row.id)}
          toolbar={<span>6 of 1,284 assets</span>}
          empty={null}
        />
        <Pagination label="Assets" page={page} totalPages={129} onPageChange={setPage} />
      </Sample>
      <Sample name="Loading">
        <DataTable
          name="Assets loading"
          columns={columns}
          rows={undefined}
          skeletonRows={3}
          rowKey={rowKey}
          empty={null}
        />
      </Sample>
      <Sample name="Empty">
        <DataTable
          name="No assets"
          columns={columns}
          rows={none}
          rowKey={rowKey}
          empty={
            <EmptyState title="No assets found matching your search criteria" action={<Button>Clear Filters</Button>} />
          }
        />
      </Sample>
      <Sample name="Check matrix">
        <CheckMatrix
          caption="Who may do what"
          rowsAre="Capability"
          columns={[
            { key: 'a', heading: 'Maker' },
            { key: 'b', heading: 'Carrier' },
          ]}
          rows={[
            { label: 'Create assets', holds: [true, false] },
            { label: 'Ship them', holds: [true, true] },
          ]}
        />
      </Sample>
      <Sample name="Check list">
        <CheckList
          items={[
            { label: 'Create assets', holds: true },
            { label: 'Ship them', holds: false },
          ]}
        />
      </Sample>
      <Sample name="5,000 rows, virtualized">
        <div className="hidden sm:block">
          <DataTable name="Many assets" columns={columns} rows={many} rowKey={rowKey} empty={null} />
        </div>
      </Sample>
    </Section>
  );
}
