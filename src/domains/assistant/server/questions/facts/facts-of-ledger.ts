import { checkpoint, listKeys, listWitnesses, readBlock, readChain, validateChain } from '#domains/ledger/contract.ts';
import { health } from '#domains/observability/contract.ts';
import { concerning, day, name, none, number, verdict } from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { World } from '../world.fixture.ts';
import { namesOf } from './facts-of-assets.ts';
import { type EventReference, eventOf } from './facts-of-events.ts';

const lengthOf = async (world: World) => (await world.read(readChain, { query: { limit: 1 } })).length;
const written = (index: number) => name([String(index), index.toLocaleString('en-US')]);

/** The number of blocks. */
export const chainLength: FactOf = async (world) => number(await lengthOf(world));

/** The number of the newest block. */
export const newestBlock: FactOf = async (world) => written((await lengthOf(world)) - 1);

/** That the chain is intact. */
export const chainIsValid: FactOf = async (world) => {
  const { valid } = await world.read(validateChain, {});
  return verdict(valid, [name(valid ? ['valid', 'intact', 'verified'] : ['invalid', 'damaged'])]);
};
/** That the chain was not changed. */
export const chainIsUnchanged: FactOf = async (world) => {
  const { valid } = await world.read(validateChain, {});
  const stated = name(valid ? ['valid', 'intact', 'verified', 'unchanged'] : ['invalid']);
  // "Yes" would mean that somebody changed it.
  return { ...stated, isStated: (answer, part) => stated.isStated(answer, part) && !/^yes/i.test(answer.reply) };
};
export const checkedBlocks: FactOf = async (world) => number((await world.read(validateChain, {})).verifiedBlocks);
export const signedBlocks: FactOf = async (world) =>
  number((await world.read(validateChain, {})).checkpointSize, 'everything');
export const noWitnesses: FactOf = async (world) =>
  concerning(none((await world.read(listWitnesses, {})).witnesses.length), [/witness/i]);
export const keyCount: FactOf = async (world) =>
  concerning(number((await world.read(listKeys, {})).keys.length), [/\bkeys?\b/i]);
export const keyName: FactOf = async (world) =>
  name([(await world.read(listKeys, {})).keys.at(-1)?.vkey.split('+')[0]], 'everything');
export const checkpointRoot: FactOf = async (world) => {
  const [, size, root] = (await world.read(checkpoint, {})).split('\n');
  return {
    text: `the root ${root}`,
    isStated: (answer) => JSON.stringify(answer).includes(root ?? `no root of ${size}`),
  };
};

/** A block by its number, or that of an event. */
type BlockReference = number | EventReference;

const indexOf = async (world: World, reference: BlockReference): Promise<number> =>
  typeof reference === 'number' ? reference : (await eventOf(world, ...reference)).blockIndex;

const block = async (world: World, reference: BlockReference) => {
  const index = await indexOf(world, reference);
  return world.read(readBlock, { params: { index } });
};

/** What a block contains. */
export const actionOf =
  (reference: BlockReference): FactOf =>
  async (world) => {
    const action = String((await block(world, reference)).data['action']);
    const words = action.split('.').at(-1)?.replaceAll('_', ' ') ?? '';
    return name([action, words, action.replaceAll('_', ' ')]);
  };
export const assetOf =
  (reference: BlockReference): FactOf =>
  async (world) =>
    name([String((await block(world, reference)).data['asset_id'] ?? '')], 'everything');
export const userOf =
  (reference: BlockReference): FactOf =>
  async (world) =>
    concerning(name(await namesOf(world, String((await block(world, reference)).data['user'] ?? ''))), [
      String(await indexOf(world, reference)),
      (await indexOf(world, reference)).toLocaleString('en-US'),
    ]);
export const blockDay =
  (reference: BlockReference): FactOf =>
  async (world) =>
    day(new Date((await block(world, reference)).timestamp * 1000).toISOString(), world.today);
export const hashOf =
  (reference: BlockReference, which: 'hash' | 'prev_hash' = 'hash'): FactOf =>
  async (world) => {
    const hash = (await block(world, reference))[which];
    const start = hash.slice(0, 8);
    return {
      text: `the hash ${start}…`,
      isStated: (answer) => JSON.stringify(answer.reply + JSON.stringify(answer.blocks)).includes(start),
    };
  };
/** That it concerns this block. */
export const isBlock =
  (reference: BlockReference): FactOf =>
  async (world) => {
    const index = await indexOf(world, reference);
    return name([String(index), index.toLocaleString('en-US')], 'everything');
  };

/** The block of a number counted back from the newest. */
export const blockFromEnd =
  (back: number): FactOf =>
  async (world) =>
    written((await lengthOf(world)) - 1 - back);

export const serverIsUp: FactOf = async (world) => {
  const { status } = await world.read(health, {});
  return verdict(status === 'ok', [name(['ok', 'ready', 'online', 'running', 'up', 'healthy'])]);
};
export const versionOf: FactOf = async (world) => name([(await world.read(health, {})).version], 'everything');
