import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { Button } from './button.tsx';

function Form({ onSend }: { onSend: () => void }) {
  const [busy, setBusy] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
        setBusy(true);
      }}
    >
      <input aria-label="Amount" />
      <Button type="submit" busy={busy && 'Sending…'}>
        Send
      </Button>
      <button type="button" onClick={() => setBusy(false)}>
        End
      </button>
    </form>
  );
}

test('keeps the focus while busy, and neither a click nor Enter in its form submits again', async () => {
  let sent = 0;
  const { user } = await renderApp(<Form onSend={() => (sent += 1)} />);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  const busy = screen.getByRole('button', { name: 'Sending…' });
  expect(document.activeElement).toBe(busy);
  await user.click(busy);
  await user.type(screen.getByLabelText('Amount'), '5{Enter}');
  expect(sent).toBe(1);
  await user.click(screen.getByText('End'));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toBe(2);
});
