import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import type { ActProps } from './act-form.tsx';
import { DocumentForm } from './document-form.tsx';
import { TransferForm } from './transfer-form.tsx';

const sha256 = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');

/** A file whose content arrives when `release` is called. */
function slowFile(name: string, text: string) {
  const file = new File([text], name, { type: 'application/pdf' });
  const { promise, resolve } = Promise.withResolvers<void>();
  const read = file.arrayBuffer.bind(file);
  file.arrayBuffer = () => promise.then(read);
  return { file, release: resolve };
}

const property = {
  propertyId: 'HB-0001-001',
  owners: [{ holder: 'p-1', fraction: { numerator: 1, denominator: 1 } }],
} as unknown as ActProps['property'];
const choose = async (user: Awaited<ReturnType<typeof renderApp>>['user'], label: string, file: File) =>
  user.upload(screen.getByLabelText(label, { exact: false }), file);

test('records a document after its file was read, even if it was submitted earlier', async () => {
  const sent = stubServer({ 'POST /api/detroit/properties/HB-0001-001/documents': () => json({ blockIndex: 7 }) });
  const told: string[] = [];
  const { user } = await renderApp(<DocumentForm property={property} onDone={(sentence) => told.push(sentence)} />);
  const survey = slowFile('Survey.pdf', 'the survey');
  await choose(user, 'Choose the document', survey.file);
  await user.click(screen.getByRole('button', { name: 'Record' }));
  expect(screen.queryByText('Choose the document.')).toBeNull();
  expect(sent).toEqual([]);
  survey.release();
  await waitFor(() => expect(told).toEqual(['The hash of Survey is in block 7.']));
  expect(sent.map(({ body }) => body)).toEqual([{ title: 'Survey', sha256: await sha256('the survey') }]);
});

test('transfers a title with the deed that was chosen last, even while both files are being read', async () => {
  const sent = stubServer({
    'GET /api/detroit/properties/HB-0001-001/owners': () => json({ owners: [] }),
    'POST /api/detroit/properties/HB-0001-001/transfers': () => json({ blockIndex: 8 }),
  });
  const told: string[] = [];
  const { user } = await renderApp(<TransferForm property={property} onDone={(sentence) => told.push(sentence)} />);
  await user.type(screen.getByLabelText('Username'), 'ann');
  const wrong = slowFile('wrong.pdf', 'the wrong deed');
  const deed = slowFile('deed.pdf', 'the deed');
  await choose(user, 'Choose the deed', wrong.file);
  await choose(user, 'wrong.pdf', deed.file);
  await user.click(screen.getByRole('button', { name: 'Transfer' }));
  deed.release();
  wrong.release();
  await waitFor(() => expect(told).toHaveLength(1));
  expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    expect.objectContaining({ documentSha256: await sha256('the deed') }),
  ]);
});
