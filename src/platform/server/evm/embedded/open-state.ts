import type { Common } from '@ethereumjs/common';
import { createEVM, type EVM, EVMError, type EVMOpts } from '@ethereumjs/evm';
import { MerklePatriciaTrie } from '@ethereumjs/mpt';
import { MerkleStateManager } from '@ethereumjs/statemanager';
import { createAddressFromString, ValueEncoding } from '@ethereumjs/util';
import { createVM, type VM } from '@ethereumjs/vm';
import { present } from '#platform/contract/present.ts';
import type { Database } from '../../database/database.ts';
import { readBlock } from './chain-rows.ts';
import { createPendingNodes, type NodeStore, type PendingNodes } from './node-store.ts';

export type ChainFiles = {
  readonly database: Database;
  readonly rules: Common;
  readonly nodes: NodeStore;
};

/** A state that transactions and calls run on, and the nodes that they wrote. */
export type State = { readonly vm: VM; readonly manager: MerkleStateManager; readonly pending: PendingNodes };

/**
 * Opens the state with a root, or the empty one. Nothing that runs on it is stored: a block selects from `pending` what it
 * commits. Each use opens its own, so that a failure leaves nothing behind. `deadline` limits how long a call may loop.
 */
export async function openState(files: ChainFiles, root?: Uint8Array, deadline?: Deadline): Promise<State> {
  const { rules: common } = files;
  const pending = createPendingNodes(files.nodes);
  const trie = new MerklePatriciaTrie({
    useKeyHashing: true,
    common,
    db: pending,
    valueEncoding: ValueEncoding.Bytes,
    ...(root === undefined ? {} : { root }),
  });
  const stateManager = new MerkleStateManager({ common, trie });
  const blockchain = blockHashes(files.database);
  const customOpcodes = deadline === undefined ? [] : [loopCheck(deadline)];
  const customPrecompiles = [{ address: POINT_EVALUATION, function: failWithoutResult }];
  const evm: EVM = await createEVM({ common, stateManager, blockchain, customOpcodes, customPrecompiles });
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

/** Milliseconds by `processorTime()` after which a call ends with a `DeadlineExceeded`. */
export type Deadline = number;

export class DeadlineExceeded extends Error {}

/**
 * Returns the milliseconds of processor time that this thread has used. The chain runs at a low priority, so on a busy machine the
 * clock would end calls that have hardly run.
 */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const JUMPDEST = 0x5b;
const CHECK_INTERVAL = 256;

/** Every loop passes a jump destination, so the time is checked there. */
function loopCheck(deadline: Deadline): NonNullable<EVMOpts['customOpcodes']>[number] {
  let count = 0;
  return {
    opcode: JUMPDEST,
    opcodeName: 'JUMPDEST',
    baseFee: 1,
    logicFunction() {
      count += 1;
      if (count % CHECK_INTERVAL === 0 && processorTime() > deadline) throw new DeadlineExceeded();
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
