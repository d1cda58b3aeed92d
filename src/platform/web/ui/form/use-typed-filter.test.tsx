import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { useTypedFilter } from './use-typed-filter.ts';

let asked: string[];
/** Sets the filter in the URL, as the router does after a navigation. */
let arrive: (value: string) => void;

function Filter() {
  const [applied, setApplied] = useState('');
  arrive = setApplied;
  const filter = useTypedFilter(applied, (value) => asked.push(value));
  return <input aria-label="Filter" {...filter} />;
}

async function show() {
  asked = [];
  const { user, router } = await renderApp(<Filter />);
  return { user, router, input: screen.getByLabelText<HTMLInputElement>('Filter') };
}

test('applies the text after a pause in typing', async () => {
  const { user, input } = await show();
  await user.type(input, 'pump');
  await waitFor(() => expect(asked).toEqual(['pump']));
});

test('keeps newer input while the URL has an earlier text', async () => {
  const { user, input } = await show();
  await user.type(input, 'pu');
  await waitFor(() => expect(asked).toEqual(['pu']));
  await user.type(input, 'mp');
  await waitFor(() => expect(asked).toEqual(['pu', 'pump']));
  act(() => arrive('pu'));
  expect(input.value).toBe('pump');
  act(() => arrive('pump'));
  expect(input.value).toBe('pump');
});

test('follows the URL when it changes otherwise', async () => {
  const { user, input } = await show();
  await user.type(input, 'pump');
  await waitFor(() => expect(asked).toEqual(['pump']));
  act(() => arrive('pump'));
  act(() => arrive(''));
  expect(input.value).toBe('');
});

test('applies nothing once a navigation to another page has started', async () => {
  const { router, input } = await show();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.change(input, { target: { value: 'pump' } });
  await act(() => router.navigate({ to: '/elsewhere' as never }));
  act(() => vi.advanceTimersByTime(1000));
  vi.useRealTimers();
  expect(asked).toEqual([]);
});
