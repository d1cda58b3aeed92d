import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { AnswerBlocks } from './answer-blocks.tsx';

test('ids in the table of an answer are monospaced and never cut, and names are not monospaced', async () => {
  const cells = [
    { text: 'Arabica', href: '/assets/HLX-1' },
    { text: 'HLX-1', isId: true },
    { text: 'HLX-2', href: '/assets/HLX-2', isId: true },
  ];
  await renderApp(
    <AnswerBlocks
      blocks={[{ kind: 'table', title: 'Assets', columns: ['Name', 'Asset', 'Made from'], rows: [cells], more: 0 }]}
      writeKey="1"
    />,
  );
  const isMonospaced = (text: string) => screen.getAllByText(text).every((each) => each.tagName === 'CODE');
  expect(['Arabica', 'HLX-1', 'HLX-2'].map(isMonospaced)).toEqual([false, true, true]);
  for (const id of screen.getAllByText(/^HLX-/)) expect(id.closest('a, span')?.className).toContain('wrap-anywhere');
});
