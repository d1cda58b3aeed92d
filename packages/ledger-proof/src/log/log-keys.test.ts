import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOf, logSigner, origin, sampleBlocks } from '../../test/sample-log.ts';
import { refusalOf } from '../../test/trees.ts';
import { formatCheckpoint } from '../checkpoint.ts';
import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { createNoteSigner, signNote } from '../note/sign-note.ts';
import { formatVerifierKey } from '../note/verifier-key.ts';
import { followKeys, type KeyBlock, keyAtSize, signKeyChange, verifyCheckpointByKeys } from './log-keys.ts';

const signer = (fill: number, name = origin) => createNoteSigner(name, new Uint8Array(32).fill(fill));
const [first, second, third] = [logSigner, signer(41), signer(42)];
const change = async (index: number, from = first, to = second): Promise<KeyBlock> => ({
  index,
  data: await signKeyChange(index, from, to.key),
});
const history = async () => [await change(7), await change(20, second, third)];
const refused = (blocks: readonly KeyBlock[], trusted = first.key) => refusalOf(followKeys(trusted, blocks));

describe('the keys of a log', () => {
  it('are only the genesis key until a block announces another', async () => {
    expect(await followKeys(first.key, sampleBlocks(5))).toEqual([{ key: first.key, from: 0n }]);
  });

  it('change with the first checkpoint that covers the announcing block', async () => {
    const keys = await followKeys(first.key, await history());
    const at = (size: bigint) => keyAtSize(keys, size);
    expect([1n, 7n].map(at)).toEqual([first.key, first.key]);
    expect([8n, 20n].map(at)).toEqual([second.key, second.key]);
    expect([21n, 2n ** 60n].map(at)).toEqual([third.key, third.key]);
  });

  it('can be followed from any of them, without the earlier ones', async () => {
    const keys = await followKeys(second.key, await history());
    expect([7n, 8n, 21n].map((size) => keyAtSize(keys, size))).toEqual([undefined, second.key, third.key]);
  });

  it('verify each checkpoint only with the key for its size', async () => {
    const keys = await followKeys(first.key, await history());
    const note = (size: number, by = first) =>
      signNote(formatCheckpoint({ origin, ...headOf(sampleBlocks(size)) }), [by]);
    expect(await refusalOf(verifyCheckpointByKeys(await note(7), keys))).toBe('accepted');
    expect(await refusalOf(verifyCheckpointByKeys(await note(8, second), keys))).toBe('accepted');
    expect(await refusalOf(verifyCheckpointByKeys(await note(8), keys))).toBe('signature_missing');
    expect(await refusalOf(verifyCheckpointByKeys(await note(7, second), keys))).toBe('signature_missing');
    const late = await followKeys(third.key, await history());
    expect(await refusalOf(verifyCheckpointByKeys(await note(8, second), late))).toBe('signature_missing');
  });
});

describe('a block that announces a key is rejected', () => {
  it('at any index other than the signed one', async () => {
    const { data } = await change(7);
    const indexes = fc.nat(100).filter((index) => index !== 7);
    await fc.assert(
      fc.asyncProperty(
        indexes,
        async (index) => void expect(await refused([{ index, data }])).toBe('key_change_invalid'),
      ),
      { numRuns: 30 },
    );
  });

  it('with any bit of its signature flipped', async () => {
    const { data } = await change(7);
    const signature = fromBase64(data['signature'] as string);
    await fc.assert(
      fc.asyncProperty(fc.nat(511), async (bit) => {
        const changed = signature.slice();
        changed[bit >> 3]! ^= 1 << (bit & 7);
        expect(await refused([{ index: 7, data: { ...data, signature: toBase64(changed) } }])).toBe(
          'key_change_invalid',
        );
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, () => Promise<KeyBlock[]>]>([
    ['when a different key signed it', async () => [await change(7, third)]],
    [
      'when it names the old key, but a different key signed',
      async () => {
        const { data } = await change(7, third);
        return [{ index: 7, data: { ...data, previousKey: formatVerifierKey(first.key) } }];
      },
    ],
    ['when it is repeated', async () => [await change(7), await change(9)]],
    ['when it reinstates a replaced key', async () => [await change(7), await change(9, second, first)]],
    ['when it precedes the announcement it follows', async () => [await change(9), await change(7, second, third)]],
    [
      'when its new key was changed',
      async () => {
        const { data } = await change(7);
        return [{ index: 7, data: { ...data, publicKey: formatVerifierKey(third.key) } }];
      },
    ],
    [
      'when it is for a different log',
      async () => [await change(7, signer(1, 'other.example'), signer(41, 'other.example'))],
    ],
    ['when it has no signature', async () => [{ index: 7, data: { action: 'checkpoint_key' } }]],
    ['when its key is invalid', async () => [{ index: 7, data: { ...(await change(7)).data, publicKey: 'x' } }]],
  ])('%s', async (_, blocks) => expect(await refused(await blocks())).toBe('key_change_invalid'));

  it('cannot be created for the same key, a cosigner’s key, a different log’s key, or block 0', async () => {
    const cosigner = createNoteSigner(origin, new Uint8Array(32).fill(5), 'cosignature/v1');
    for (const key of [first.key, cosigner.key, signer(5, 'other.example').key])
      expect(await refusalOf(signKeyChange(7, first, key))).toBe('key_change_invalid');
    expect(await refusalOf(signKeyChange(0, first, second.key))).toBe('key_change_invalid');
  });
});
