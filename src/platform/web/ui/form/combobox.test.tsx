import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { Combobox } from './combobox.tsx';
import { Field } from './field.tsx';
import type { Option, OptionSearch } from './use-option-search.ts';

const ports: readonly Option[] = ['Bergen', 'Bremen', 'Boston'].map((name) => ({
  value: name.toLowerCase(),
  label: name,
}));
const searchPorts: OptionSearch = async (text) =>
  ports.filter(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()));

function PortField({ search, onChange }: { search: OptionSearch; onChange: (option: Option | null) => void }) {
  const [value, setValue] = useState<Option | null>(null);
  return (
    <Field label="Port">
      {(control) => (
        <Combobox
          {...control}
          value={value}
          search={search}
          onChange={(option) => {
            setValue(option);
            onChange(option);
          }}
        />
      )}
    </Field>
  );
}

const show = async (search: OptionSearch = searchPorts) => {
  const onChange = vi.fn();
  const { user } = await renderApp(<PortField search={search} onChange={onChange} />);
  const input = screen.getByRole('combobox', { name: 'Port' }) as HTMLInputElement;
  return { user, onChange, input };
};
const options = () => screen.getAllByRole('option').map((each) => each.textContent);
const activeOption = (input: HTMLInputElement) =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;

test('selects with the arrow keys and Enter, wrapping at both ends', async () => {
  const { user, onChange, input } = await show();
  await user.click(input);
  await waitFor(() => expect(options()).toEqual(['Bergen', 'Bremen', 'Boston']));
  expect(input.getAttribute('aria-expanded')).toBe('true');
  expect(activeOption(input)).toBe('Bergen');
  await user.keyboard('{ArrowUp}');
  expect(activeOption(input)).toBe('Boston');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(activeOption(input)).toBe('Bremen');
  await user.keyboard('{Enter}');
  expect(onChange).toHaveBeenLastCalledWith(ports[1]);
  expect(input.value).toBe('Bremen');
  expect(input.getAttribute('aria-expanded')).toBe('false');
});

test('searches once after typing, not for every key', async () => {
  const search = vi.fn(searchPorts);
  const { user, input } = await show(search);
  await user.type(input, 'bre');
  await waitFor(() => expect(options()).toEqual(['Bremen']));
  expect(search.mock.calls.map(([text]) => text)).toEqual(['', 'bre']);
});

test('selects the only option that matches when the field is left, also one that arrives later', async () => {
  const { user, onChange, input } = await show();
  await user.type(input, 'bre');
  await waitFor(() => expect(options()).toEqual(['Bremen']));
  await user.click(document.body);
  expect(onChange).toHaveBeenLastCalledWith(ports[1]);
  expect(input.value).toBe('Bremen');
  await user.clear(input);
  await user.type(input, 'bos');
  await user.click(document.body);
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(ports[2]));
  expect(input.value).toBe('Boston');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('Tab selects the highlighted option if the user typed or pointed at one', async () => {
  const { user, onChange, input } = await show();
  await user.click(input);
  await waitFor(() => expect(options()).toHaveLength(3));
  await user.tab();
  expect(onChange).not.toHaveBeenCalled();
  await user.type(input, 'b');
  await waitFor(() => expect(options()).toHaveLength(3));
  await user.keyboard('{ArrowDown}');
  await user.tab();
  expect(onChange).toHaveBeenLastCalledWith(ports[1]);
  expect(input.value).toBe('Bremen');
});

test('keeps text that names no single option, shows an error, and is invalid', async () => {
  const { user, onChange, input } = await show();
  await user.type(input, 'b');
  await waitFor(() => expect(options()).toHaveLength(3));
  await user.click(document.body);
  expect(input.value).toBe('b');
  const choose = 'Choose one from the list, or clear the field.';
  expect((await screen.findByRole('alert')).textContent).toBe(choose);
  await user.type(input, 'x');
  expect(screen.queryByRole('alert')).toBeNull();
  await screen.findByText('Nothing found');
  await user.tab();
  const words = 'Nothing found. Change the text and choose from the list, or clear the field.';
  expect(screen.getByRole('alert').textContent).toBe(words);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(words);
  expect(input.checkValidity()).toBe(false);
  expect(onChange).not.toHaveBeenCalled();
  await user.clear(input);
  await user.tab();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(input.checkValidity()).toBe(true);
});

test('closes with Escape, restores the selected text, and stops the key from propagating', async () => {
  const { user, onChange, input } = await show();
  await user.click(input);
  await user.click(await screen.findByRole('option', { name: 'Bergen' }));
  await user.type(input, 'xx');
  const outer = vi.fn();
  document.addEventListener('keydown', outer);
  await user.keyboard('{Escape}');
  document.removeEventListener('keydown', outer);
  expect(outer).not.toHaveBeenCalled();
  expect(input.value).toBe('Bergen');
  expect(input.getAttribute('aria-expanded')).toBe('false');
  expect(onChange).toHaveBeenCalledExactlyOnceWith(ports[0]);
});

test('ignores late results of an earlier search', async () => {
  const answers = new Map<string, (found: readonly Option[]) => void>();
  const { user, input } = await show((text) => new Promise((resolve) => answers.set(text, resolve)));
  await user.click(input);
  await waitFor(() => expect(answers.has('')).toBe(true));
  await user.type(input, 'bo');
  await waitFor(() => expect(answers.has('bo')).toBe(true));
  answers.get('bo')?.([ports[2] as Option]);
  await waitFor(() => expect(options()).toEqual(['Boston']));
  answers.get('')?.(ports);
  await Promise.resolve();
  expect(options()).toEqual(['Boston']);
});

test('reports an empty result and a failed search', async () => {
  const { user, input } = await show(async (text) => {
    if (text === 'x') throw new Error('unreachable');
    return [];
  });
  await user.click(input);
  expect(await screen.findByText('Nothing found')).toBeTruthy();
  await user.type(input, 'x');
  expect(await screen.findByText('The search failed. Type again to retry.')).toBeTruthy();
});

test('clears the selection when the text is deleted', async () => {
  const { user, onChange, input } = await show();
  await user.click(input);
  await user.click(await screen.findByRole('option', { name: 'Bergen' }));
  await user.clear(input);
  expect(onChange).toHaveBeenLastCalledWith(null);
});
