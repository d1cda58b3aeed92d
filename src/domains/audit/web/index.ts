/** What the audit's screens lend to the pages of the app. */
export { AuditScreen } from './audit-screen.tsx';
export { AuditSearch } from './audit-search.ts';
