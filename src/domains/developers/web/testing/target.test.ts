import { describe, expect, test } from 'vitest';
import type { Operation } from '../api/operations.ts';
import { changeTarget, matchOperation, openParameters, readEndpoint } from './target.ts';

const origin = 'http://127.0.0.1:3000';
const operation = (path: string) => ({ id: path, method: 'GET', path, parameters: [] }) as unknown as Operation;
const operations = ['/api/assets/{assetId}', '/api/assets/facets', '/log/tile/{level}/{rest}', '/api/assets'].map(
  operation,
);

describe('an endpoint', () => {
  test.each([
    ['/api/assets?limit=5', '/api/assets?limit=5'],
    [`${origin}/api/assets`, '/api/assets'],
    [' /api/assets/{assetId} ', '/api/assets/{assetId}'],
  ])('accepts %s', (typed, target) => {
    expect(readEndpoint(typed, origin)).toEqual({ target });
  });

  test.each([
    'https://elsewhere.example/api',
    '//elsewhere.example/api',
    '/\\elsewhere.example/api',
    'http://127.0.0.1:3001/api',
    'javascript:alert(1)',
    '',
  ])('rejects %s', (typed) => {
    expect(readEndpoint(typed, origin)).toHaveProperty('refused');
  });
});

describe('an operation', () => {
  test('is found by a path with values; the most literal match wins', () => {
    expect(matchOperation(operations, 'GET', '/api/assets/facets')?.operation.id).toBe('/api/assets/facets');
    const match = matchOperation(operations, 'GET', '/api/assets/a%2Fb?limit=5');
    expect(match).toMatchObject({ params: { assetId: 'a/b' }, query: { limit: '5' } });
    expect(matchOperation(operations, 'GET', '/log/tile/0/x001/067')?.params).toEqual({ level: '0', rest: 'x001/067' });
    expect(matchOperation(operations, 'POST', '/api/assets')).toBeUndefined();
    expect(matchOperation(operations, 'GET', '/api/assets/a/b')).toBeUndefined();
  });

  test('has single values changed; an empty one becomes a placeholder in the path and leaves the query', () => {
    const match = matchOperation(operations, 'GET', '/api/assets/x?limit=5')!;
    expect(changeTarget(match, 'path', 'assetId', 'ü/1')).toBe('/api/assets/%C3%BC%2F1?limit=5');
    expect(changeTarget(match, 'query', 'limit', '')).toBe('/api/assets/x');
    const open = changeTarget(match, 'path', 'assetId', '');
    expect(open).toBe('/api/assets/{assetId}?limit=5');
    expect(openParameters(open)).toEqual(['assetId']);
    expect(matchOperation(operations, 'GET', open)?.params).toEqual({ assetId: '' });
  });
});
