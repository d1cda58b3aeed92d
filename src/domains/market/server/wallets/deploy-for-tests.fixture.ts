import { type Abi, createPublicClient, custom, encodeDeployData, type Hex } from 'viem';
import { deployContract } from '#platform/server/evm/deploy-contract.ts';
import type { TestServer } from '#tests/support/test-server.ts';

let deployed = 0;

/** Deploys a contract on the network of a server, as a third party would, and returns its address. */
export async function deployForTests(
  { services: { database, chain, clock } }: TestServer,
  { abi, bytecode }: { abi: readonly unknown[]; bytecode: Hex },
  args: readonly unknown[],
): Promise<Hex> {
  deployed += 1;
  const creationCode = encodeDeployData({ abi: abi as Abi, bytecode, args });
  return deployContract({ database, chain, clock }, { name: `test-${deployed}`, creationCode });
}

/** Reads from the network as any third party does, by plain JSON-RPC. */
export const openReader = ({ services: { chain } }: TestServer) => createPublicClient({ transport: custom(chain) });
