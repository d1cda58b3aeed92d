import { type Asset, participantActivity } from '#domains/trace/contract.ts';
import { all, concerning, duration, name, none, number, rows, verdict } from '../check/fact.ts';
import type { FactOf } from '../question.ts';
import { type AssetFilter, assetIds, assetsOf, namesOf, withAsset } from './facts-of-assets.ts';
import { type EventFilter, eventOf, eventsOf } from './facts-of-events.ts';

/** Whether all assets of a filter fulfill something. A no has to tell how many do. */
export const areAll =
  (filter: AssetFilter, fulfill: (asset: Asset) => boolean): FactOf =>
  async (world) => {
    const assets = await assetsOf(world, filter);
    const { length } = assets.filter(fulfill);
    const isSo = length === assets.length;
    return all([verdict(isSo, []), number(assets.length, 'reply'), ...(isSo ? [] : [number(length, 'reply')])]);
  };

/** Exactly the assets of a filter that were made at a place. */
export const madeAt =
  (place: string, filter: AssetFilter): FactOf =>
  async (world) => {
    const made = new Set((await eventsOf(world, { action: 'manufactured', place })).map(({ assetId }) => assetId));
    const ids = (await assetsOf(world, filter)).map(({ assetId }) => assetId).filter((id) => made.has(id));
    return rows(ids, await assetIds(world));
  };

/** The number of batches that a participant made goods of, and their names. */
export const batchesMadeBy =
  (by: string): FactOf =>
  async (world) => {
    const made = await eventsOf(world, { action: 'manufactured', by });
    const batches = [
      ...new Set(made.flatMap(({ meta }) => (typeof meta['batch'] === 'string' ? [meta['batch']] : []))),
    ];
    return all([number(batches.length), ...batches.map((batch) => name([batch], 'reply'))]);
  };

/** A few hours after midnight, to a day. */
const nowOf = (today: string) => Date.parse(`${today}T05:00:00Z`);

/** How long ago the last event of an action was. */
export const timeSince =
  (assetId: string, action: string): FactOf =>
  async (world) => {
    const { timestamp } = await eventOf(world, assetId, action, 'last');
    return withAsset(world, assetId, duration(nowOf(world.today) - Date.parse(timestamp)));
  };

/** Everybody whom a participant addressed shipments to. */
export const addresseesOf =
  (by: string, filter: EventFilter = {}): FactOf =>
  async (world) => {
    const to = (await eventsOf(world, { ...filter, action: 'shipped', by })).map(({ meta }) => meta['to']);
    const people = [...new Set(to.filter((one) => typeof one === 'string'))];
    return all(await Promise.all(people.map(async (one) => name(await namesOf(world, one), 'everything'))));
  };

/** Whether two participants handed goods over to each other. */
export const worksWith =
  (one: string, other: string): FactOf =>
  async (world) => {
    const { counterparties } = await world.read(participantActivity, { params: { id: one }, query: {} });
    const partner = counterparties.find(({ username }) => username === other);
    const times = partner === undefined ? 0 : partner.from + partner.to;
    return concerning(verdict(times > 0, [times > 0 ? number(times) : none(0)]), [one], [other]);
  };

/** The participants of a role that recorded events at a place, and how many they are. */
export const workingAt =
  (place: string, role: string): FactOf =>
  async (world) => {
    const active = new Set((await eventsOf(world, { place })).map(({ participant }) => participant));
    const people = (await world.participants()).filter((one) => one.role === role && active.has(one.username));
    return all([number(people.length), ...people.map(({ username }) => name([username], 'reply'))]);
  };
