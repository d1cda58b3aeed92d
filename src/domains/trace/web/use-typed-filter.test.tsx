import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { useTypedFilter } from './use-typed-filter.ts';

let asked: string[];
/** Sets the filter in the address, as the router does when a navigation arrives. */
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

test('applies the text once typing rests', async () => {
  const { user, input } = await show();
  await user.type(input, 'pump');
  await waitFor(() => expect(asked).toEqual(['pump']));
});

test('keeps what was typed on while the address shows an earlier text', async () => {
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

test('follows the address when that changes for another reason', async () => {
  const { user, input } = await show();
  await user.type(input, 'pump');
  await waitFor(() => expect(asked).toEqual(['pump']));
  act(() => arrive('pump'));
  act(() => arrive(''));
  expect(input.value).toBe('');
});

test('applies nothing once the reader is on the way to another page', async () => {
  const { router, input } = await show();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.change(input, { target: { value: 'pump' } });
  await act(() => router.navigate({ to: '/elsewhere' as never }));
  act(() => vi.advanceTimersByTime(1000));
  vi.useRealTimers();
  expect(asked).toEqual([]);
});
