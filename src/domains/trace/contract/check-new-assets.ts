import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { AssetId } from './assets.ts';

/** The most assets of one check: as many as a file of events has rows. */
export const CHECKED_ASSETS_MAX = 1000;

export const checkNewAssets = route({
  method: 'POST',
  path: '/api/assets/check-new',
  tag: 'Assets',
  summary: 'Check that new assets stay within your limits',
  description:
    'Call it before you send many events, such as the rows of a file: it refuses all of them together where recording them one by one would stop ' +
    'in the middle. Assets that exist already do not count. Records nothing, and reserves nothing.',
  access: 'signed in',
  body: z.strictObject({ assetIds: z.array(AssetId).min(1).max(CHECKED_ASSETS_MAX) }),
  response: z.object({ newAssets: z.int() }),
});
