import type { FastifyInstance } from 'fastify';
import { parseBlockReference } from '#domains/ledger/contract/block-reference.ts';
import { findBlock, readBlock } from '#domains/ledger/contract.ts';
import { readParticipant } from '#domains/participants/contract.ts';
import { readTransaction } from '#domains/payments/contract.ts';
import { readProperty } from '#domains/registry/contract.ts';
import { toneOfStatus } from '#domains/trace/contract/status-tones.ts';
import { readAsset } from '#domains/trace/contract.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import type { PageFacts, PageSubject } from '#platform/server/http/serve-web-app.ts';
import { createCallAsCaller } from './call-as-caller.ts';

const firstStep = { page: 1, limit: 1 };

/**
 * Reads the subjects of pages about one thing: an asset, a participant, a property, a transaction, a block. Calls the
 * API as a visitor from the same address, so the limits of its routes apply, and no data of an account gets into a
 * page. A refusal for any other reason than an unknown subject serves the page as usual.
 */
export function pageSubjects(app: FastifyInstance): PageFacts[] {
  const call = createCallAsCaller(app);
  /**
   * Returns a page whose subject is the response of a route for the value in the path, which the route calls `param`.
   */
  const subject = (page: string, route: RouteDefinition, param: string, query = {}): PageFacts => ({
    page,
    async read({ params, request: { ip } }) {
      const [value = ''] = Object.values(params);
      return unlessUnknown((await call(route, { params: { [param]: value }, query }, { token: undefined, ip })).status);
    },
  });
  return [
    {
      page: '/assets/$assetId',
      file: 'asset-facts.html',
      // The name, the status and its color show before the app has loaded.
      async read({ params: { assetId = '' }, request: { ip } }) {
        const input = { params: { assetId }, query: firstStep };
        const { status, text } = await call(readAsset, input, { token: undefined, ip });
        if (status !== 200) return unlessUnknown(status);
        const { asset } = readAsset.response.parse(JSON.parse(text));
        const facts = { name: asset.name, status: asset.currentStatus, tone: toneOfStatus(asset.currentStatus) };
        return { exists: true, facts };
      },
    },
    subject('/assets/$assetId/recall', readAsset, 'assetId', firstStep),
    subject('/participants/$username', readParticipant, 'id'),
    subject('/detroit/properties/$propertyId', readProperty, 'id'),
    subject('/transactions/$hash', readTransaction, 'hash'),
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

/** 400 means that no subject can have such a name. */
const unlessUnknown = (status: number): PageSubject | undefined =>
  status === 404 || status === 400 ? { exists: false } : undefined;
