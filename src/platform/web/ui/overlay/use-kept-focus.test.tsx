import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render-app.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** A list whose rows disappear when they are confirmed. */
function Desk() {
  const ref = useKeptFocus<HTMLDivElement>();
  const [rows, setRows] = useState(['first', 'second', 'third']);
  return (
    <>
      <div ref={ref} tabIndex={-1} data-testid="desk">
        {rows.map((row) => (
          <button key={row} type="button" onClick={() => setRows(rows.filter((one) => one !== row))}>
            {row}
          </button>
        ))}
      </div>
      <p>Elsewhere</p>
    </>
  );
}

test('moves the focus to the next row, to the last one, and at the end to the element', async () => {
  const { user } = await renderApp(<Desk />);
  await user.click(screen.getByText('second'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('third')));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('first')));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('desk')));
});

/** A form of two steps between other controls. */
function Steps() {
  const ref = useKeptFocus<HTMLDivElement>();
  const [chosen, setChosen] = useState(false);
  return (
    <div ref={ref} tabIndex={-1}>
      <button type="button">Export</button>
      <section>
        {chosen ? (
          <form>
            <button type="button">Import</button>
          </form>
        ) : (
          <p>
            <button type="button" onClick={() => setChosen(true)}>
              Choose
            </button>
          </p>
        )}
      </section>
      <button type="button">Another</button>
    </div>
  );
}

test('moves the focus to the next step of the same part, not to a neighboring control', async () => {
  const { user } = await renderApp(<Steps />);
  await user.click(screen.getByText('Choose'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Import')));
});
