import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { json, stubServer } from '#platform/web/testing/stub-server.ts';
import { DocumentCheck } from './document-check.tsx';

/** The SHA-256 of `deed`. */
const DEED = 'df75f3ea1d63370ba642bde84f53668817f063ac887beb86b8593d78cf5642b9';
const listed = { title: 'Survey', sha256: 'ab'.repeat(32), blockIndex: 7 };
const pagination = {
  ...{ total: 1, totalIsEstimate: false, page: 1, limit: 50, totalPages: 1, hasPrev: false, hasNext: false },
};

test('a file is compared with older documents than the listed ones', async () => {
  const sent = stubServer({
    'GET /api/detroit/properties/HB-1/documents': ({ query }) =>
      json({
        documents: query.get('sha256') === DEED ? [{ title: 'Old deed', sha256: DEED, blockIndex: 3 }] : [],
        pagination,
      }),
  });
  const { user } = await renderApp(<DocumentCheck propertyId="HB-1" documents={[listed]} documentCount={201} />);
  expect(screen.getByText(/The newest 1 of 201 are listed\./)).toBeTruthy();
  await user.upload(screen.getByLabelText(/Compare a document/), new File(['deed'], 'deed.pdf'));
  expect(await screen.findByText('deed.pdf is the recorded document “Old deed”.')).toBeTruthy();
  await user.upload(screen.getByLabelText(/Compare a document/), new File(['other'], 'other.pdf'));
  expect(await screen.findByText('other.pdf is not a recorded document of this property.')).toBeTruthy();
  expect(sent).toHaveLength(2);
});

test('without an answer, a file is not called unrecorded', async () => {
  stubServer({});
  const { user } = await renderApp(<DocumentCheck propertyId="HB-1" documents={[listed]} documentCount={201} />);
  await user.upload(screen.getByLabelText(/Compare a document/), new File(['deed'], 'deed.pdf'));
  expect(
    await screen.findByText(/could not be read, so the file was not compared/, {}, { timeout: 15_000 }),
  ).toBeTruthy();
});
