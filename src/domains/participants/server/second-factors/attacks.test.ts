import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import * as contract from '../../contract.ts';
import { codeAt, enroll, PASSWORD, wrongCodeAt } from './enroll.fixture.ts';
import { openSecretBox } from './secret-box.ts';

const HOUR = 3_600_000;

let server: TestServer;
let account: TestAccount;
let secret: string;
let recoveryCodes: string[];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.sql('delete from sign_in_failures');
  account = await server.account('retailer');
  ({ secret, recoveryCodes } = await enroll(server, account));
  server.clock.advance(30_000);
});

/** Signs in from the n-th of many networks. */
async function signInFrom(n: number, otp?: string, password = PASSWORD) {
  const response = await server.app.inject({
    method: 'POST',
    url: contract.login.path,
    remoteAddress: `198.51.${n >> 8}.${n & 255}`,
    payload: { username: account.username, password, ...(otp === undefined ? {} : { otp }) },
  });
  return { status: response.statusCode, code: (response.json() as { code?: string }).code };
}

describe('guessing a code with a stolen password', () => {
  test('is free five times for the account, from however many networks, also in parallel', async () => {
    const wrong = wrongCodeAt(secret, server.clock());
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => signInFrom(n, wrong)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(24);
    expect((await signInFrom(99, codeAt(secret, server.clock()))).status).toBe(429);
  });

  test('is not reset by calls with the password alone, nor by a wait that is too short', async () => {
    const wrong = wrongCodeAt(secret, server.clock());
    for (let n = 0; n < 6; n++) {
      expect((await signInFrom(n, wrong)).code).toBe('participants.bad_second_factor');
      expect((await signInFrom(n)).code).toBe('second_factor_required');
    }
    server.clock.advance(1000);
    expect((await signInFrom(7, wrong)).status).toBe(429);
  });

  test('delays the owner by 15 minutes at most, and a right code resets it', async () => {
    for (let n = 0; n < 16; n++) {
      await signInFrom(n, wrongCodeAt(secret, server.clock()));
      server.clock.advance(15 * 60_000);
    }
    expect((await signInFrom(0, codeAt(secret, server.clock()))).status).toBe(200);
    for (let n = 0; n < 5; n++)
      expect((await signInFrom(n, wrongCodeAt(secret, server.clock()))).code).toBe('participants.bad_second_factor');
  });

  test('without the password exhausts nothing', async () => {
    for (let n = 0; n < 12; n++) await signInFrom(n, '000000', 'a wrong guess');
    server.clock.advance(2 * HOUR);
    expect((await signInFrom(0, codeAt(secret, server.clock()))).status).toBe(200);
  });
});

describe('an attacker with the whole database', () => {
  test('finds neither the secret nor a recovery code', async () => {
    const rows = await server.database.sql<{ row: string }>(
      'select totp_factors::text as row from totp_factors union all select recovery_codes::text from recovery_codes',
    );
    const dump = JSON.stringify(rows).toLowerCase();
    const { Secret } = await import('otpauth');
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex');
    expect(dump).not.toContain(bytes);
    expect(dump).not.toContain(secret.toLowerCase());
    for (const code of recoveryCodes) {
      expect(dump).not.toContain(code.toLowerCase());
      expect(dump).not.toContain(code.replaceAll('-', '').toLowerCase());
    }
  });

  test('cannot move a secret to another account', async () => {
    const other = await server.account('shipper');
    await server.database.sql(
      `insert into totp_factors select $2, key_id, sealed_secret, begun_at, begun_by, enabled_at, 0 from totp_factors where account_id = $1`,
      [account.id, other.id],
    );
    const [row] = await server.database.sql<{ key_id: Buffer; sealed_secret: Buffer }>(
      'select key_id, sealed_secret from totp_factors where account_id = $1',
      [other.id],
    );
    const sealed = { keyId: row!.key_id, sealed: row!.sealed_secret };
    const { secretBox } = server.services.participants;
    await expect(secretBox.open(account.id, sealed)).resolves.toHaveLength(20);
    await expect(secretBox.open(other.id, sealed)).rejects.toThrow();
  });
});

describe('the factor key', () => {
  const keyFile = () => join(server.database.dataFolder, 'factor-key');

  test('is a file that only its owner reads', async () => {
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
  });

  test('stops the start of a server if other users can read its file', async () => {
    await chmod(keyFile(), 0o640);
    const start = startTestServer({ beside: server.database, clock: server.clock, verifies: true });
    await expect(start).rejects.toThrow(`${keyFile()} has mode 0640`);
    await chmod(keyFile(), 0o600);
  });

  test('is not replaced when missing: codes get 503, and recovery codes still sign in', async () => {
    const kept = await readFile(keyFile(), 'utf8');
    await rm(keyFile());
    const bare = await startTestServer({ beside: server.database, clock: server.clock });
    try {
      const call = async (otp: string) =>
        bare.call(contract.login, { body: { username: account.username, password: PASSWORD, otp } });
      for (let n = 0; n < 7; n++) expect((await call(codeAt(secret, server.clock()))).status).toBe(503);
      expect((await call(recoveryCodes[0] ?? '')).status).toBe(200);
      const newcomer = await server.account('shipper');
      await server.database.sql(
        'update accounts set password_hash = (select password_hash from accounts where id = $1) where id = $2',
        [account.id, newcomer.id],
      );
      const begun = await bare.call(contract.beginTotp, { body: { currentPassword: PASSWORD } }, { as: newcomer });
      expect(begun.status).toBe(503);
      await expect(stat(keyFile())).rejects.toThrow('ENOENT');
    } finally {
      await bare.stop();
      await writeFile(keyFile(), kept, { mode: 0o600 });
    }
  });

  test('can be configured, and another key decrypts nothing', async () => {
    const configured = openSecretBox({ configured: Buffer.alloc(32, 5).toString('base64'), dataFolder: '/nowhere' });
    const sealed = await configured.seal(account.id, Buffer.from('secret'));
    expect(String(await configured.open(account.id, sealed))).toBe('secret');
    await expect(server.services.participants.secretBox.open(account.id, sealed)).rejects.toMatchObject({
      kind: { code: 'server.unavailable' },
    });
  });
});
