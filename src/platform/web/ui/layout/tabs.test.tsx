import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
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

function RowWithCount() {
  const [count, setCount] = useState<number>();
  const one = { value: 'one', label: 'one', content: 'one', ...(count === undefined ? {} : { count }) };
  return (
    <>
      <Tabs
        label="Views"
        value="two"
        onValueChange={() => undefined}
        tabs={[one, { value: 'two', label: 'two', content: 'two' }]}
      />
      <button type="button" onClick={() => setCount(19)}>
        Count
      </button>
    </>
  );
}

test('brings the open tab into view again when a count makes the row wider', async () => {
  const sizes = { offsetLeft: 500, offsetWidth: 100, clientWidth: 300 };
  for (const [name, value] of Object.entries(sizes))
    Object.defineProperty(HTMLElement.prototype, name, { value, configurable: true });
  const { user } = await renderApp(<RowWithCount />);
  Object.defineProperty(HTMLElement.prototype, 'offsetLeft', { value: 560, configurable: true });
  await user.click(screen.getByRole('button', { name: 'Count' }));
  await waitFor(() => expect(screen.getByRole('tablist').scrollLeft).toBe(460));
});
