import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { createTypeAhead } from './type-ahead.ts';

const typeAhead = createTypeAhead();
const take = (event: KeyboardEvent) => void typeAhead.take(event);
window.addEventListener('keydown', take);
afterEach(() => typeAhead.stop());

let showField: () => void;

function Page() {
  const [text, setText] = useState('old');
  const [shown, setShown] = useState(false);
  showField = () => setShown(true);
  return (
    <>
      <button type="button">Somewhere else</button>
      {shown ? <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} /> : null}
      <output>{text}</output>
    </>
  );
}

const field = () => screen.queryByLabelText<HTMLInputElement>('Search') ?? undefined;

test('types keys into the field that were pressed before it appeared', async () => {
  const user = userEvent.setup();
  render(<Page />);
  typeAhead.into(field);
  await user.keyboard('{Shift>}HL{/Shift}x');
  await act(async () => showField());
  await user.keyboard('-7');
  expect(document.activeElement).toBe(field());
  expect(screen.getByRole('status').textContent).toBe('HLx-7');
});

test('returns the focus to the field when something else takes it before the first key', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await act(async () => showField());
  typeAhead.into(field);
  // A closing sheet returns the focus to the button that opened it.
  screen.getByRole('button').focus();
  await user.keyboard('pump');
  expect(screen.getByRole('status').textContent).toBe('pump');
});

test.each(['{Escape}', '{Tab}', '{Enter}'])('discards the typed keys after %s', async (key) => {
  const user = userEvent.setup();
  render(<Page />);
  typeAhead.into(field);
  await user.keyboard(`hlx${key}`);
  await act(async () => showField());
  expect(screen.getByRole('status').textContent).toBe('old');
  expect(document.activeElement).not.toBe(field());
});
