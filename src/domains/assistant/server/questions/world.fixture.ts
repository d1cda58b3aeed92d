import { type Answer, ask, type TalkContext } from '#domains/assistant/contract.ts';
import { type Participant, participantsList } from '#domains/participants/contract.ts';
import { listProperties, type Property } from '#domains/registry/contract.ts';
import { type Asset, type HistoryEvent, listAssets, readAsset } from '#domains/trace/contract.ts';
import type { CallInput, ResponseIn, RouteDefinition } from '#platform/contract/route.ts';
import { startTestServer, type TestServer } from '#tests/support/test-server.ts';
import { type AccountName, type Accounts, signIn } from './demo-accounts.fixture.ts';
import { fillMarketAndBilling } from './market-and-billing.fixture.ts';

export type { AccountName };

/** An event of an asset. */
export type WorldEvent = HistoryEvent & { readonly assetId: string };

/** What is asked, by whom, and after what. */
export type Asked = {
  readonly ask: string;
  /** An event whose block replaces `{block}` in the texts, and whose hash replaces `{hash}`. Block numbers differ from run to run. */
  readonly event?: readonly [assetId: string, action?: string, which?: 'first' | 'last'];
  /** Questions asked earlier in the same conversation. */
  readonly after?: readonly string[];
  /** The asking account; a visitor if omitted. */
  readonly as?: AccountName;
};

/** The sample world with what its API answers. Each answer is read once. */
export type World = {
  /** The current day (UTC), `YYYY-MM-DD`. */
  readonly today: string;
  read<R extends RouteDefinition>(route: R, input: CallInput<R>, as?: AccountName): Promise<ResponseIn<R>>;
  assets(): Promise<readonly Asset[]>;
  asset(assetId: string): Promise<Asset>;
  /** All events of assets, by block. */
  events(): Promise<readonly WorldEvent[]>;
  participants(): Promise<readonly Participant[]>;
  properties(): Promise<readonly Property[]>;
  put(asked: Asked): Promise<Answer>;
  stop(): Promise<void>;
};

/** Less than the 30 seconds after which an unconfirmed chain counts as unknown. */
const BETWEEN_CONFIRMATIONS_MILLISECONDS = 10_000;
/** More than the questions of an account or an address are limited to. */
const BETWEEN_QUESTIONS_MILLISECONDS = 5000;
const PAGE = 100;

/** Starts a server with the sample world, shares that are traded, and a trial of a plan. */
export async function openWorld(): Promise<World> {
  const server = await startTestServer({ world: true, demo: true });
  const accounts = await signIn(server);
  await fillMarketAndBilling(server, accounts);
  await server.publish();
  return worldOf(server, accounts);
}

function worldOf(server: TestServer, accounts: Accounts): World {
  const answers = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, load: () => Promise<T>): Promise<T> => {
    const known = answers.get(key) ?? load();
    answers.set(key, known);
    return known as Promise<T>;
  };
  const read: World['read'] = (route, input, as) =>
    once(JSON.stringify([route.method, route.path, input, as]), async () => {
      const { status, body, text } = await server.call(route, input, { as: as && accounts[as] });
      if (status >= 400) throw new Error(`${route.path} ${JSON.stringify(input)}: ${text}`);
      return body;
    });
  const assets = () =>
    once('assets', async () => {
      const { assets: first, pagination } = await read(listAssets, { query: { limit: PAGE } });
      const rest = Array.from({ length: pagination.totalPages - 1 }, (_, n) =>
        read(listAssets, { query: { limit: PAGE, page: n + 2 } }),
      );
      return [...first, ...(await Promise.all(rest)).flatMap((page) => page.assets)];
    });
  let confirmedAt = performance.now();
  /** Confirms the chain, as the verifier of a running server continuously does. */
  const confirm = async () => {
    if (performance.now() - confirmedAt < BETWEEN_CONFIRMATIONS_MILLISECONDS) return;
    await server.publish();
    confirmedAt = performance.now();
  };
  const eventOf = async ([assetId, action, which = 'last']: NonNullable<Asked['event']>) => {
    const { history: events } = await read(readAsset, { params: { assetId }, query: {} });
    const found = events
      .filter((event) => action === undefined || event.action === action)
      .at(which === 'first' ? 0 : -1);
    if (found === undefined) throw new Error(`${assetId} has no event ${action}`);
    return found;
  };
  const history = async ({ assetId }: Asset) =>
    (await read(readAsset, { params: { assetId }, query: {} })).history.map((event) => ({ ...event, assetId }));
  return {
    today: new Date(server.clock()).toISOString().slice(0, 10),
    read,
    assets,
    async asset(assetId) {
      const found = (await assets()).find((one) => one.assetId === assetId);
      if (found === undefined) throw new Error(`The sample world has no asset ${assetId}`);
      return found;
    },
    events: () =>
      once('events', async () => {
        const histories = await Promise.all((await assets()).map(history));
        return histories.flat().toSorted((a, b) => a.blockIndex - b.blockIndex);
      }),
    participants: () => read(participantsList, { query: { limit: 1000 } }),
    properties: async () => (await read(listProperties, { query: { limit: 200 } })).properties,
    async put({ ask: message, after = [], as, event }) {
      const filled = event && (await eventOf(event));
      const fill = (text: string) =>
        text.replace('{block}', String(filled?.blockIndex)).replace('{hash}', String(filled?.blockHash));
      const put = async (text: string, talk: { context?: TalkContext; conversationId?: string }) => {
        await confirm();
        server.clock.advance(BETWEEN_QUESTIONS_MILLISECONDS);
        const answer = await server.call(ask, { body: { message: fill(text), ...talk } }, { as: as && accounts[as] });
        if (answer.status !== 200) throw new Error(`${text}: ${answer.text}`);
        return answer.body;
      };
      let talk: { context?: TalkContext; conversationId?: string } = {};
      for (const text of after) {
        const { context, conversationId } = await put(text, talk);
        talk = conversationId === undefined ? { context } : { context, conversationId };
      }
      return put(message, talk);
    },
    stop: () => server.stop(),
  };
}
