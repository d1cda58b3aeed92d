/** Screens for developers who use the API. */
export { ApiReference } from './reference/api-reference.tsx';
export { ReferenceSearch } from './reference/reference-search.ts';
export { ApiTesting, testingHeading } from './testing/api-testing.tsx';
export { TestingSearch } from './testing/testing-search.ts';
