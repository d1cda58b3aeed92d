import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { carryTyped } from './carry-typed.ts';

const page = document.createElement('div');
afterEach(() => page.remove());

function Search({ onText }: { onText: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <input
      aria-label="Search assets"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onText(target.value);
      }}
    />
  );
}

test('what was typed before the app took over stands in its field, which has the focus and knows of it', () => {
  document.body.append(page);
  page.innerHTML = '<input aria-label="Search assets"><input aria-label="Other">';
  const before = page.querySelector('input') as HTMLInputElement;
  before.focus();
  before.value = 'insulin';
  const carry = carryTyped(page);
  page.innerHTML = '';
  let heard = '';
  render(<Search onText={(text) => (heard = text)} />, { container: page });
  carry();
  const field = screen.getByLabelText('Search assets') as HTMLInputElement;
  expect([field.value, heard, document.activeElement]).toEqual(['insulin', 'insulin', field]);
});

test('a field that nobody touched is left alone', () => {
  document.body.append(page);
  page.innerHTML = '<input aria-label="Search assets" value="">';
  const carry = carryTyped(page);
  page.innerHTML = '';
  let heard: string | undefined;
  render(<Search onText={(text) => (heard = text)} />, { container: page });
  carry();
  expect(heard).toBeUndefined();
  expect(document.activeElement).toBe(document.body);
});
