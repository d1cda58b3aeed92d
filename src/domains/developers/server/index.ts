import { openApiDocument } from '#platform/contract/openapi.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { exampleWords } from './example-words.ts';

/**
 * Returns the OpenAPI document of the product's routes, with examples. `/api/openapi.json` serves it and the screens
 * are generated from it.
 */
export const describeApi = (routes: readonly RouteDefinition[], version: string) =>
  openApiDocument(
    routes,
    { title: 'Cairn API', version, description: 'Record what happens to assets on a ledger that anyone can verify.' },
    exampleWords,
  );
