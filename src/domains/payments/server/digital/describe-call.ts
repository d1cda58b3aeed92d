import type { CallStep } from '#domains/payments/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { usdcForCents, weiForCents } from './amounts.ts';
import type { Digital } from './digital.ts';
import type { DigitalPayment } from './digital-rows.ts';
import { currentQuote } from './quotes.ts';

/** Returns the call that pays. It is the same for a payment until its quote is renewed. */
export async function describeCall(digital: Digital, payment: DigitalPayment): Promise<CallStep> {
  const { chain } = digital;
  const contracts = await digital.contracts.find();
  const [{ encodeFunctionData, erc20Abi, formatUnits }, { taxRouter }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/tax-router.gen.ts'),
  ]);
  const { reference, amountCents, method, code } = payment;
  const { router, usdc, treasury, chainId } = contracts;
  const where = {
    kind: 'call',
    network: chain.networkName,
    chainId,
    isLocal: chain.isEmbedded,
    to: router,
    treasury,
    code,
    reference,
  } as const;
  if (method === 'usdc') {
    const units = usdcForCents(amountCents);
    return {
      ...where,
      data: encodeFunctionData({ abi: taxRouter.abi, functionName: 'payUsdc', args: [reference, units] }),
      value: '0',
      token: usdc,
      units: String(units),
      amount: `${formatUnits(units, 6)} ${chain.isEmbedded ? 'sample USDC' : 'USDC'}`,
      approve: {
        to: usdc,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, units] }),
      },
      eip681: `ethereum:${router}@${chainId}/payUsdc?bytes32=${reference}&uint256=${units}`,
      quote: null,
    };
  }
  const quote = await currentQuote(digital, payment);
  const wei = weiForCents(amountCents, quote.centsPerEth);
  return {
    ...where,
    data: encodeFunctionData({ abi: taxRouter.abi, functionName: 'payEth', args: [reference] }),
    value: String(wei),
    token: null,
    units: String(wei),
    amount: `${formatUnits(wei, 18)} ETH`,
    approve: null,
    eip681: `ethereum:${router}@${chainId}/payEth?bytes32=${reference}&value=${wei}`,
    quote: {
      centsPerEth: quote.centsPerEth,
      rate: `${formatCents(quote.centsPerEth)} per ETH`,
      isSample: quote.rate.setBy === null,
      until: new Date(quote.until).toISOString(),
    },
  };
}
