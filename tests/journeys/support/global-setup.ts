import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import { startJourneyServer } from './journey-server.ts';

/**
 * Fills a template data folder with the demo world once and stops its server. Each worker copies the folder, which takes
 * a fraction of the time that a new database and the demo data take.
 */
export default async function createTemplate(): Promise<() => void> {
  const folder = mkdtempSync(join(memoryFolder(), 'cairn-journeys-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  // Workers inherit the environment.
  process.env.CAIRN_JOURNEY_FOLDER = folder;
  const server = await startJourneyServer(join(folder, 'template'));
  await untilSettled(server.origin);
  await untilSigned(server.origin);
  await server.stop();
  return remove;
}

/** Waits until a signed checkpoint covers all demo data, so that all workers start alike. */
async function untilSigned(origin: string): Promise<void> {
  await eventually('a checkpoint over the whole demo world', async () => {
    const answer = await fetch(`${origin}/api/chain/validate`);
    const { checkpointSize, totalBlocks } = (await answer.json()) as { checkpointSize: number; totalBlocks: number };
    return checkpointSize === totalBlocks;
  });
}

/**
 * Waits until the network has executed the calls of the demo's trades, so that no worker's first call waits behind
 * them.
 */
async function untilSettled(origin: string): Promise<void> {
  const look = async () => {
    const answer = await fetch(`${origin}/api/nft/market-data`);
    const { network } = (await answer.json()) as { network: { waitingCalls: number } };
    return network.waitingCalls === 0;
  };
  await eventually('the calls of the demo are final', look, 120);
}
