export { PayBillScreen } from './payments/pay-bill-screen.tsx';
export { PayBillSearch } from './payments/pay-bill-search.ts';
export { portalHeading } from './portal/portal-heading.ts';
export { PortalSearch } from './portal/portal-search.ts';
export { ResidentPortal } from './portal/resident-portal.tsx';
export { PropertyPage } from './property/property-page.tsx';
export { RegistryScreen } from './registry/registry-screen.tsx';
export { RegistrySearch } from './registry/registry-search.ts';
