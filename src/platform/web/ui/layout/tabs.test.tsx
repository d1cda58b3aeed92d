import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { Tabs } from './tabs.tsx';

test('brings the open tab into the middle of a narrow list', async () => {
  const sizes = { offsetLeft: 500, offsetWidth: 100, clientWidth: 300 };
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, { value, configurable: true });
  const tabs = ['one', 'two'].map((value) => ({ value, label: value, content: value }));
  await renderApp(<Tabs label="Views" value="two" onValueChange={() => undefined} tabs={tabs} />);
  expect(screen.getByRole('tablist').scrollLeft).toBe(400);
});
