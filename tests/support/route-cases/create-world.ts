import { readBlock } from '#domains/ledger/contract.ts';
import { record } from '../events.ts';
import { eventually } from '../eventually.ts';
import type { TestServer } from '../test-server.ts';
import type { World } from './route-case.ts';

/** Brings a new server into the state that the route cases expect. */
export async function createWorld(server: TestServer): Promise<World> {
  const maker = await server.account('manufacturer');
  const assetId = 'CASE-1';
  await record(server, maker, 'manufactured', assetId, { name: 'Case', category: 'Food', batch: 'b' });
  await record(server, maker, 'shipped', assetId, { location: 'Road' });
  await server.publish();
  const { hash } = (await server.call(readBlock, { params: { index: 1 } })).body;
  const { id: validationId } = await server.services.ledger.validations.start();
  await eventually('the validation ends', async () => {
    return (await server.services.ledger.validations.read(validationId)).state !== 'running';
  });
  return { server, maker, assetId, hash, validationId };
}
