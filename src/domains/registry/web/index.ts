export { PropertyPage } from './property/property-page.tsx';
export { RegistryScreen } from './registry/registry-screen.tsx';
export { RegistrySearch } from './registry/registry-search.ts';
