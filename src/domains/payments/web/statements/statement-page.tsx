import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LineFilter } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { Stat, StatRow } from '#platform/web/ui/chart/stat.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { LineTable } from './line-table.tsx';
import { filterNames } from './line-words.ts';
import { statementQuery } from './queries.ts';
import type { StatementsSearch } from './statements-search.ts';

export type StatementPageProps = {
  statementId: string;
  search: StatementsSearch;
  onChange: (next: StatementsSearch) => void;
};

/** One statement: the number of lines by outcome, whether its balances agree, and its lines. */
export function StatementPage({ statementId, search, onChange }: StatementPageProps) {
  const { data, error, refetch } = useQuery(statementQuery(statementId));
  if (error && !data)
    return <ErrorState title="Couldn't load the statement" error={error} onRetry={() => void refetch()} />;
  const outcomes = data?.outcomes;
  const number = (...names: readonly LineFilter[]) =>
    outcomes && formatCount(names.reduce((sum, name) => sum + outcomes[name], 0));
  const options = (Object.keys(filterNames) as LineFilter[])
    .filter((name) => (outcomes?.[name] ?? 0) > 0 || name === search.outcome)
    .map((name) => ({ value: name, label: `${filterNames[name]} (${formatCount(outcomes?.[name] ?? 0)})` }));
  const { statement } = data ?? {};
  return (
    <div className="flex flex-col gap-5">
      <Link to="/payments/statements" className={`${buttonClass('secondary', 'small')} self-start`}>
        All statements
      </Link>
      <h2 className="text-16 font-semibold wrap-anywhere">
        {statement ? `${statement.name} · ${statement.bankAccount}` : 'Statement'}
      </h2>
      <StatRow label="Outcomes">
        <Stat label="Settled or assigned" value={number('settled', 'credited')} detail="Booked" />
        <Stat label="To decide" value={number('candidates')} detail="Might pay something" />
        <Stat label="Unknown" value={number('unknown')} detail="In suspense" />
        <Stat label="Known already" value={number('known')} detail="Skipped" />
      </StatRow>
      {statement && statement.received < statement.lineCount ? (
        <Banner kind="warning">
          Only {formatCount(statement.received)} of {formatCount(statement.lineCount)} lines arrived. Upload the file
          again: known lines are skipped.
        </Banner>
      ) : null}
      {statement?.balance && statement.balance.differenceCents !== 0 ? (
        <Banner kind="warning">
          The balances and the entries differ by {formatCents(Math.abs(statement.balance.differenceCents))}. Lines may
          be missing.
        </Banner>
      ) : null}
      <Field label="Outcome" className="max-w-64">
        {(control) => (
          <Select
            {...control}
            value={search.outcome ?? ''}
            options={[{ value: '', label: 'All lines' }, ...options]}
            onChange={(event) =>
              onChange({ statement: statementId, outcome: (event.target.value || undefined) as LineFilter | undefined })
            }
          />
        )}
      </Field>
      <LineTable
        statementId={statementId}
        outcome={search.outcome}
        page={search.page ?? 1}
        onPageChange={(page) => onChange({ ...search, page })}
      />
    </div>
  );
}
