import { render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useTheme } from './theme.ts';

declare global {
  interface Window {
    happyDOM: { settings: { device: { prefersColorScheme: string } } };
  }
}

const device = window.happyDOM.settings.device;

afterEach(() => {
  device.prefersColorScheme = 'light';
});

function Shown() {
  return <p>{useTheme().theme}</p>;
}

test('follows a system theme that changed before the app started', async () => {
  expect(document.documentElement.classList.contains('dark')).toBe(false);
  device.prefersColorScheme = 'dark';
  render(<Shown />);
  expect(await screen.findByText('dark')).toBeDefined();
  expect(document.documentElement.classList.contains('dark')).toBe(true);
});
