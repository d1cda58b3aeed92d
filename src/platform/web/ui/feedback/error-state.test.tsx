import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../api-error.ts';
import { ErrorState } from './error-state.tsx';

const failure = new ApiError({
  status: 503,
  code: 'x.closed',
  message: 'The shelf is closed.',
  hint: 'Come back later.',
});

test('shows what failed, why and what to do', () => {
  render(<ErrorState title="Couldn't load the shelf" error={failure} />);
  expect(screen.getByRole('alert').textContent).toBe("Couldn't load the shelfThe shelf is closed. Come back later.");
});

test('does not repeat a message that the title contains', () => {
  render(<ErrorState title="Failed to load: The shelf is closed." error={failure} />);
  expect(screen.getByRole('alert').textContent).toBe('Failed to load: The shelf is closed. Come back later.');
});

test('names an error without a message', () => {
  render(<ErrorState title="Couldn't load the shelf" error={new Error('')} />);
  expect(screen.getByText('Unknown error')).toBeTruthy();
});
