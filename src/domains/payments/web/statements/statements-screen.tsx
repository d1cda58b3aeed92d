import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Guard } from '#domains/participants/web/index.ts';
import { canReconcile, type Statement } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { useFocusOnChange } from '#platform/web/ui/overlay/use-focus-on-change.ts';
import { DataTable } from '#platform/web/ui/table/data-table.tsx';
import type { Column } from '#platform/web/ui/table/data-table-model.ts';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { LineTable } from './line-table.tsx';
import { statementsQuery } from './queries.ts';
import { StatementImport } from './statement-import.tsx';
import { StatementPage } from './statement-page.tsx';
import type { StatementsSearch } from './statements-search.ts';

const heading = {
  title: 'Bank statements',
  subtitle: 'Money that arrived by bank transfer, what it settled, and what is waiting for a decision.',
};

const columns: readonly Column<Statement>[] = [
  {
    id: 'name',
    header: 'File',
    cell: ({ name }) => <span className="font-medium wrap-anywhere">{name}</span>,
    text: ({ name }) => name,
    hideable: false,
    phone: 'title',
  },
  {
    id: 'account',
    header: 'Account',
    cell: ({ bankAccount }) => bankAccount,
    text: ({ bankAccount }) => bankAccount,
    phone: 'value',
  },
  {
    id: 'lines',
    header: 'Lines',
    cell: ({ received, lineCount }) => (
      <span className="tabular">
        {received === lineCount ? formatCount(lineCount) : `${formatCount(received)} of ${formatCount(lineCount)}`}
      </span>
    ),
    text: ({ lineCount }) => lineCount,
    align: 'end',
    phone: 'labeled',
  },
  { id: 'sentBy', header: 'Sent by', cell: ({ sentBy }) => sentBy, text: ({ sentBy }) => sentBy, phone: 'value' },
  {
    id: 'sentAt',
    header: 'Sent',
    cell: ({ sentAt }) => <Time at={sentAt} />,
    text: ({ sentAt }) => sentAt,
    phone: 'value',
  },
];

/** Bank statements: upload, outcomes by line, and decisions about money in suspense. */
export function StatementsScreen({ search }: { search: StatementsSearch }) {
  const navigate = useNavigate({ from: '/payments/statements' });
  const change = (next: StatementsSearch) =>
    void navigate({ search: next, resetScroll: next.statement !== search.statement });
  const content = useFocusOnChange<HTMLDivElement>(search.statement ?? search.view ?? 'all');
  return (
    <>
      <title>Bank statements · Cairn</title>
      <Guard capability={canReconcile} heading={heading}>
        {() => (
          <div className="page-width">
            <PageHeader {...heading} />
            <div ref={content} tabIndex={-1} className="outline-none">
              <Content search={search} onChange={change} />
            </div>
          </div>
        )}
      </Guard>
    </>
  );
}

type ContentProps = { search: StatementsSearch; onChange: (next: StatementsSearch) => void };

function Content({ search, onChange }: ContentProps) {
  const { statement, view, page = 1 } = search;
  if (statement !== undefined)
    return <StatementPage key={statement} statementId={statement} search={search} onChange={onChange} />;
  if (view === undefined) return <Overview page={page} onChange={onChange} />;
  return (
    <div className="flex flex-col gap-5">
      <Link to="/payments/statements" className={`${buttonClass('secondary', 'small')} self-start`}>
        All statements
      </Link>
      <h2 className="text-16 font-semibold">Money in suspense</h2>
      <LineTable
        statementId={undefined}
        outcome={undefined}
        page={page}
        onPageChange={(next) => onChange({ ...search, page: next })}
      />
    </div>
  );
}

function Overview({ page, onChange }: { page: number; onChange: ContentProps['onChange'] }) {
  const { data, error, refetch, isPlaceholderData } = useQuery(statementsQuery(page));
  return (
    <div className="flex flex-col gap-6">
      {data ? (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-12 border border-line bg-surface px-5 py-4">
          <p>
            <span className="tabular font-semibold">{formatCents(data.suspenseCents)}</span>{' '}
            <span className="text-muted">waits in suspense</span>
          </p>
          <Link to="/payments/statements" search={{ view: 'suspense' }} className={buttonClass('secondary', 'small')}>
            Open Suspense
          </Link>
        </div>
      ) : null}
      <StatementImport onDone={(statement) => onChange({ statement })} />
      {error && !data ? (
        <ErrorState title="Couldn't load the statements" error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          name="Statements"
          columns={columns}
          rows={data?.statements}
          rowKey={({ id }) => id}
          skeletonRows={3}
          onOpen={({ id }) => onChange({ statement: id })}
          refreshing={isPlaceholderData}
          empty={<EmptyState title="No statements yet" description="Upload the first one above." />}
        />
      )}
      {data && data.pagination.totalPages > 1 ? (
        <Pagination
          label="Statements"
          page={page}
          totalPages={data.pagination.totalPages}
          onPageChange={(next) => onChange({ page: next })}
        />
      ) : null}
    </div>
  );
}
