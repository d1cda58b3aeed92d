import type { previewNotices } from '#domains/registry/contract/notice-schedule.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCalendarDay } from '#platform/web/format-day.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { kindNames } from './notice-words.ts';

type Preview = ResponseIn<typeof previewNotices>;
type Day = Preview['days'][number];

const count = (header: string, of: (day: Day) => number): Column<Day> => ({
  id: header,
  header,
  cell: (day) => <span className="tabular">{formatCount(of(day))}</span>,
  text: of,
  align: 'end',
  phone: 'labeled',
});

const columns: readonly Column<Day>[] = [
  {
    id: 'notice',
    header: 'Notice',
    cell: ({ kind, days }) => (
      <span className="whitespace-nowrap">
        {kindNames[kind]}, {formatCounted(days, 'day')} {kind === 'due_soon' ? 'before' : 'after'}
      </span>
    ),
    text: ({ kind, days }) => `${kindNames[kind]} ${days}`,
    phone: 'title',
    hideable: false,
  },
  { id: 'at', header: 'On', cell: ({ day }) => formatCalendarDay(day), text: ({ day }) => day, phone: 'value' },
  count('Bills', ({ bills }) => bills),
  {
    id: 'open',
    header: 'Open',
    cell: ({ formatted }) => <span className="tabular">{formatted}</span>,
    text: ({ cents }) => cents / 100,
    align: 'end',
    phone: 'labeled',
  },
  count('Owners by mail', ({ byMail }) => byMail),
  count('Owners in the portal', ({ inPortal }) => inPortal),
  count('Owners not reached', ({ unreachable }) => unreachable),
];

/** The notices that a schedule would send in the next 90 days, with a sample of each letter. */
export const NoticePreview = ({ preview: { days, letters } }: { preview: Preview }) => (
  <section aria-label="Preview" className="mt-6 flex flex-col gap-5">
    <DataTable
      name="What would be sent"
      columns={columns}
      rows={days}
      rowKey={({ kind, days: number, due }) => `${kind} ${number} ${due}`}
      empty={
        <EmptyState title="Nothing in the next 90 days" description="No open installment has one of these days." />
      }
    />
    <div className="grid gap-4 md:grid-cols-2">
      {letters.map(({ kind, subject, text }) => (
        <figure key={kind} className="min-w-0 rounded-8 border border-line p-4">
          <figcaption className="font-medium wrap-anywhere">{subject}</figcaption>
          <p className="mt-2 text-13 wrap-anywhere whitespace-pre-line text-muted">{text}</p>
        </figure>
      ))}
    </div>
  </section>
);
