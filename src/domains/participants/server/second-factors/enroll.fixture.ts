import { Secret, TOTP } from 'otpauth';
import { beginTotp, confirmTotp } from '#domains/participants/contract.ts';
import type { TestAccount, TestServer } from '#tests/support/test-server.ts';

export const PASSWORD = 'correct horse battery';
const STEP_MILLISECONDS = 30_000;

let passwordHash: Promise<string> | undefined;

/** Gives a test account the password. */
export async function givePassword(server: TestServer, account: { id: string }): Promise<void> {
  passwordHash ??= server.services.participants.passwords.hash(PASSWORD);
  await server.database.sql('update accounts set password_hash = $1 where id = $2', [await passwordHash, account.id]);
}

/** Gives a test account the password and begins the setup of an authenticator app. Returns its secret. */
export async function beginSetup(server: TestServer, account: TestAccount): Promise<string> {
  await givePassword(server, account);
  const { body } = await server.call(beginTotp, { body: { currentPassword: PASSWORD } }, { as: account });
  return body.secret;
}

/** Gives a test account the password and an authenticator app. Its current code is used up until the clock advances. */
export async function enroll(server: TestServer, account: TestAccount) {
  const secret = await beginSetup(server, account);
  const { body } = await server.call(confirmTotp, { body: { otp: codeAt(secret, server.clock()) } }, { as: account });
  return { secret, recoveryCodes: body.recoveryCodes };
}

/** Returns what an authenticator app shows, `steps` of 30 seconds later. */
export const codeAt = (secret: string, now: number, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * STEP_MILLISECONDS });

/** Returns a code that is wrong at every step near now. */
export function wrongCodeAt(secret: string, now: number): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, now, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '666666';
}
