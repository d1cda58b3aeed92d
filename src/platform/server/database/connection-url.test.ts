import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSelfSigned } from '#tests/support/self-signed.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { connectionFromUrl } from './connection-url.ts';
import { clientConfig } from './database.ts';

describe('a database URL', () => {
  test.each([
    ['postgres://u:p@h/d', { host: 'h', port: 5432, user: 'u', password: 'p', database: 'd', ssl: false }],
    ['postgresql://u%40x:p%2F%3A@h:6000/d%20b', { port: 6000, user: 'u@x', password: 'p/:', database: 'd b' }],
    ['postgres://u@localhost/d?host=%2Ftmp%2Fs', { host: '/tmp/s' }],
    ['postgres://u@[fd00::1]/d', { host: 'fd00::1' }],
    ['postgres://u@h/d?sslmode=require', { ssl: { mode: 'require' } }],
    ['postgres://u@h/d?sslmode=verify-full', { ssl: { mode: 'verify-full' } }],
    ['postgres://u@h/d?sslmode=disable', { ssl: false }],
  ])('%s', (url, expected) => {
    expect(connectionFromUrl(url)).toMatchObject(expected);
  });
});

describe('TLS to the database', () => {
  const certificate = makeSelfSigned('localhost');
  const folder = mkdtempSync(join(tmpdir(), 'cairn-tls-'));
  const authority = join(folder, 'ca.pem');
  const otherAuthority = join(folder, 'other.pem');
  let database: TestDatabase;
  let port: number;

  /** A proxy that terminates TLS in front of the real PostgreSQL, which listens only on a Unix socket. */
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) });
      const { host, port } = database.owner;
      const behind = createConnection(`${host}/.s.PGSQL.${port}`);
      sockets.add(behind);
      for (const end of [secure, behind])
        end
          .on('error', () => undefined)
          .on('close', () => {
            secure.destroy();
            behind.destroy();
          });
      secure.pipe(behind).pipe(secure);
    });
  });

  beforeAll(async () => {
    writeFileSync(authority, certificate.cert);
    writeFileSync(otherAuthority, makeSelfSigned('localhost').cert);
    database = await createTestDatabase();
    await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
    ({ port } = front.address() as AddressInfo);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => front.close(done));
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** Connects by this URL and returns the database's answer. */
  async function ask(host: string, parameters: Record<string, string>): Promise<unknown> {
    const { user, password, database: name } = database.application;
    const url = `postgres://${user}:${password}@${host}:${port}/${name}?${new URLSearchParams(parameters)}`;
    const client = new pg.Client(clientConfig(structuredClone(connectionFromUrl(url))));
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query('select 1 as one')).rows[0];
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  const answer = { one: 1 };

  test('with verify-full needs a trusted certificate that names the host', async () => {
    expect(await ask('localhost', { sslmode: 'verify-full', sslrootcert: authority })).toEqual(answer);
    await expect(ask('127.0.0.1', { sslmode: 'verify-full', sslrootcert: authority })).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    for (const parameters of [{}, { sslrootcert: otherAuthority }])
      await expect(ask('localhost', { sslmode: 'verify-full', ...parameters })).rejects.toThrow(
        /self-signed|signature/,
      );
  });

  test('with verify-ca needs a trusted certificate of any name', async () => {
    expect(await ask('127.0.0.1', { sslmode: 'verify-ca', sslrootcert: authority })).toEqual(answer);
    await expect(ask('127.0.0.1', { sslmode: 'verify-ca' })).rejects.toThrow('self-signed');
  });

  test('with require accepts any certificate, unless an authority is named', async () => {
    expect(await ask('127.0.0.1', { sslmode: 'require' })).toEqual(answer);
    expect(await ask('127.0.0.1', { sslmode: 'require', sslrootcert: authority })).toEqual(answer);
    await expect(ask('127.0.0.1', { sslmode: 'require', sslrootcert: otherAuthority })).rejects.toThrow();
  });
});
