import type { ApiRequest } from '../api/build-request.ts';
import { type Exchange, jsonOf } from '../testing/exchange.ts';

/** Names generated before a run, so that they can be shown before anything is sent. */
export type TestData = {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  /** The asset of the event, if one is recorded. */
  readonly assetId: string;
};

/** Results of earlier steps that later steps need. */
export type Found = {
  readonly tokens: readonly string[];
  readonly assetId?: string;
  readonly blockIndex?: number;
};

export type SuiteStep = {
  readonly id: string;
  readonly name: string;
  readonly expected: number;
  /** The second assertion in words; `holds` evaluates it. */
  readonly also: string;
  /** Returns the request, or the reason why it cannot be built. */
  readonly request: (data: TestData, found: Found) => ApiRequest | string;
  /** The session whose token the request carries. */
  readonly as: 'caller' | 'test account' | 'nobody';
  readonly holds: (answer: Answer, data: TestData) => boolean;
  readonly learn?: (answer: Answer, found: Found) => Found;
};

type Answer = Record<string, unknown>;

const get = (target: string, withToken = false): ApiRequest => ({
  method: 'GET',
  target,
  headers: { Accept: 'application/json' },
  body: undefined,
  withToken,
});
const post = (target: string, body: unknown, withToken: boolean, key?: string): ApiRequest => ({
  method: 'POST',
  target,
  headers: {
    Accept: 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(key === undefined ? {} : { 'Idempotency-Key': key }),
  },
  body: body === undefined ? undefined : JSON.stringify(body, null, 2),
  withToken,
});

const rememberToken = (answer: Answer, found: Found): Found =>
  typeof answer['token'] === 'string' ? { ...found, tokens: [...found.tokens, answer['token']] } : found;
const isNumber = (value: unknown) => typeof value === 'number';
const record = (value: unknown): Answer => (typeof value === 'object' && value !== null ? (value as Answer) : {});

/** Signs in to the account of this run. */
export const signInRequest = ({ username, password }: TestData): ApiRequest =>
  post('/api/auth/login', { username, password }, false);

/** The calls of the specification's test suite, in order. Registration expects 201, all others 200. */
export const suiteSteps: readonly SuiteStep[] = [
  {
    id: 'register',
    name: 'Registration',
    expected: 201,
    also: 'a token and the user',
    as: 'nobody',
    request: ({ username, email, password }) =>
      post('/api/register', { user: username, role: 'manufacturer', email, password }, false, username),
    holds: (answer, { username }) =>
      typeof answer['token'] === 'string' && record(answer['user'])['username'] === username,
    learn: rememberToken,
  },
  {
    id: 'health',
    name: 'Health',
    expected: 200,
    also: 'a valid blockchain',
    as: 'nobody',
    request: () => get('/api/health'),
    holds: (answer) => answer['blockchain_valid'] === true && isNumber(answer['blockchain_length']),
  },
  {
    id: 'login',
    name: 'Login',
    expected: 200,
    also: 'a session of the new account',
    as: 'nobody',
    request: signInRequest,
    holds: (answer) => typeof answer['token'] === 'string',
    learn: rememberToken,
  },
  {
    id: 'me',
    name: 'Current user',
    expected: 200,
    also: 'the new account',
    as: 'test account',
    request: () => get('/api/auth/me', true),
    holds: (answer, { username }) => record(answer['user'])['username'] === username,
  },
  {
    id: 'assets',
    name: 'Assets',
    expected: 200,
    also: 'at most 5 assets with their total',
    as: 'nobody',
    request: () => get('/api/assets?limit=5&page=1'),
    holds: (answer) =>
      Array.isArray(answer['assets']) && answer['assets'].length <= 5 && isNumber(answer['total_count']),
    learn: (answer, found) => {
      const [first] = (answer['assets'] ?? []) as { assetId?: string }[];
      return first?.assetId === undefined ? found : { ...found, assetId: first.assetId };
    },
  },
  {
    id: 'asset',
    name: 'One asset',
    expected: 200,
    also: 'the asset with its history',
    as: 'nobody',
    request: (_, { assetId }) =>
      assetId === undefined ? 'No asset exists yet' : get(`/api/assets/${encodeURIComponent(assetId)}`),
    holds: (answer) => Array.isArray(answer['history']),
  },
  {
    id: 'chain',
    name: 'Chain',
    expected: 200,
    also: 'blocks, their number and a verdict',
    as: 'nobody',
    request: () => get('/api/chain?limit=5&page=1'),
    holds: (answer) => Array.isArray(answer['chain']) && isNumber(answer['length']) && answer['is_valid'] === true,
  },
  {
    id: 'validate',
    name: 'Chain validation',
    expected: 200,
    also: 'an intact chain',
    as: 'nobody',
    request: () => get('/api/chain/validate'),
    holds: (answer) => answer['valid'] === true && isNumber(answer['totalBlocks']),
  },
  {
    id: 'participants',
    name: 'Participants',
    expected: 200,
    also: 'the new account among them',
    as: 'nobody',
    request: () => get('/api/participants'),
    holds: (answer, { username }) => answer[username] === 'manufacturer',
  },
  {
    id: 'participants-list',
    name: 'Participants list',
    expected: 200,
    also: 'a list of at most 10',
    as: 'nobody',
    request: () => get('/api/participants-list?limit=10'),
    holds: (answer) => Array.isArray(answer) && answer.length > 0 && answer.length <= 10,
  },
  {
    id: 'participant-stats',
    name: 'Participant stats',
    expected: 200,
    also: 'a count for each role',
    as: 'nobody',
    request: () => get('/api/participant-stats'),
    holds: (answer) => ['manufacturers', 'shippers', 'retailers', 'total'].every((name) => isNumber(answer[name])),
  },
  {
    id: 'dashboard-stats',
    name: 'Dashboard stats',
    expected: 200,
    also: 'assets, events, participants, integrity',
    as: 'nobody',
    request: () => get('/api/dashboard-stats'),
    holds: (answer) =>
      ['totalAssets', 'totalEvents', 'activeParticipants', 'chainIntegrity'].every((name) => isNumber(answer[name])),
  },
  {
    id: 'recent-activities',
    name: 'Recent activities',
    expected: 200,
    also: 'at most 10 activities',
    as: 'nobody',
    request: () => get('/api/recent-activities?limit=10'),
    holds: (answer) => Array.isArray(answer['activities']) && answer['activities'].length <= 10,
  },
  {
    id: 'audit-log',
    name: 'Audit log',
    expected: 200,
    also: 'entries of that asset only',
    as: 'caller',
    request: (_, { assetId }) =>
      assetId === undefined
        ? 'No asset exists yet'
        : get(`/api/audit-log?${new URLSearchParams({ assetId, limit: '100' })}`, true),
    holds: (answer) => Array.isArray(answer['auditEntries']) && answer['auditEntries'].length <= 100,
  },
];

/** An extra step that leaves a permanent block and asset on the ledger. It runs only on request. */
export const eventStep: SuiteStep = {
  id: 'add-event',
  name: 'Add event',
  expected: 200,
  also: 'one block, with its number and hash',
  as: 'test account',
  request: ({ username, assetId }) =>
    post(
      '/api/add-event',
      { user: username, action: 'manufactured', asset_id: assetId, meta: { name: 'API test', location: 'API test' } },
      true,
      assetId,
    ),
  holds: (answer) => isNumber(record(answer['block'])['index']),
  learn: (answer, found) => ({ ...found, blockIndex: Number(record(answer['block'])['index']) }),
};

/** Ends a session. */
export const signOutRequest = post('/api/auth/logout', undefined, true);
/** Deactivates a participant with its own session, which ends all its sessions. */
export const deactivateRequest = (id: string): ApiRequest => ({
  method: 'PATCH',
  target: `/api/participants/${encodeURIComponent(id)}`,
  headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
  body: JSON.stringify({ active: false }),
  withToken: true,
});

/** Returns the response as an object, empty if it is not JSON. */
export const answerOf = (exchange: Exchange): Answer => record(jsonOf(exchange));
