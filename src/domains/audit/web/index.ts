/** Audit screens that the pages of the app use. */
export { AuditScreen, auditHeading } from './audit-screen.tsx';
export { AuditSearch } from './audit-search.ts';
