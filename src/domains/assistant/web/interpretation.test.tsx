import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { InterpretationChip } from '#domains/assistant/contract.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { Interpretation } from './interpretation.tsx';

const status: InterpretationChip = {
  id: '0.status.0',
  label: 'Status',
  value: 'in transit',
  text: 'in transit',
  alternatives: [{ value: 'delivered', text: 'delivered' }],
  removable: true,
};
const asked: InterpretationChip = {
  id: '0.ask',
  label: 'Asked',
  value: 'count',
  text: 'How many assets',
  alternatives: [],
  removable: false,
};

test('shows every part, and asks again with the chosen alternative', async () => {
  const onChange = vi.fn();
  const { user } = await renderApp(<Interpretation chips={[asked, status]} onChange={onChange} />);
  expect(screen.getByText('How many assets')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Change Status: in transit' }));
  await user.click(await screen.findByRole('menuitem', { name: 'delivered' }));
  expect(onChange.mock.calls).toEqual([[{ id: '0.status.0', value: 'delivered' }]]);
});

test('asks again without a removed part', async () => {
  const onChange = vi.fn();
  const { user } = await renderApp(<Interpretation chips={[status]} onChange={onChange} />);
  await user.click(screen.getByRole('button', { name: 'Change Status: in transit' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  expect(onChange.mock.calls).toEqual([[{ id: '0.status.0', value: null }]]);
});

test('cannot be changed while another question is pending', async () => {
  await renderApp(<Interpretation chips={[status]} onChange={undefined} />);
  expect(screen.queryByRole('button')).toBeNull();
});
