import MiniSearch from 'minisearch';
import type { Operation } from './operations.ts';

/** Returns a search over operations by any word of path, name, description, field or error code. Tolerates typos. */
export function createOperationSearch(operations: readonly Operation[]): (text: string) => readonly Operation[] {
  const index = new MiniSearch<{ id: string }>({
    fields: ['path', 'summary', 'tag', 'description', 'fields', 'codes', 'method'],
    tokenize: (text) =>
      text
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    searchOptions: {
      boost: { path: 3, summary: 3, tag: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAll(operations.map(toEntry));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return (text) =>
    text.trim() === '' ? operations : index.search(text).flatMap(({ id }) => byId.get(String(id)) ?? []);
}

const toEntry = (operation: Operation) => ({
  id: operation.id,
  method: operation.method,
  path: operation.path,
  summary: operation.summary,
  tag: operation.tag,
  description: operation.description ?? '',
  fields: [
    ...operation.parameters.map(({ name }) => name),
    ...Object.keys((operation.body?.schema['properties'] ?? {}) as object),
  ].join(' '),
  codes: operation.errors.map(({ code }) => code).join(' '),
});
