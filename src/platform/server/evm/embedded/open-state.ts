import type { Common } from '@ethereumjs/common';
import { createEVM, type EVM, EVMError, type EVMOpts } from '@ethereumjs/evm';
import { MerklePatriciaTrie } from '@ethereumjs/mpt';
import { Caches, MerkleStateManager } from '@ethereumjs/statemanager';
import { createAddressFromString, ValueEncoding } from '@ethereumjs/util';
import { createVM, type VM } from '@ethereumjs/vm';
import { present } from '#platform/contract/present.ts';
import type { Database } from '../../database/database.ts';
import { readBlock } from './chain-rows.ts';
import { limitPrecompiles } from './limit-precompiles.ts';
import { createPendingNodes, type NodeStore, type PendingNodes } from './node-store.ts';
import { createPace, noUrgentWork, type Pace } from './pace.ts';

export type ChainFiles = {
  readonly database: Database;
  readonly rules: Common;
  readonly nodes: NodeStore;
};

/** A state that transactions and calls run on, and the nodes that they wrote. */
export type State = { readonly vm: VM; readonly manager: MerkleStateManager; readonly pending: PendingNodes };

/**
 * Opens the state with a root, or the empty one. Running on it stores nothing: a block selects the nodes to commit from
 * `pending`. Each use opens its own state, so that a failure leaves no changes. `pace` limits how long a call may run.
 */
export async function openState(files: ChainFiles, root?: Uint8Array, pace?: Pace): Promise<State> {
  const { rules: common } = files;
  const pending = createPendingNodes(pace === undefined ? files.nodes : paced(files.nodes, pace));
  const trie = new MerklePatriciaTrie({
    useKeyHashing: true,
    common,
    db: pending,
    valueEncoding: ValueEncoding.Bytes,
    ...(root === undefined ? {} : { root }),
  });
  const stateManager = new MerkleStateManager({ common, trie, caches: new Caches() });
  const blockchain = blockHashes(files.database);
  const customOpcodes = pace === undefined ? [] : [loopCheck(pace)];
  const customPrecompiles = [{ address: POINT_EVALUATION, function: failWithoutResult }, ...limitPrecompiles(common)];
  const evm: EVM = await createEVM({ common, stateManager, blockchain, customOpcodes, customPrecompiles });
  // A precompile costs far more time than an instruction, and a loop may be unrolled. Blocks have no deadline, and let
  // reads run first.
  const between = pace ?? createPace(Number.POSITIVE_INFINITY, noUrgentWork);
  evm.events?.on('beforeMessage', async (_, next) => {
    try {
      await between.check();
      next?.();
    } catch (error) {
      next?.(error as Error);
    }
  });
  const vm = await createVM({ common, stateManager, blockchain, evm });
  return { vm, manager: stateManager, pending };
}

/**
 * The precompile that verifies proofs about blobs (EIP-4844). This chain has no blobs, and the 4 MB of the trusted setup are
 * not shipped, so each call of it fails as one with an invalid proof does.
 */
const POINT_EVALUATION = createAddressFromString(`0x${'0a'.padStart(40, '0')}`);

const failWithoutResult = ({ gasLimit }: { gasLimit: bigint }) => ({
  executionGasUsed: gasLimit,
  returnValue: new Uint8Array(),
  exceptionError: new EVMError(EVMError.errorMessages.INVALID_PROOF),
});

/** A call that reads much of the state spends more time waiting for the database than computing. */
const paced = (nodes: NodeStore, pace: Pace): NodeStore => ({
  ...nodes,
  async get(key) {
    pace.requireTime();
    return nodes.get(key);
  },
});

const JUMPDEST = 0x5b;
const CHECK_INTERVAL = 32;

/** Every loop passes a jump destination, so the time is checked there. */
function loopCheck(pace: Pace): NonNullable<EVMOpts['customOpcodes']>[number] {
  let count = 0;
  return {
    opcode: JUMPDEST,
    opcodeName: 'JUMPDEST',
    baseFee: 1,
    logicFunction() {
      count += 1;
      return count % CHECK_INTERVAL === 0 ? pace.check() : undefined;
    },
  };
}

/** The last 256 blocks, whose hashes a contract can read. */
function blockHashes(database: Database) {
  const blockchain = {
    async getBlock(number: number) {
      const block = present(await readBlock(database, number), `block ${number} is stored`);
      return { hash: () => new Uint8Array(block.hash) };
    },
    putBlock: async () => undefined,
    shallowCopy: () => blockchain,
  };
  return blockchain;
}
