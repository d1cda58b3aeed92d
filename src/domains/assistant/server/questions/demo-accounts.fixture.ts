import { demoAccounts } from '#domains/demo/contract.ts';
import { login } from '#domains/participants/contract.ts';
import type { TestServer } from '#tests/support/test-server.ts';

/** The accounts of the sample world that ask questions. */
const accountNames = [
  'demo-maker',
  'demo-shipper',
  'demo-retailer',
  'demo-auditor',
  'demo-admin',
  'demo-resident',
  'demo-government',
] as const;
export type AccountName = (typeof accountNames)[number];

export type Accounts = Readonly<Record<AccountName, { readonly token: string }>>;

/** Signs in with the passwords that a demo publishes. */
export async function signIn(server: TestServer): Promise<Accounts> {
  const { accounts } = (await server.call(demoAccounts, {})).body;
  const signedIn = accountNames.map(async (username) => {
    const password = accounts.find((one) => one.username === username)?.password ?? '';
    const { status, body, text } = await server.call(login, { body: { username, password } });
    if (status !== 200) throw new Error(`${username}: ${text}`);
    return [username, { token: body.token }] as const;
  });
  return Object.fromEntries(await Promise.all(signedIn)) as Accounts;
}
