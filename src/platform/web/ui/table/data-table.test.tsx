import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import type { Column } from './data-table-model.ts';

type Crate = { id: string; weight: number; note: string };
const crates: readonly Crate[] = [
  { id: 'C-2', weight: 10, note: 'dry' },
  { id: 'C-10', weight: 9, note: '=1+1' },
  { id: 'C-1', weight: 30, note: 'said "fragile", twice' },
];
const columns: readonly Column<Crate>[] = [
  { id: 'id', header: 'Crate', cell: (row) => row.id, text: (row) => row.id, sortable: true, hideable: false },
  { id: 'weight', header: 'Weight', cell: (row) => `${row.weight} kg`, text: (row) => row.weight, sortable: true },
  { id: 'note', header: 'Note', cell: (row) => row.note, text: (row) => row.note },
  { id: 'actions', header: 'Actions', cell: () => <button type="button">Weigh</button> },
];

const saved: { name: string; text: () => Promise<string> }[] = [];
beforeEach(() => {
  saved.length = 0;
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set(`blob:${blobs.size}`, blob as Blob);
    return `blob:${blobs.size - 1}`;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href) as Blob;
    saved.push({ name: this.download, text: () => blob.text() });
  });
  return () => vi.restoreAllMocks();
});

const show = (change: Partial<DataTableProps<Crate>> = {}) =>
  renderApp(
    <DataTable name="Crates" columns={columns} rows={crates} rowKey={({ id }) => id} empty={<p>None</p>} {...change} />,
  );
const bodyRows = () => screen.getAllByRole('row').slice(1);
const firstCells = () => bodyRows().map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test('sorts by a column in natural order, and reverses on the second click', async () => {
  const { user } = await show();
  expect(firstCells()).toEqual(['C-2', 'C-10', 'C-1']);
  await user.click(screen.getByRole('button', { name: 'Crate' }));
  expect(firstCells()).toEqual(['C-1', 'C-2', 'C-10']);
  expect(screen.getByRole('columnheader', { name: 'Crate' }).getAttribute('aria-sort')).toBe('ascending');
  await user.click(screen.getByRole('button', { name: 'Crate' }));
  expect(firstCells()).toEqual(['C-10', 'C-2', 'C-1']);
  expect(screen.getByRole('columnheader', { name: 'Crate' }).getAttribute('aria-sort')).toBe('descending');
});

test('keeps the server’s order if the server sorts', async () => {
  const onSortChange = vi.fn();
  const { user } = await show({ sort: { id: 'weight', descending: false }, onSortChange });
  await user.click(screen.getByRole('button', { name: 'Weight' }));
  expect(onSortChange).toHaveBeenCalledExactlyOnceWith({ id: 'weight', descending: true });
  expect(firstCells()).toEqual(['C-2', 'C-10', 'C-1']);
});

test('puts one row in the tab order; arrows, Home and End move, and Enter opens the focused row', async () => {
  const onOpen = vi.fn();
  const { user } = await show({ onOpen });
  expect(bodyRows().map((row) => row.tabIndex)).toEqual([0, -1, -1]);
  bodyRows()[0]?.focus();
  const focused = () => bodyRows().indexOf(document.activeElement as HTMLElement);
  for (const [key, at] of [
    ['{ArrowDown}', 1],
    ['{End}', 2],
    ['{ArrowDown}', 2],
    ['{ArrowUp}', 1],
    ['{Home}', 0],
    ['{PageDown}', 2],
  ] as const) {
    await user.keyboard(key);
    await waitFor(() => expect(focused()).toBe(at));
  }
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(crates[2]);
});

test('opens a row on a click, but not when a control in the row is used', async () => {
  const onOpen = vi.fn();
  const { user } = await show({ onOpen });
  await user.click(screen.getAllByRole('button', { name: 'Weigh' })[1] as HTMLElement);
  screen.getAllByRole('button', { name: 'Weigh' })[1]?.focus();
  await user.keyboard('{Enter}{ArrowDown}');
  expect(onOpen).not.toHaveBeenCalled();
  await user.click(screen.getByText('dry'));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(crates[0]);
});

test('hides a column on request, stores the choice, and never offers a fixed column', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Choose columns' }));
  expect(screen.getAllByRole('menuitemcheckbox').map((item) => item.textContent)).toEqual([
    'Weight',
    'Note',
    'Actions',
  ]);
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Weight' }));
  await user.keyboard('{Escape}');
  const headers = () => screen.getAllByRole('columnheader').map((each) => each.textContent);
  expect(headers()).toEqual(['Crate', 'Note', 'Actions']);
  cleanup();
  await show();
  expect(headers()).toEqual(['Crate', 'Note', 'Actions']);
});

test('exports the visible columns in the shown order, with formulas neutralized and quotes doubled', async () => {
  localStorage.setItem('columns:Crates', JSON.stringify({ weight: false }));
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Crate' }));
  await user.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['crates.csv']));
  expect((await saved[0]?.text())?.split('\r\n')).toEqual([
    'Crate,Note',
    'C-1,"said ""fragile"", twice"',
    'C-2,dry',
    "C-10,'=1+1",
  ]);
});

test('shows the empty state and no export when there are no rows', async () => {
  await show({ rows: [] });
  expect(screen.getByText('None')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download as CSV' })).toBeNull();
});

test('announces loading and draws no rows yet', async () => {
  await show({ rows: undefined, skeletonRows: 3 });
  expect(screen.getByRole('region', { name: 'Crates' }).getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByText('None')).toBeNull();
});
