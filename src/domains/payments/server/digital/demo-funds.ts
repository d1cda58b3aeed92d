import { demoFundsExhausted, demoOnly } from '#domains/payments/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { sendAsOperator } from '#platform/server/evm/send-as-operator.ts';
import { countedNetwork } from '#platform/server/http/counted-network.ts';
import { type Digital, withChain } from './digital.ts';

type Hex = `0x${string}`;

/** 10,000 sample USDC and 5 sample ETH, enough for several bills. */
const USDC_UNITS = 10_000_000_000n;
const WEI = 5n * 10n ** 18n;
/** Gifts in a day: to one address, to one client (an IPv6 /64 counts as one), and altogether. */
const LIMITS = { address: 3, client: 30, total: 500 };
const DAY_MILLISECONDS = 86_400_000;
const GAS = 200_000n;

export type GiveDemoFunds = (address: string, client: string) => Promise<{ message: string; hashes: Hex[] }>;

/**
 * Returns the function that sends sample funds. Each process counts its own gifts: they cost nothing but transactions.
 *
 * The function throws AppError `payments.demo_only`, `payments.demo_funds_exhausted`, `server.unavailable`.
 */
export function createDemoFunds(digital: Digital): GiveDemoFunds {
  const gifts = createCounter(digital);
  let previous: Promise<unknown> = Promise.resolve();
  return async (address, client) => {
    if (!digital.demo || !digital.chain.isEmbedded)
      throw new AppError(demoOnly, 'Sample funds exist only in the demo.', { hint: 'Use a wallet with real funds.' });
    gifts.count(address.toLowerCase(), client);
    // One at a time, so that they do not take each other's nonces.
    const sent = previous.then(() => withChain(digital, () => send(digital, address as Hex)));
    previous = sent.catch(() => undefined);
    return {
      message: 'Sample USDC and ETH were sent on the local chain of this server. They have no value anywhere.',
      hashes: await sent,
    };
  };
}

/** Mints sample USDC and sends gas. Resolves once both are in a block. */
async function send({ chain, contracts }: Digital, to: Hex): Promise<Hex[]> {
  const [{ encodeFunctionData }, { sampleUsdc }] = await Promise.all([
    import('viem'),
    import('#contracts/artifacts/sample-usdc.gen.ts'),
  ]);
  const { usdc } = await contracts.find();
  const mint = encodeFunctionData({ ...sampleUsdc, functionName: 'mint', args: [to, USDC_UNITS] });
  return [
    await sendAsOperator(chain, { to, data: '0x', value: WEI, gas: GAS }),
    await sendAsOperator(chain, { to: usdc, data: mint, gas: GAS }),
  ];
}

/** Counts gifts by address, by client and altogether, in days of the server's clock. */
function createCounter({ clock }: Pick<Digital, 'clock'>) {
  let [day, total] = [0, 0];
  const counts = new Map<string, number>();
  return {
    /** @throws AppError `payments.demo_funds_exhausted` */
    count(address: string, client: string): void {
      const today = Math.floor(clock() / DAY_MILLISECONDS);
      if (today !== day) {
        [day, total] = [today, 0];
        counts.clear();
      }
      const network = countedNetwork(client);
      const [ofAddress, ofClient] = [counts.get(`to ${address}`) ?? 0, counts.get(`from ${network}`) ?? 0];
      if (ofAddress >= LIMITS.address || ofClient >= LIMITS.client || total >= LIMITS.total)
        throw new AppError(
          demoFundsExhausted,
          'No more sample funds are available today for this wallet or connection.',
          {
            hint: 'Pay with what the wallet has, or come back tomorrow.',
            retryAfterSeconds: 3600,
          },
        );
      counts.set(`to ${address}`, ofAddress + 1);
      counts.set(`from ${network}`, ofClient + 1);
      total += 1;
    },
  };
}
