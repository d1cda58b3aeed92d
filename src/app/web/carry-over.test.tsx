import { render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { carryOver } from './carry-over.ts';

const page = document.createElement('div');
afterEach(() => {
  page.remove();
  delete window.earlyPress;
});

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

test('carries text that was typed before the app took over into its field, with focus and state', async () => {
  document.body.append(page);
  page.innerHTML = '<input aria-label="Search assets"><input aria-label="Other">';
  const before = page.querySelector('input') as HTMLInputElement;
  before.focus();
  before.value = 'insulin';
  const carry = await carryOver(page);
  page.innerHTML = '';
  let heard = '';
  render(<Search onText={(text) => (heard = text)} />, { container: page });
  carry();
  const field = screen.getByLabelText('Search assets') as HTMLInputElement;
  expect([field.value, heard, document.activeElement]).toEqual(['insulin', 'insulin', field]);
});

test('does not change an untouched field', async () => {
  document.body.append(page);
  page.innerHTML = '<input aria-label="Search assets" value="">';
  const carry = await carryOver(page);
  page.innerHTML = '';
  let heard: string | undefined;
  render(<Search onText={(text) => (heard = text)} />, { container: page });
  carry();
  expect(heard).toBeUndefined();
  expect(document.activeElement).toBe(document.body);
});

test('carries typed text into a field that appears later, without taking the focus from a field that the user has since chosen', async () => {
  document.body.append(page);
  page.innerHTML = '<input aria-label="Bill number">';
  const before = page.querySelector('input') as HTMLInputElement;
  before.focus();
  before.value = '2026-';
  const carry = await carryOver(page);
  page.innerHTML = '<input aria-label="Other">';
  carry();
  const other = page.querySelector('input') as HTMLInputElement;
  other.focus();
  const late = document.createElement('input');
  late.setAttribute('aria-label', 'Bill number');
  page.append(late);
  await waitFor(() => expect(late.value).toBe('2026-'));
  expect([other.value, document.activeElement]).toEqual(['', other]);
});

test('focuses the link or button that had the focus, but not one that the user has left', async () => {
  document.body.append(page);
  for (const [place, leaves] of [
    [1, false],
    [2, false],
    [2, true],
  ] as const) {
    const html = '<a href="/x">Help</a><a href="/y">Help</a><button>Help</button>';
    page.innerHTML = html;
    (page.children[place] as HTMLElement).focus();
    const carry = await carryOver(page);
    page.innerHTML = '';
    carry();
    const first = document.createElement('input');
    page.append(first);
    if (leaves) first.focus();
    page.insertAdjacentHTML('beforeend', html);
    const wanted = leaves ? first : page.children[place + 1];
    await waitFor(() => expect(document.activeElement).toBe(wanted));
  }
});

function Late({ onPress }: { onPress: (name: string) => void }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => void Promise.resolve().then(() => setReady(true)), []);
  return (
    <>
      <button type="button" onClick={() => onPress('first')}>
        Sign In
      </button>
      {isReady ? (
        <button type="button" onClick={() => onPress('second')}>
          Sign In
        </button>
      ) : null}
    </>
  );
}

test('presses a button in the app once if it was pressed before the app took over', async () => {
  document.body.append(page);
  page.innerHTML = '<button>Sign In</button><button>Sign In</button>';
  window.earlyPress = { button: page.querySelectorAll('button')[1] as HTMLButtonElement, isHeld: false };
  const carry = await carryOver(page);
  page.innerHTML = '';
  const pressed: string[] = [];
  render(<Late onPress={(name) => pressed.push(name)} />, { container: page });
  carry();
  await waitFor(() => expect(pressed).toEqual(['second']));
  expect(document.activeElement).toBe(screen.getAllByRole('button')[1]);
  page.append(document.createElement('p'));
  await Promise.resolve();
  expect(pressed).toEqual(['second']);
});

test('does not repeat a press after the user has pressed something else', async () => {
  document.body.append(page);
  page.innerHTML = '<button>Sign In</button>';
  window.earlyPress = { button: page.querySelector('button'), isHeld: false };
  const carry = await carryOver(page);
  page.innerHTML = '';
  carry();
  document.dispatchEvent(new Event('pointerdown'));
  const late = document.createElement('button');
  late.textContent = 'Sign In';
  let pressed = 0;
  late.addEventListener('click', () => (pressed += 1));
  page.append(late);
  await new Promise((resolve) => setTimeout(resolve));
  expect(pressed).toBe(0);
});
