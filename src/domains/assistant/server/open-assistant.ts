import { participantsList } from '#domains/participants/contract.ts';
import { listNeighborhoods } from '#domains/registry/contract.ts';
import type { AssistantTools, Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import type { Capability } from '#platform/contract/capability.ts';
import { counted } from '#platform/contract/counted.ts';
import { AppError, type Problem, tooManyRequests } from '#platform/contract/errors.ts';
import type { ResponseIn, RouteDefinition } from '#platform/contract/route.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import { countedNetwork } from '#platform/server/http/counted-network.ts';
import type { ModelConfig } from '#platform/server/model-config.ts';
import { readDocumentation } from './documentation/read-documentation.ts';
import { type Documentation, indexDocumentation } from './documentation/search-documentation.ts';
import { createInterpreter, type Interpreter, listNames, type NameList } from './engine/interpreter.ts';
import { type CallRoute, requireAvailable } from './tools/run-tool.ts';

/** The dependencies of every answer. */
export type Assistant = {
  readonly database: Database;
  readonly clock: Clock;
  readonly call: CallRoute;
  readonly limits: QuestionLimits;
  readonly documentation: Documentation;
  readonly routes: readonly RouteDefinition[];
  readonly capabilities: readonly Capability[];
  /** The tools of every domain, by name. */
  readonly tools: AssistantTools;
  /** Undefined when the built-in engine answers every question. */
  readonly model: ModelConfig | undefined;
  /**
   * Returns the participants' public names, at most 30 seconds old.
   * @throws AppError `server.unavailable`
   */
  names(): Promise<NameList>;
  readonly interpreter: Interpreter;
};

const NAMES_KEPT_MILLISECONDS = 30_000;
/** The number of names that questions are compared with, and the number on one page. */
const NAMES_MAX = 10_000;
const NAMES_PAGE = 500;

/** Opens the assistant on top of the server's own routes. */
export function openAssistant(of: {
  database: Database;
  clock: Clock;
  call: CallRoute;
  model: ModelConfig | undefined;
  routes: readonly RouteDefinition[];
  capabilities: readonly Capability[];
  tools: AssistantTools;
  vocabulary: Vocabulary;
}): Assistant {
  const documentation = indexDocumentation(readDocumentation(of.routes));
  let names: { at: number; value: Promise<NameList> } | undefined;
  let version = 0;
  let last = '';
  return {
    database: of.database,
    clock: of.clock,
    call: of.call,
    limits: createQuestionLimits(of.clock),
    documentation,
    routes: of.routes,
    capabilities: of.capabilities,
    tools: of.tools,
    model: of.model,
    names() {
      if (names === undefined || Math.abs(of.clock() - names.at) > NAMES_KEPT_MILLISECONDS) {
        const value = readNames(of.call, { version, list: last });
        value.then(
          (read) => {
            version = read.version;
            last = read.list;
          },
          () => undefined,
        );
        names = { at: of.clock(), value };
        // A failure is not cached.
        value.catch(() => {
          if (names?.value === value) names = undefined;
        });
      }
      return names.value;
    },
    interpreter: createInterpreter(of.vocabulary),
  };
}

/**
 * Reads the neighborhoods, and the names of the newest participants, a page at a time so that no page delays other
 * requests. The version changes only with the names, because the thread recompiles each new list.
 */
async function readNames(call: CallRoute, known: NameList): Promise<NameList> {
  const nobody = { token: undefined, ip: '127.0.0.1' };
  const names: { username: string; displayName?: string | undefined }[] = [];
  for (let page = 1; page <= NAMES_MAX / NAMES_PAGE; page++) {
    const { status, text } = await call(participantsList, { params: {}, query: { limit: NAMES_PAGE, page } }, nobody);
    if (status !== 200) {
      requireAvailable(JSON.parse(text) as Problem);
      break;
    }
    const people = JSON.parse(text) as typeof names;
    for (const { username, displayName } of people) names.push({ username, displayName });
    if (people.length < NAMES_PAGE) break;
  }
  const neighborhoods = await readNeighborhoods(call);
  const list = listNames({ participants: names, neighborhoods });
  return list === known.list ? known : { version: known.version + 1, list };
}

/** Reads the neighborhoods of the property registry, whose names may be any words. */
async function readNeighborhoods(call: CallRoute): Promise<string[]> {
  const nobody = { token: undefined, ip: '127.0.0.1' };
  const { status, text } = await call(listNeighborhoods, { params: {}, query: {} }, nobody);
  if (status !== 200) return [];
  const { neighborhoods } = JSON.parse(text) as ResponseIn<typeof listNeighborhoods>;
  return neighborhoods.map(({ neighborhood }) => neighborhood);
}

/** Burst size of questions, and the number granted again each minute. */
const PER_MINUTE = { account: 60, address: 30 } as const;
const ASKERS_MAX = 10_000;

type QuestionLimits = {
  /** @throws AppError `request.too_many` with the seconds to wait */
  count(asker: { accountId: string | undefined; ip: string }): void;
};

/** Limits questions per account, or per IP address when signed out. Each process counts separately. */
function createQuestionLimits(clock: Clock): QuestionLimits {
  const askers = new Map<string, { left: number; at: number }>();
  return {
    count({ accountId, ip }) {
      const key = accountId ?? `address ${countedNetwork(ip)}`;
      const limit = PER_MINUTE[accountId === undefined ? 'address' : 'account'];
      const now = clock();
      const found = askers.get(key);
      // A count from the future comes from a clock that was ahead.
      const known = found !== undefined && found.at <= now ? found : { left: limit, at: now };
      const left = Math.min(limit, known.left + ((now - known.at) / 60_000) * limit);
      if (left < 1) {
        const seconds = Math.max(1, Math.ceil(((1 - left) / limit) * 60));
        throw new AppError(tooManyRequests, `Too many questions. Ask again in ${counted(seconds, 'second')}.`, {
          retryAfterSeconds: seconds,
        });
      }
      // Deleted and inserted again, so that the first entry of the map is the least recently used.
      askers.delete(key);
      askers.set(key, { left: left - 1, at: now });
      const [oldest] = askers.keys();
      if (askers.size > ASKERS_MAX && oldest !== undefined) askers.delete(oldest);
    },
  };
}
