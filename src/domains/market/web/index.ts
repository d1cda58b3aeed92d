export { marketHeading } from './market-heading.ts';
export { MarketScreen } from './market-screen.tsx';
export { MarketSearch } from './market-search.ts';
