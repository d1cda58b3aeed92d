import { encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { sampleUsdc } from '#contracts/artifacts/sample-usdc.gen.ts';
import { deployContract } from '#platform/server/evm/deploy-contract.ts';
import { createOperator, type Operator } from '#platform/server/evm/operator.ts';
import type { Row } from './report.ts';
import type { Workspace } from './workspace.ts';

const ACCOUNTS = 8;
const TRANSFERS_EACH = 125;
const BAR_PER_SECOND = 60;
const FEES = { gas: 120_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 0n };

/** Measures token transfers of several accounts on the embedded chain, from the send to the receipt. */
export async function measureChain({ services }: Pick<Workspace, 'services'>): Promise<Row> {
  const { chain, database } = services;
  const operator = await chain.operator();
  const creationCode = encodeDeployData({ ...sampleUsdc, args: [operator.address] });
  const token = await deployContract({ database, chain, clock: Date.now }, { name: 'bench', creationCode });
  const chainId = await chain.chainId();
  const accounts = Array.from({ length: ACCOUNTS }, () => createOperator(generatePrivateKey(), chainId));
  const call = (functionName: 'mint' | 'transfer', to: Hex, amount: bigint) =>
    encodeFunctionData({ abi: sampleUsdc.abi, functionName, args: [to, amount] });
  const sign = async (from: Operator, nonce: number, to: Hex, data: Hex, value = 0n) =>
    (await from.sign({ to, data, value, nonce, ...FEES })).raw;
  let nonce = Number(await chain.request({ method: 'eth_getTransactionCount', params: [operator.address, 'latest'] }));
  const funding: Hex[] = [];
  for (const { address } of accounts) {
    funding.push(await sign(operator, nonce++, address, '0x', 10n ** 21n));
    funding.push(await sign(operator, nonce++, token, call('mint', address, 10n ** 12n)));
  }
  const send = async (raw: Hex) => {
    const hash = await chain.request({ method: 'eth_sendRawTransaction', params: [raw] });
    return chain.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  };
  await Promise.all(funding.map(send));
  const transfers = await Promise.all(
    accounts.flatMap((account) =>
      Array.from({ length: TRANSFERS_EACH }, (_, n) => sign(account, n, token, call('transfer', operator.address, 1n))),
    ),
  );
  const start = performance.now();
  const receipts = await Promise.all(transfers.map(send));
  const perSecond = transfers.length / ((performance.now() - start) / 1000);
  const failed = receipts.filter((receipt) => (receipt as { status: Hex }).status !== '0x1').length;
  if (failed > 0) throw new Error(`${failed} of ${transfers.length} transfers failed`);
  return {
    what: `embedded chain, token transfers of ${ACCOUNTS} accounts, each with its receipt`,
    measured: `${Math.round(perSecond)}/s`,
    against: `${BAR_PER_SECOND}/s`,
    ratio: perSecond / BAR_PER_SECOND,
    bar: 1,
  };
}
