import type { FastifyInstance } from 'fastify';
import { toneOfStatus } from '#domains/trace/contract/status-tones.ts';
import { readAsset } from '#domains/trace/contract.ts';
import type { PageFacts } from '#platform/server/http/serve-web-app.ts';
import { createCallAsCaller } from './call-as-caller.ts';

/**
 * Adds an asset's name, its status and the color of that to its page, so that they show before the app has loaded. Reads them by the API as a
 * visitor from the same address, so the limits of that route hold, and nothing of an account is in the page. Any refusal
 * serves the page without them.
 */
export function assetPageFacts(app: FastifyInstance): PageFacts {
  const call = createCallAsCaller(app);
  return {
    page: '/assets/$assetId',
    file: 'asset-facts.html',
    async read({ assetId = '' }, { ip }) {
      const query = { page: 1, limit: 1 };
      const { status, text } = await call(readAsset, { params: { assetId }, query }, { token: undefined, ip });
      if (status !== 200) return undefined;
      const { asset } = readAsset.response.parse(JSON.parse(text));
      return { name: asset.name, status: asset.currentStatus, tone: toneOfStatus(asset.currentStatus) };
    },
  };
}
