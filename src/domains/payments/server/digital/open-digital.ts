import type { Appender } from '#domains/ledger/server/index.ts';
import type { Method } from '../method.ts';
import type { Payee } from '../payee.ts';
import type { Digital } from './digital.ts';
import { type ContractServices, contractsOfChain } from './digital-contracts.ts';
import { digitalMethod } from './digital-method.ts';
import type { RateRequest } from './rate-blocks.ts';

type Services = ContractServices & {
  payee(kind: string): Payee;
  readonly rates: Appender<RateRequest>;
  readonly publicUrl: string | undefined;
};

export type OpenDigital = Digital & {
  readonly methods: { readonly usdc: Method; readonly eth: Method };
  /** Sets the address that users open, known once the server listens. */
  servedAt(url: string): void;
};

/** Opens payments in USDC and ETH. Sends no request to the chain before the first payment. */
export function openDigital(services: Services): OpenDigital {
  const { database, chain, clock, log, demo, payee, rates, publicUrl = 'http://localhost' } = services;
  const reported = new Set<string>();
  let origin = new URL(publicUrl).origin;
  const digital: Digital = {
    database,
    chain,
    clock,
    log,
    demo,
    payee,
    rates,
    namedContracts: new Map(),
    contracts: contractsOfChain(services),
    reportOnce(id, error) {
      if (reported.has(id)) return;
      reported.add(id);
      log.error({ err: error, id }, 'the stored transfers of money do not add up, so nothing is recorded about it');
    },
    origin: () => origin,
  };
  return {
    ...digital,
    methods: { usdc: digitalMethod(digital, 'usdc'), eth: digitalMethod(digital, 'eth') },
    servedAt(url) {
      origin = new URL(url).origin;
    },
  };
}
