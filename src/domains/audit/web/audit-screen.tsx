import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import { AuditFilters, type BlockDomain } from './audit-filters.tsx';
import { AuditResults } from './audit-results.tsx';
import type { AuditFilter, AuditSearch } from './audit-search.ts';
import { ChainIntegrity } from './chain-integrity.tsx';

/** The question above, the evidence below: who recorded what, when, and in which block. */
export function AuditScreen({ search, domains }: { search: AuditSearch; domains: readonly BlockDomain[] }) {
  const navigate = useNavigate({ from: '/audit' });
  const change = (next: AuditSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const queries = useQueryClient();
  const generate = (filter: AuditFilter) => {
    // The log is what it was when it was generated; to ask again is to read again.
    queries.removeQueries({ queryKey: ['audit-log'] });
    change({ ...filter, limit: search.limit, generated: 'yes' });
  };
  // On a phone the log that was asked for comes first.
  const integrityLast = useMediaQuery('(width < 48rem)') && search.generated === 'yes';
  return (
    <div className="page-width">
      <title>Audit Trail · Cairn</title>
      <PageHeader title="Audit Trail" subtitle="Who recorded what, when, and the block that proves it" />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <AuditFilters search={search} domains={domains} onGenerate={generate} />
        {integrityLast ? null : <ChainIntegrity />}
      </div>
      <AuditResults search={search} onChange={(next) => change({ ...search, ...next })} />
      {integrityLast ? (
        <div className="mt-6">
          <ChainIntegrity />
        </div>
      ) : null}
    </div>
  );
}
