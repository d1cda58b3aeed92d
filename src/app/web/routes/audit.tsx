import { createFileRoute } from '@tanstack/react-router';
import { canReadAuditTrail } from '#domains/audit/contract.ts';
import { AuditScreen, AuditSearch, auditHeading } from '#domains/audit/web/index.ts';
import { Guard } from '#domains/participants/web/index.ts';
import { blockDomains, wordsOfAction } from '../domains.ts';

export const Route = createFileRoute('/audit')({ validateSearch: AuditSearch, component: Page });

function Page() {
  const search = Route.useSearch();
  return (
    <Guard capability={canReadAuditTrail} heading={auditHeading}>
      {() => <AuditScreen search={search} domains={blockDomains} wordsOf={wordsOfAction} />}
    </Guard>
  );
}
