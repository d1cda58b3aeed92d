import {
  createNoteSigner,
  formatCheckpoint,
  formatVerifierKey,
  fromHex,
  GENESIS_PREV_HASH,
  nodesOfLeaves,
  type Block as ProvenBlock,
  proveInclusion,
  rootAtSize,
  sealBlock,
  signNote,
  toHex,
} from '@cairn/ledger-proof';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { demoCrateId } from '#domains/trace/contract/demo-crate.ts';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import { type Answer, json, stubServer } from '#platform/web/testing/stub-server.ts';
import { Story } from './story.tsx';
import { storyEvents } from './story-steps.ts';

const health = {
  status: 'ok',
  blockchain_valid: true,
  blockchain_state: 'valid',
  blockchain_length: 1,
  total_participants: 0,
  blockGeneration: { percent: null, objectivePercent: 95, explanation: '' },
  networkSync: { percent: 100, objectivePercent: 100, explanation: '' },
  demo: false,
  billing: true,
  version: '1.0.0',
  startedAt: '2026-03-01T08:00:00.000Z',
};

// happy-dom has no layout, so nothing ever intersects.
beforeEach(() =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
);
afterEach(() => vi.unstubAllGlobals());

test('is a plain list of seven steps in three chapters, the last of which verifies', async () => {
  stubServer({ 'GET /api/health': () => json(health) });
  await renderApp(<Story />);
  expect(screen.getAllByRole('listitem')).toHaveLength(7);
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Manufacture',
    'Transport',
    'Verify',
  ]);
});

test('is marked as an example on a ledger without the crate, and links to the newest block', async () => {
  const sent = stubServer({ 'GET /api/health': () => json(health) });
  await renderApp(<Story />);
  expect(await screen.findByText(/This is an example/)).toBeTruthy();
  const last = within(screen.getAllByRole('listitem').at(-1) as HTMLElement);
  expect(last.getByRole('link', { name: /newest block/ }).getAttribute('href')).toBe('#newest-block');
  expect(last.queryByRole('button')).toBeNull();
  expect(sent.map(({ path }) => path)).toEqual(['/api/health']);
});

test('is an example if the crate of a demo ledger cannot be read', async () => {
  stubServer({
    'GET /api/health': () => json({ ...health, demo: true }),
    'GET /api/assets/KVC-BERGEN-1': () => json({ error: 'No such asset' }, 404),
  });
  await renderApp(<Story />);
  expect(await screen.findByText(/This is an example/)).toBeTruthy();
});

describe('the verification of a real crate', () => {
  const origin = 'ledger.test/cairn';
  const signer = createNoteSigner(origin, new Uint8Array(32).fill(7));
  const verifierKey = formatVerifierKey(signer.key);
  const at = '2026-03-01T08:00:00.000Z';

  /** A signed chain whose blocks after the genesis are the events of the crate. */
  function chainOfCrate(): ProvenBlock[] {
    const genesis = { action: 'genesis', format: 'cairn/1', origin, publicKey: verifierKey };
    const events = storyEvents.map(({ action }) => ({
      action,
      asset_id: demoCrateId,
      user: 'kivu-coffee',
      meta: { timestamp: at },
    }));
    const blocks: ProvenBlock[] = [];
    for (const [index, data] of [genesis, ...events].entries())
      blocks.push(sealBlock({ index, timestamp: index, prev_hash: blocks.at(-1)?.hash ?? GENESIS_PREV_HASH, data }));
    return blocks;
  }

  /** Answers as a server that signed `blocks` and returns `served`. */
  function serve(
    blocks: readonly ProvenBlock[],
    served: readonly ProvenBlock[],
    others: Readonly<Record<string, Answer>> = {},
  ) {
    const nodes = nodesOfLeaves(blocks.map((block) => fromHex(block.hash)));
    const size = BigInt(blocks.length);
    const root = rootAtSize(size, nodes);
    const answers: Record<string, Answer> = {
      ...others,
      'GET /api/health': () => json({ ...health, demo: true }),
      [`GET /api/assets/${demoCrateId}`]: () =>
        json({
          asset: {
            id: demoCrateId,
            assetId: demoCrateId,
            name: 'Coffee, 60 kg',
            currentStatus: 'delivered',
            createdAt: at,
            recordedAt: at,
            updatedAt: at,
            happenedAt: at,
            eventCount: storyEvents.length,
            inShipment: false,
            anomalyCount: 0,
          },
          history: blocks.slice(1).map(({ index, hash, data }) => ({
            blockIndex: index,
            blockHash: hash,
            action: data.action,
            participant: 'kivu-coffee',
            timestamp: at,
            recordedAt: at,
            status: 'shipped',
            anomalies: [],
            meta: {},
          })),
          pagination: {
            total: storyEvents.length,
            page: 1,
            limit: 50,
            totalIsEstimate: false,
            totalPages: 1,
            hasNext: false,
            hasPrev: false,
          },
          custodyRules: { protectedFrom: 0, receiptsOnlyFrom: 0 },
        }),
      'GET /log/vkey': () => new Response(verifierKey, { headers: { 'content-type': 'text/plain; charset=utf-8' } }),
      'GET /api/chain/keys': () => json({ keys: [] }),
    };
    for (const { index, hash } of blocks) {
      answers[`GET /api/chain/blocks/${index}`] = () => json(served[index]);
      answers[`GET /api/chain/blocks/${index}/proof`] = async () =>
        json({
          index,
          leafHash: hash,
          treeSize: blocks.length,
          rootHash: toHex(root),
          hashes: proveInclusion(BigInt(index), size, nodes).map((one) => toHex(one)),
          checkpoint: await signNote(formatCheckpoint({ origin, size, root }), [signer]),
          proofFile: '',
        });
    }
    stubServer(answers);
  }

  async function verify() {
    const { user } = await renderApp(<Story />);
    await user.click(await screen.findByRole('button', { name: 'Verify' }));
    await screen.findByRole('button', { name: 'Verify again' });
    return screen.getByTestId('page');
  }
  const greenStones = (page: Element) => page.querySelectorAll('[aria-hidden="true"] [data-tone="green"]').length;

  test('reports that all its steps are valid, and marks the stones', async () => {
    const blocks = chainOfCrate();
    serve(blocks, blocks);
    const page = await verify();
    expect(await screen.findByText('6 of 6 steps verified')).toBeTruthy();
    expect(greenStones(page)).toBeGreaterThan(0);
  });

  test('reports the failure and the block if one was changed, and marks no stone', async () => {
    const blocks = chainOfCrate();
    const changed = { action: 'received', asset_id: demoCrateId, location: 'Elsewhere' };
    serve(
      blocks,
      blocks.map((block) => (block.index === 3 ? { ...block, data: changed } : block)),
    );
    const page = await verify();
    expect(await screen.findByText('This journey failed verification')).toBeTruthy();
    expect(screen.getByText(/^Block 3: Block 3 no longer matches its hash/)).toBeTruthy();
    expect(screen.queryByText(/steps verified/)).toBeNull();
    expect(greenStones(page)).toBe(0);
  });

  test('does not call the journey verified while the server reports a broken chain, and marks no stone', async () => {
    const blocks = chainOfCrate();
    serve(blocks, blocks, {
      'GET /api/chain/validate': () =>
        json({
          state: 'invalid',
          valid: false,
          totalBlocks: blocks.length,
          validatedAt: at,
          error: 'Block 2 differs from its index columns.',
          blockIndex: 2,
          verifiedBlocks: 2,
          checkpointSize: blocks.length,
        }),
    });
    const page = await verify();
    expect(await screen.findByText('6 of 6 steps verified, but the chain is broken')).toBeTruthy();
    expect(screen.getByText('Block 2 differs from its index columns.')).toBeTruthy();
    expect(screen.queryByText(/Content unchanged/)).toBeNull();
    expect(greenStones(page)).toBe(0);
  });
});
