import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { useDeferred } from './use-deferred.ts';

function Opener({ load }: { load: () => Promise<{ text: string }> }) {
  const { module, triggerProps } = useDeferred(load);
  return module ? (
    <p>{module.text}</p>
  ) : (
    <button type="button" {...triggerProps}>
      Open
    </button>
  );
}

test('reports a click whose code cannot be loaded, and loads it again on the next one', async () => {
  let isAway = true;
  const load = () => (isAway ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ text: 'Opened' }));
  const { user } = await renderApp(<Opener load={load} />);
  await user.click(screen.getByText('Open'));
  expect(await screen.findByText("Couldn't Open It")).toBeTruthy();
  isAway = false;
  await user.click(screen.getByText('Open'));
  expect(await screen.findByText('Opened')).toBeTruthy();
});
