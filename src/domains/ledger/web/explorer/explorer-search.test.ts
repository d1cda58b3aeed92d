import { expect, test } from 'vitest';
import { ExplorerSearch, openedNodes, openText } from './explorer-search.ts';

test('expanded nodes survive the URL, whatever an id contains', () => {
  const nodes = ['asset:PRD 1+2%', 'asset:https://id.gs1.org/01/0950600013', 'participant:acme'];
  expect(openedNodes(openText(nodes))).toEqual(nodes);
  expect(openedNodes(openText([]))).toEqual([]);
});

test('invalid search parameters are ignored', () => {
  expect(openedNodes('%E0%A4%A')).toEqual([]);
  expect(ExplorerSearch.parse({ depth: '4', before: '-1', view: 'tree', block: '7' })).toEqual({ block: '7' });
  expect(ExplorerSearch.parse({ depth: '15', before: '24' })).toEqual({ depth: 15, before: 24 });
});
