import { expect, test } from 'vitest';
import { fillPage, paramsOf } from './fill-page.ts';

const page = '<h1 title="0-name-0">0-name-0</h1><a class="b" href="/assets/0-assetId-0/recall">0-assetId-0</a>';

test('a value cannot leave its text, its attribute or its address', () => {
  const filled = fillPage(page, { name: `<img src=x onerror="a('b')">&`, assetId: '"/><script>/../?' });
  expect(filled).toBe(
    '<h1 title="&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;</h1>' +
      '<a class="b" href="/assets/%22%2F%3E%3Cscript%3E%2F..%2F%3F/recall">&quot;/&gt;&lt;script&gt;/../?</a>',
  );
});

test('treats a value that looks like a placeholder or a replacement pattern as text', () => {
  expect(fillPage(page, { name: '$& 0-assetId-0', assetId: '0-name-0' })).toBe(
    '<h1 title="$&amp; 0-assetId-0">$&amp; 0-assetId-0</h1><a class="b" href="/assets/0-name-0/recall">0-name-0</a>',
  );
});

test('a missing value shows as an ellipsis', () => {
  expect(fillPage(page, {})).toBe('<h1 title="…">…</h1><a class="b" href="/assets//recall">…</a>');
});

test('parameters have the names of the page and are decoded, unless they cannot be', () => {
  expect(paramsOf('/assets/$assetId/recall', '/assets/A%2F1/recall')).toEqual({ assetId: 'A/1' });
  expect(paramsOf('/assets/$assetId', '/assets/50%')).toEqual({ assetId: '50%' });
  expect(paramsOf('/assets/$assetId', '/assets/$assetId')).toEqual({});
});
