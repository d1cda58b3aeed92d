import { act, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { dismissToast, readToasts, showToast } from '../feedback/toast-store.ts';
import { Time } from '../value/time.tsx';
import { Dialog } from './dialog.tsx';
import { Sheet } from './sheet.tsx';

afterEach(() => {
  for (const { id } of readToasts()) dismissToast(id);
});

/** Presses Escape as soon as its dialog is in the page, before Radix has registered the dialog. */
function PressEscape() {
  useLayoutEffect(() => {
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, []);
  return null;
}

function BlockSheet({ impatient = false }: { impatient?: boolean }) {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Show block
      </button>
      <Sheet open={open} onOpenChange={setOpen} title="Block 7">
        <input aria-label="Note" />
        <button type="button" onClick={() => showToast({ title: 'Copied' })}>
          Copy
        </button>
        <button type="button" onClick={() => setAsking(true)}>
          Ask
        </button>
        <Dialog open={asking} onOpenChange={setAsking} title="Sure?">
          <p>Really</p>
          {impatient ? <PressEscape /> : null}
        </Dialog>
      </Sheet>
    </>
  );
}

const open = async (impatient = false) => {
  const { user } = await renderApp(<BlockSheet impatient={impatient} />);
  const opener = screen.getByRole('button', { name: 'Show block' });
  await user.click(opener);
  await screen.findByRole('dialog', { name: 'Block 7' });
  return { user, opener };
};
const sheet = () => screen.queryByRole('dialog', { name: 'Block 7', hidden: true });

test('moves the focus to its first control, traps it, and returns it to the opener', async () => {
  const { user, opener } = await open();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Note')));
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Note'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(sheet()).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('closes on Escape even if a toast appeared later, and the toast stays', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByText('Copied');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(sheet()).toBeNull());
  expect(readToasts().map(({ title, open: shown }) => [title, shown])).toEqual([['Copied', true]]);
});

test('lets the dialog above it handle Escape first', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByRole('dialog', { name: 'Sure?' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sure?' })).toBeNull());
  expect(sheet()).not.toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(sheet()).toBeNull());
});

test('stays open when Escape follows the opening of a dialog above it without delay', async () => {
  const { user } = await open(true);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sure?' })).toBeNull());
  expect(sheet()).not.toBeNull();
});

test('hides the page behind it from assistive technology while it is open', async () => {
  const { user } = await open();
  expect(screen.queryByRole('button', { name: 'Show block' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('button', { name: 'Show block' })).toBeTruthy();
});

test('without a control the focus goes to the title, and never to a time or to Close', async () => {
  const { user } = await renderApp(
    <Sheet trigger={<button type="button">Show draft</button>} title="Draft">
      <Time at="2026-03-01T08:00:00.000Z" />
    </Sheet>,
  );
  await user.click(screen.getByRole('button', { name: 'Show draft' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Draft' })));
  await user.tab();
  expect(document.activeElement?.tagName).toBe('TIME');
});

test('shows a lost connection while it is open, until the connection is back', async () => {
  const { user } = await renderApp(<BlockSheet />);
  await user.click(screen.getByRole('button', { name: 'Show block' }));
  const go = (online: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
    act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
  };
  expect(screen.queryByText('Offline')).toBeNull();
  go(false);
  expect(screen.getByRole('dialog').contains(screen.getByText('Offline'))).toBe(true);
  go(true);
  expect(screen.queryByText('Offline')).toBeNull();
});
