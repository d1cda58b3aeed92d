import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  cosignNote,
  formatSignatureLine,
  formatVerifierKey,
  judgeCheckpoint,
  type NoteSigner,
  parseAddCheckpoint,
  parseCheckpoint,
  parseNote,
  type TreeHead,
  verifyCheckpoint,
} from '@cairn/ledger-proof';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listWitnesses } from '#domains/ledger/contract.ts';
import { record } from '#tests/support/events.ts';
import {
  LEDGER_ORIGIN,
  startTestServer,
  type TestAccount,
  type TestServer,
  testSigner,
} from '#tests/support/test-server.ts';
import { otherTestWitness, testWitness } from '#tests/support/witnesses.ts';
import type { Witness } from './parse-witnesses.ts';
import { readWitnesses } from './read-witnesses.ts';
import { createWitnessRounds } from './witness-rounds.ts';

const DUE_MILLISECONDS = 5000;
const DAY = 86_400_000;

let server: TestServer;
let maker: TestAccount;
const witnessServers: Server[] = [];
const stopping = new AbortController();
beforeAll(async () => {
  server = await startTestServer();
  maker = await server.account('manufacturer');
  await record(server, maker, 'manufactured', 'W-1');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await record(server, maker, 'quality_check', 'W-1');
  await server.publish();
});
afterEach(async () => {
  for (const one of witnessServers.splice(0)) one.closeAllConnections();
  rejections.length = 0;
  await server.database.sql('delete from ledger_witnesses');
  await server.database.tamper('delete from checkpoint_cosignatures');
});

type Answer = (body: string, response: ServerResponse) => unknown;

/** Starts a witness that responds as the test requires. */
async function serve(signer: NoteSigner, answer: Answer): Promise<Witness> {
  const http = createServer(async (request: IncomingMessage, response) => answer(await text(request), response));
  witnessServers.push(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { key: signer.key, vkey: formatVerifierKey(signer.key), url };
}

/** Returns an honest witness with its memory. */
function honest(signer: NoteSigner, memory: { latest?: TreeHead } = {}): Answer {
  return async (body, response) => {
    const verdict = await judgeCheckpoint(body, {
      keysOf: () => [testSigner().key],
      latestOf: () => memory.latest,
    });
    if ('status' in verdict) {
      response.statusCode = verdict.status;
      return response.end(verdict.status === 409 ? `${verdict.size}\n` : '');
    }
    memory.latest = verdict.checkpoint;
    return response.end(formatSignatureLine(await cosignNote(verdict.text, signer, now())));
  };
}

const rejections: string[] = [];
const now = () => BigInt(Math.floor(server.clock() / 1000));
const rounds = (witnesses: readonly Witness[], timeoutMilliseconds = 10_000) =>
  createWitnessRounds({
    database: server.services.database,
    witnesses,
    clock: server.clock,
    signal: stopping.signal,
    onRejected: async (fault) => void rejections.push(fault.message),
    timeoutMilliseconds,
  });
const standing = async (witness: Witness) => (await readWitnesses(server.services.database, [witness]))[0]!;
const lastNote = async () => (await server.app.inject('/log/checkpoint')).body;
const sizeOf = (note: string) => Number(parseCheckpoint(parseNote(note).text).size);

describe('a witness that responds', () => {
  test('cosigns each checkpoint, and its cosignature is in the published note', async () => {
    const [one, two] = [
      await serve(testWitness, honest(testWitness)),
      await serve(otherTestWitness, honest(otherTestWitness)),
    ];
    const both = rounds([one, two]);
    await both.round();
    for (let n = 0; n < 3; n++) {
      await record(server, maker, 'quality_check', 'W-1');
      await server.publish();
      server.clock.advance(DUE_MILLISECONDS);
      await both.round();
    }
    const note = await lastNote();
    const policy = { logKey: testSigner().key, witnessKeys: [one.key, two.key], quorum: 2 };
    const { checkpoint, cosignatures } = await verifyCheckpoint(note, policy);
    expect(checkpoint.origin).toBe(LEDGER_ORIGIN);
    expect(cosignatures).toHaveLength(2);
    expect(await standing(one)).toMatchObject({ name: 'witness.test/one', cosignedSize: Number(checkpoint.size) });
    expect(await standing(one)).not.toHaveProperty('error');
  });

  test('that has seen more of the log than expected is asked again from that size', async () => {
    const memory: { latest?: TreeHead } = { latest: parseCheckpoint(parseNote(await lastNote()).text) };
    await record(server, maker, 'quality_check', 'W-1');
    await server.publish();
    const witness = await serve(testWitness, honest(testWitness, memory));
    await rounds([witness]).round();
    expect((await standing(witness)).cosignedSize).toBe(sizeOf(await lastNote()));
  });

  test('is not asked about the same checkpoint twice, nor more often than every five seconds', async () => {
    let asked = 0;
    const good = honest(testWitness);
    const witness = await serve(testWitness, (body, response) => {
      asked += 1;
      return good(body, response);
    });
    const one = rounds([witness]);
    await one.round();
    server.clock.advance(DUE_MILLISECONDS);
    await one.round();
    expect(asked).toBe(1);
    await record(server, maker, 'quality_check', 'W-1');
    await server.publish();
    await one.round();
    expect(asked).toBe(2);
    await record(server, maker, 'quality_check', 'W-1');
    await server.publish();
    await one.round();
    expect(asked).toBe(2);
  });
});

describe('a witness that fails', () => {
  const lie = async (answer: Answer, expected: string | RegExp) => {
    const witness = await serve(testWitness, answer);
    await rounds([witness], 300).round();
    const { cosignedSize, error } = await standing(witness);
    expect({ cosignedSize, error }).toEqual({ cosignedSize: 0, error: expect.stringMatching(expected) });
    expect(parseNote(await lastNote()).signatures).toHaveLength(1);
  };
  const status =
    (code: number, body = '') =>
    (_: string, response: ServerResponse) => {
      response.statusCode = code;
      response.end(body);
    };

  test.each<[string, Answer, RegExp]>([
    ['hangs', () => undefined, /did not respond within/],
    ['hangs in the middle of its response', (_, response) => response.write('— '), /did not respond within/],
    ['disconnects', (_, response) => response.destroy(), /could not be reached/],
    ['does not know this log', status(404), /does not know this log/],
    ['does not trust its key', status(403), /does not trust/],
    ['rejects the first checkpoint', status(422), /rejects the first checkpoint/],
    ['breaks', status(500), /returned 500/],
    [
      'redirects',
      (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      /could not be reached/,
    ],
    ['responds without end', (_, response) => response.end('x'.repeat(100_000)), /more than 65536 bytes/],
    ['responds with nonsense', status(200, 'yes\n'), /not a cosignature/],
    ['reports no size', status(409, 'many\n'), /did not return which/],
    ['has seen more than there is', status(409, '999999\n'), /end of this ledger is missing/],
    ['names the size that it was shown', status(409, '0\n'), /rejects the first checkpoint/],
  ])('because it %s leaves the checkpoint unchanged and is reported', async (_, answer, expected) => {
    await lie(answer, expected);
  });

  test('because it cosigns another root is rejected', () =>
    lie(async (body, response) => {
      const { text: honestText } = parseNote(parseAddCheckpoint(body).checkpoint);
      const lines = honestText.split('\n').with(2, Buffer.alloc(32).toString('base64'));
      response.end(formatSignatureLine(await cosignNote(lines.join('\n'), testWitness, now())));
    }, /not a cosignature of this checkpoint/));

  test('because it replays an old cosignature is rejected', async () => {
    const before = parseNote(await lastNote()).text;
    const old = formatSignatureLine(await cosignNote(before, testWitness, now()));
    await record(server, maker, 'quality_check', 'W-1');
    await server.publish();
    await lie(status(200, old), /not a cosignature of this checkpoint/);
  });

  test('because it signs with another key, or from the future, is rejected', async () => {
    await lie(honest(otherTestWitness), /contains no cosignature/);
    await server.database.sql('delete from ledger_witnesses');
    await lie(async (body, response) => {
      const { text: note } = parseNote(parseAddCheckpoint(body).checkpoint);
      response.end(formatSignatureLine(await cosignNote(note, testWitness, now() + 3600n)));
    }, /in the future/);
  });

  test('does not block other witnesses, and is asked at growing intervals', async () => {
    let asked = 0;
    const bad = await serve(testWitness, (_, response) => {
      asked += 1;
      response.statusCode = 503;
      response.end();
    });
    const good = await serve(otherTestWitness, honest(otherTestWitness));
    const both = rounds([bad, good]);
    for (let second = 0; second < 60; second++) {
      await both.round();
      server.clock.advance(1000);
    }
    // After 0, 10 and 30 seconds, then after 70.
    expect(asked).toBe(3);
    expect((await standing(good)).cosignedSize).toBe(sizeOf(await lastNote()));
  });

  test('is asked again immediately after a clock that was ahead is corrected', async () => {
    let asked = 0;
    const bad = await serve(testWitness, (_, response) => {
      asked += 1;
      response.statusCode = 503;
      response.end();
    });
    const one = rounds([bad]);
    server.clock.advance(DAY);
    await one.round();
    server.clock.advance(-DAY);
    await one.round();
    expect(asked).toBe(2);
  });
});

describe('a witness that rejects the log', () => {
  const seen = async () => parseCheckpoint(parseNote(await lastNote()).text);
  const grow = async () => {
    await record(server, maker, 'quality_check', 'W-1');
    await server.publish();
  };

  test.each<[string, (head: TreeHead) => TreeHead, RegExp]>([
    ['with another tree of the same size', ({ size }) => ({ size, root: Buffer.alloc(32, 1) }), /another tree of/],
    [
      'with a tree that it does not extend',
      ({ size }) => ({ size: size - 1n, root: Buffer.alloc(32, 1) }),
      /another tree/,
    ],
    [
      'with more blocks',
      ({ size }) => ({ size: size + 5n, root: Buffer.alloc(32, 1) }),
      /the end of this ledger is missing/,
    ],
  ])('%s proves a conflict', async (_, latest, reason) => {
    const witness = await serve(testWitness, honest(testWitness, { latest: latest(await seen()) }));
    await rounds([witness]).round();
    expect(rejections).toEqual([expect.stringMatching(reason)]);
    expect(rejections[0]).toContain('witness.test/one');
    expect((await standing(witness)).error).toMatch(reason);
  });

  test('is asked again before a conflict is recorded', async () => {
    const memory = { latest: await seen() };
    const good = honest(testWitness, memory);
    let asked = 0;
    const witness = await serve(testWitness, async (body, response) => {
      asked += 1;
      if (asked > 1) return good(body, response);
      response.statusCode = 409;
      return response.end('999999\n');
    });
    await rounds([witness]).round();
    expect(rejections).toEqual([]);
    expect((await standing(witness)).cosignedSize).toBe(sizeOf(await lastNote()));
  });

  test('is not recorded as a conflict after a proof from damaged tiles', async () => {
    const memory = { latest: await seen() };
    const witness = await serve(testWitness, honest(testWitness, memory));
    await grow();
    await grow();
    await server.database.tamper(`update blocks set hash = set_byte(hash, 0, 255 - get_byte(hash, 0)) where index = 1`);
    const both = rounds([witness]);
    await both.round();
    expect(rejections).toEqual([]);
    expect((await standing(witness)).error).toContain('was not asked');
    await server.database.tamper(`update blocks set hash = set_byte(hash, 0, 255 - get_byte(hash, 0)) where index = 1`);
  });

  test('is asked after each start, even if the database states that it has cosigned', async () => {
    const memory: { latest?: TreeHead } = {};
    const witness = await serve(testWitness, honest(testWitness, memory));
    await rounds([witness]).round();
    memory.latest = { size: (await seen()).size, root: Buffer.alloc(32, 1) };
    await rounds([witness]).round();
    expect(rejections).toEqual([expect.stringContaining('another tree')]);
  });
});

describe('what readers receive', () => {
  test('is the newest checkpoint, and the newest that the named witnesses have cosigned', async () => {
    const [one, two] = [
      await serve(testWitness, honest(testWitness)),
      await serve(otherTestWitness, honest(otherTestWitness)),
    ];
    await rounds([one, two]).round();
    const cosigned = sizeOf(await lastNote());
    await record(server, maker, 'quality_check', 'W-1');
    await server.publish();
    server.clock.advance(DUE_MILLISECONDS);
    await rounds([one]).round();
    await record(server, maker, 'quality_check', 'W-1');
    await server.publish();
    const at = async (names?: string) =>
      sizeOf(
        (
          await server.app.inject({
            url: '/log/cosigned-checkpoint',
            query: names === undefined ? {} : { witnesses: names },
          })
        ).body,
      );
    expect(sizeOf(await lastNote())).toBe(cosigned + 2);
    expect(await at()).toBe(cosigned + 1);
    expect(await at(one.key.name)).toBe(cosigned + 1);
    expect(await at(`${two.key.name} ${one.key.name}`)).toBe(cosigned);
    expect((await server.app.inject('/log/cosigned-checkpoint?witnesses=nobody')).statusCode).toBe(404);
  });

  test('is an empty list if no witness is configured', async () => {
    expect((await server.call(listWitnesses, {})).body).toEqual({ witnesses: [] });
  });

  test('is permanent: a cosignature is append-only', async () => {
    const witness = await serve(testWitness, honest(testWitness));
    await rounds([witness]).round();
    const client = await server.database.connect();
    await expect(client.query('delete from checkpoint_cosignatures')).rejects.toMatchObject({ code: '42501' });
    await expect(server.database.sql(`update checkpoint_cosignatures set line = ''`)).rejects.toThrow('append-only');
    await expect(server.database.sql('truncate checkpoint_cosignatures')).rejects.toThrow('append-only');
  });
});
