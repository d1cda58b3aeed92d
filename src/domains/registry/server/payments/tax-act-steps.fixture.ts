import { findByUsername } from '#domains/participants/server/index.ts';
import {
  assessProperty,
  correctBill,
  decideAppeal,
  endExemption,
  fileAppeal,
  grantExemption,
  listBills,
  readProperty,
  waiveCharges,
  withdrawAppeal,
} from '#domains/registry/contract.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';

/** Acts of the city and of an owner on the tax of a property, other than paying it. */
export const taxActs = [
  'exempt',
  'end exemption',
  'assess',
  'appeal',
  'withdraw',
  'grant',
  'deny',
  'correct bill',
  'waive',
] as const;
export type TaxAct = (typeof taxActs)[number];

type Actors = { readonly official: TestAccount; readonly owner: TestAccount };
type Target = { readonly propertyId: string; readonly billNumber: string; readonly cents: number };

/** Carries out one act on a property, and returns its status; undefined if there is nothing to act on. */
export async function runTaxAct(
  city: TestServer,
  what: TaxAct,
  { propertyId, billNumber, cents }: Target,
  { official, owner }: Actors,
): Promise<number | undefined> {
  const [as, reason] = [{ as: official }, 'Because'];
  const params = { id: propertyId };
  const land = cents * 20;
  const { exemptions, appeals } = (await city.call(readProperty, { params })).body;
  switch (what) {
    case 'exempt': {
      const kind = ['homestead', 'veteran', 'nonprofit'][cents % 3] ?? '';
      return (await city.call(grantExemption, { params, body: { kind, fromYear: 2026, reason } }, as)).status;
    }
    case 'assess':
      return (await city.call(assessProperty, { params, body: { year: 2026, land, building: 0, reason } }, as)).status;
    case 'appeal': {
      const body = { year: 2026, value: cents, statement: reason };
      return (await city.call(fileAppeal, { params, body }, { as: owner })).status;
    }
    case 'correct bill':
      return (await city.call(correctBill, { params: { billNumber }, body: { reason } }, as)).status;
    case 'waive': {
      const listed = await city.call(listBills, { params }, as);
      // The session may have ended while months passed.
      if (listed.status !== 200) return undefined;
      const bill = listed.body.bills.find((one) => one.billNumber === billNumber);
      const { penalty, interest } = bill?.waivable ?? { penalty: 0, interest: 0 };
      if (penalty + interest === 0) return undefined;
      const body = { penalty: Math.min(penalty, cents % 3000), interest: Math.ceil(interest / 2), reason };
      return (await city.call(waiveCharges, { params: { billNumber }, body }, as)).status;
    }
    case 'end exemption': {
      const exemptionId = exemptions.find(({ toYear }) => toYear === null)?.exemptionId;
      if (exemptionId === undefined) return undefined;
      return (await city.call(endExemption, { params: { exemptionId }, body: { lastYear: 2025, reason } }, as)).status;
    }
    default: {
      const appealId = appeals.find(({ state }) => state === 'open')?.appealId;
      if (appealId === undefined) return undefined;
      const one = { appealId };
      if (what === 'withdraw') return (await city.call(withdrawAppeal, { params: one }, { as: owner })).status;
      const value = what === 'grant' ? { land, building: 0 } : {};
      const outcome = what === 'grant' ? ('granted' as const) : ('denied' as const);
      return (await city.call(decideAppeal, { params: one, body: { outcome, reason, ...value } }, as)).status;
    }
  }
}

/** Returns the account with a new session: sessions end after a week without use. */
export async function signInAgain({ services }: TestServer, account: TestAccount): Promise<TestAccount> {
  const found = await findByUsername(services.database, account.username);
  if (found === undefined) throw new Error(`There is no account ${account.username}`);
  const { sessions } = services.participants;
  const token = await sessions.open(services.database, found.account, { ip: '127.0.0.1', userAgent: 'test' });
  return { ...account, token };
}
