import { listPaymentMethods } from '#domains/payments/contract.ts';
import { listPayments, listRates } from '#domains/registry/contract.ts';
import { concerning, day, name, number, percent, verdict } from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import type { World } from '../world.fixture.ts';
import { dollars, propertyAt, withProperty } from './facts-of-registry.ts';

const lastPayment = async (world: World, address: string) => {
  const { propertyId } = await propertyAt(world, address);
  const { payments } = await world.read(listPayments, { params: { id: propertyId } });
  const found = payments.find(({ status }) => status === 'completed');
  if (found === undefined) throw new Error(`Nothing was paid for ${address}`);
  return found;
};
/** The amount of the newest completed payment for a property, and its day. */
export const lastPaid =
  (address: string): FactOf =>
  async (world) =>
    withProperty(world, address, dollars((await lastPayment(world, address)).amount));
export const lastPaidDay =
  (address: string): FactOf =>
  async (world) =>
    withProperty(world, address, day((await lastPayment(world, address)).timestamp, world.today));

const ratesOf = async (world: World, year: number) => {
  const found = (await world.read(listRates, {})).rates.find((rates) => rates.year === year);
  if (found === undefined) throw new Error(`There are no rates for ${year}`);
  return found;
};
export const dueDay =
  (year: number, installment: number): FactOf =>
  async (world) =>
    day((await ratesOf(world, year)).installments[installment]?.due, world.today);
export const rateOf =
  (year: number, field: 'interestBasisPoints' | 'penaltyBasisPoints'): FactOf =>
  async (world) =>
    percent((await ratesOf(world, year))[field] / 100);
export const appealDays =
  (year: number): FactOf =>
  async (world) =>
    number((await ratesOf(world, year)).appealDays ?? undefined);

/** The fee of a method in percent. */
export const methodFee =
  (method: string): FactOf =>
  async (world) => {
    const { methods } = await world.read(listPaymentMethods, {});
    return percent((methods.find((one) => one.method === method)?.fees?.basisPoints ?? Number.NaN) / 100);
  };
/** Whether a method is offered. */
export const isOffered =
  (method: string): FactOf =>
  async (world) => {
    const { methods } = await world.read(listPaymentMethods, {});
    const { offered } = methods.find((one) => one.method === method) ?? {};
    if (offered === undefined) throw new Error(`There is no method ${method}`);
    const shown = name(
      offered ? ['offered', 'accepted', 'available'] : ['not offered', 'not available', 'not accepted'],
    );
    return concerning(verdict(offered, [shown]), [method]);
  };
