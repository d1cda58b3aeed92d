import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import { AuditFilters, type BlockDomain } from './audit-filters.tsx';
import { AuditResults } from './audit-results.tsx';
import type { AuditFilter, AuditSearch } from './audit-search.ts';
import { ChainIntegrity } from './chain-integrity.tsx';
import { generatedSearch } from './generated-search.ts';

/** The header of the audit trail. */
export const auditHeading = {
  title: 'Audit Trail',
  subtitle: 'Who recorded what, when, and the block that proves it',
};

/** The audit trail: filters above, entries below. */
export function AuditScreen({
  search: linked,
  domains,
  wordsOf,
}: {
  search: AuditSearch;
  domains: readonly BlockDomain[];
  wordsOf: (action: string) => string;
}) {
  const search = generatedSearch(linked);
  const navigate = useNavigate({ from: '/audit' });
  const change = (next: AuditSearch) => void navigate({ search: next, replace: true, resetScroll: false });
  const queries = useQueryClient();
  const generate = (filter: AuditFilter) => {
    // The log is a snapshot from when it was generated. Generating again reloads it.
    queries.removeQueries({ queryKey: ['audit-log'] });
    change({ ...filter, limit: search.limit, generated: 'yes' });
  };
  // On a phone the generated log comes before the integrity card.
  const integrityLast = useMediaQuery('(width < 48rem)') && search.generated === 'yes';
  return (
    <div className="page-width">
      <title>Audit Trail · Cairn</title>
      <PageHeader {...auditHeading} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <AuditFilters search={search} domains={domains} onGenerate={generate} />
        {integrityLast ? null : <ChainIntegrity />}
      </div>
      <AuditResults search={search} wordsOf={wordsOf} onChange={(next) => change({ ...search, ...next })} />
      {integrityLast ? (
        <div className="mt-6">
          <ChainIntegrity />
        </div>
      ) : null}
    </div>
  );
}
