import type { FastifyInstance } from 'fastify';
import { parseBlockReference } from '#domains/ledger/contract/block-reference.ts';
import { findBlock, readBlock } from '#domains/ledger/contract.ts';
import { readParticipant } from '#domains/participants/contract.ts';
import { toneOfStatus } from '#domains/trace/contract/status-tones.ts';
import { readAsset } from '#domains/trace/contract.ts';
import type { PageFacts, PageSubject } from '#platform/server/http/serve-web-app.ts';
import { createCallAsCaller } from './call-as-caller.ts';

/**
 * Reads what pages about an asset, a participant and a block are about. Calls the API as a visitor from the same address, so
 * the limits of its routes hold, and nothing of an account is in a page. A refusal for any reason but an unknown subject
 * serves the page as usual.
 */
export function pageSubjects(app: FastifyInstance): PageFacts[] {
  const call = createCallAsCaller(app);
  return [
    {
      page: '/assets/$assetId',
      file: 'asset-facts.html',
      // The name, the status and its color show before the app has loaded.
      async read({ params: { assetId = '' }, request: { ip } }) {
        const query = { page: 1, limit: 1 };
        const { status, text } = await call(readAsset, { params: { assetId }, query }, { token: undefined, ip });
        if (status !== 200) return unlessUnknown(status);
        const { asset } = readAsset.response.parse(JSON.parse(text));
        const facts = { name: asset.name, status: asset.currentStatus, tone: toneOfStatus(asset.currentStatus) };
        return { exists: true, facts };
      },
    },
    {
      page: '/assets/$assetId/recall',
      async read({ params: { assetId = '' }, request: { ip } }) {
        const query = { page: 1, limit: 1 };
        const { status } = await call(readAsset, { params: { assetId }, query }, { token: undefined, ip });
        return unlessUnknown(status);
      },
    },
    {
      page: '/participants/$username',
      async read({ params: { username = '' }, request: { ip } }) {
        const { status } = await call(
          readParticipant,
          { params: { id: username }, query: {} },
          { token: undefined, ip },
        );
        return unlessUnknown(status);
      },
    },
    {
      page: '/blockchain',
      async read({ query: { block }, request: { ip } }) {
        if (block === undefined) return undefined;
        const reference = parseBlockReference(block);
        if (reference === undefined) return { exists: false };
        const route = 'hash' in reference ? findBlock : readBlock;
        const { status } = await call(route, { params: reference, query: {} }, { token: undefined, ip });
        return unlessUnknown(status);
      },
    },
  ];
}

const unlessUnknown = (status: number): PageSubject | undefined => (status === 404 ? { exists: false } : undefined);
