import type { ApiDocument } from './api-document.ts';
import { exampleRequest } from './build-request.ts';
import { byTag, type Operation, readOperations } from './operations.ts';

/**
 * Returns the API as a Postman collection (format 2.1): a folder for each tag, and a request with its example for each
 * operation. The server and the token are variables, so the file contains no secret.
 */
export function postmanCollection(document: ApiDocument, origin: string) {
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: origin },
      { key: 'token', value: '' },
    ],
    item: byTag(readOperations(document)).map(([name, operations]) => ({ name, item: operations.map(toItem) })),
  };
}

function toItem(operation: Operation) {
  const request = exampleRequest(operation);
  const [path = '', query = ''] = request.target.split('?');
  return {
    name: operation.summary,
    request: {
      method: operation.method,
      description: operation.description ?? '',
      ...(operation.access === 'public' ? { auth: { type: 'noauth' } } : {}),
      header: Object.entries(request.headers).map(([key, value]) => ({
        key,
        value: key === 'Idempotency-Key' ? '{{$guid}}' : value,
      })),
      url: {
        raw: `{{baseUrl}}${request.target}`,
        host: ['{{baseUrl}}'],
        path: path.split('/').slice(1),
        ...(query === '' ? {} : { query: [...new URLSearchParams(query)].map(([key, value]) => ({ key, value })) }),
      },
      ...(request.body === undefined
        ? {}
        : { body: { mode: 'raw', raw: request.body, options: { raw: { language: 'json' } } } }),
    },
    response: [],
  };
}
