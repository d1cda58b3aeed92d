import type { Hex } from 'viem';
import { createSiweMessage, parseSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractWallet } from '#contracts/artifacts/contract-wallet.gen.ts';
import { askWalletMessage, listWallets, unbindWallet } from '#domains/market/contract.ts';
import { startTestServer, type TestAccount, type TestServer } from '#tests/support/test-server.ts';
import { deployForTests } from './deploy-for-tests.fixture.ts';
import { ask, bind, bindNew, createWallet } from './wallets.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://cairn.example' });
});
afterAll(() => server.stop());

const person = () => server.account('resident');
const walletsOf = async (as: TestAccount) => (await server.call(listWallets, {}, { as })).body;
const addressesOf = async (as: TestAccount) => (await walletsOf(as)).wallets.map(({ address }) => address);
const unbind = (as: TestAccount, address: string) => server.call(unbindWallet, { params: { address } }, { as });

describe('binding a wallet', () => {
  test('accepts the signature of a message that names site, account, wallet, network and time', async () => {
    const [ann, wallet] = [await person(), createWallet()];
    const { message, nonce, expiresAt } = await ask(server, ann, wallet.address);
    expect(parseSiweMessage(message)).toMatchObject({
      address: wallet.address,
      chainId: await server.services.chain.chainId(),
      domain: 'cairn.example',
      uri: 'https://cairn.example',
      version: '1',
      nonce,
      issuedAt: new Date(server.clock()),
      expirationTime: new Date(expiresAt),
      statement: expect.stringContaining(`the account ${ann.username}.`),
    });
    const signature = await wallet.signMessage({ message });
    const { status, body } = await bind(server, ann, nonce, signature);
    expect({ status, body }).toEqual({
      status: 200,
      body: { address: wallet.address.toLowerCase(), boundAt: new Date(server.clock()).toISOString() },
    });
    expect((await bind(server, ann, nonce, signature)).body).toEqual(body);
    expect(await walletsOf(ann)).toMatchObject({
      wallets: [body],
      log: [{ address: body.address, act: 'bound' }],
      network: { chainId: await server.services.chain.chainId(), isLocal: true },
    });
  });

  test('refuses another nonce, another site, another wallet and a message that has expired', async () => {
    const [ann, wallet] = [await person(), createWallet()];
    const first = await ask(server, ann, wallet.address);
    const second = await ask(server, ann, wallet.address);
    const ofFirst = await wallet.signMessage({ message: first.message });
    const codeOf = async (nonce: string, signature: Hex) => (await bind(server, ann, nonce, signature)).problem.code;
    expect(await codeOf(second.nonce, ofFirst)).toBe('market.wallet_not_proven');
    expect(await codeOf('0'.repeat(24), ofFirst)).toBe('market.message_gone');
    const parsed = parseSiweMessage(first.message) as Parameters<typeof createSiweMessage>[0];
    const elsewhere = createSiweMessage({ ...parsed, domain: 'other.example' });
    expect(await codeOf(first.nonce, await wallet.signMessage({ message: elsewhere }))).toBe(
      'market.wallet_not_proven',
    );
    const stranger = await createWallet().signMessage({ message: first.message });
    expect(await codeOf(first.nonce, stranger)).toBe('market.wallet_not_proven');
    server.clock.advance(10 * 60_000);
    expect(await codeOf(first.nonce, ofFirst)).toBe('market.message_gone');
    expect(await addressesOf(ann)).toEqual([]);
  });

  test('refuses a message that another account requested', async () => {
    const [ann, eve, wallet] = [await person(), await person(), createWallet()];
    const { message, nonce } = await ask(server, ann, wallet.address);
    const signature = await wallet.signMessage({ message });
    expect((await bind(server, eve, nonce, signature)).problem.code).toBe('market.message_gone');
    expect((await bind(server, ann, nonce, signature)).status).toBe(200);
  });

  test('uses a message once: after unbinding, its signature binds nothing', async () => {
    const [ann, wallet] = [await person(), createWallet()];
    const { message, nonce } = await ask(server, ann, wallet.address);
    const signature = await wallet.signMessage({ message });
    expect((await bind(server, ann, nonce, signature)).status).toBe(200);
    expect((await unbind(ann, wallet.address)).status).toBe(200);
    expect((await bind(server, ann, nonce, signature)).problem.code).toBe('market.message_gone');
    expect((await walletsOf(ann)).log.map(({ act }) => act)).toEqual(['unbound', 'bound']);
  });

  test('gives a wallet to one account at a time, also for concurrent requests of two', async () => {
    const [ann, ben, wallet] = [await person(), await person(), createWallet()];
    const asked = await Promise.all([ann, ben].map((as) => ask(server, as, wallet.address)));
    const signed = await Promise.all(asked.map(({ message }) => wallet.signMessage({ message })));
    const answers = await Promise.all(
      [ann, ben].map((as, n) => bind(server, as, asked[n]?.nonce ?? '', signed[n] ?? '0x')),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [owner, other] = answers[0]?.status === 200 ? [ann, ben] : [ben, ann];
    expect((await unbind(other, wallet.address)).problem.code).toBe('market.wallet_not_found');
    expect(await addressesOf(owner)).toEqual([wallet.address.toLowerCase()]);
    await unbind(owner, wallet.address);
    await bindNew(server, other, wallet);
    expect(await addressesOf(other)).toEqual([wallet.address.toLowerCase()]);
  });

  test('stops at five wallets, also when eight are bound concurrently', async () => {
    const ann = await person();
    const asked = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const wallet = createWallet();
        const { message, nonce } = await ask(server, ann, wallet.address);
        return { nonce, signature: await wallet.signMessage({ message }) };
      }),
    );
    const answers = await Promise.all(asked.map(({ nonce, signature }) => bind(server, ann, nonce, signature)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await addressesOf(ann)).toHaveLength(5);
  });

  test('asks a contract wallet whether the signature is its owner’s', async () => {
    const [ann, owner] = [await person(), createWallet()];
    const address = await deployForTests(server, contractWallet, [owner.address]);
    const { message, nonce } = await ask(server, ann, address);
    const stranger = await createWallet().signMessage({ message });
    expect((await bind(server, ann, nonce, stranger)).problem.code).toBe('market.wallet_not_proven');
    expect((await bind(server, ann, nonce, await owner.signMessage({ message }))).status).toBe(200);
    expect(await addressesOf(ann)).toEqual([address.toLowerCase()]);
  });

  test('is refused to accounts that trade for the city', async () => {
    const as = await server.account('government');
    const body = { address: createWallet().address };
    expect((await server.call(askWalletMessage, { body }, { as })).status).toBe(403);
  });
});
