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
  it('are the one of the genesis while no block announces another', async () => {
    expect(await followKeys(first.key, sampleBlocks(5))).toEqual([{ key: first.key, from: 0n }]);
  });

  it('change with the first checkpoint that covers the announcing block', async () => {
    const keys = await followKeys(first.key, await history());
    const at = (size: bigint) => keyAtSize(keys, size);
    expect([1n, 7n].map(at)).toEqual([first.key, first.key]);
    expect([8n, 20n].map(at)).toEqual([second.key, second.key]);
    expect([21n, 2n ** 60n].map(at)).toEqual([third.key, third.key]);
  });

  it('can be followed from any of them on, and say nothing of what was before', async () => {
    const keys = await followKeys(second.key, await history());
    expect([7n, 8n, 21n].map((size) => keyAtSize(keys, size))).toEqual([undefined, second.key, third.key]);
  });

  it('verify each checkpoint by the key of its size, and by no other', async () => {
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

describe('a block that announces a key is refused', () => {
  it('at any other index than the one that was signed', async () => {
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
    ['when another key signed it', async () => [await change(7, third)]],
    [
      'when it names the old key, and another one signed',
      async () => {
        const { data } = await change(7, third);
        return [{ index: 7, data: { ...data, previousKey: formatVerifierKey(first.key) } }];
      },
    ],
    ['when it comes a second time', async () => [await change(7), await change(9)]],
    ['when it brings back a key that was replaced', async () => [await change(7), await change(9, second, first)]],
    ['when it stands before the one that it follows', async () => [await change(9), await change(7, second, third)]],
    [
      'when its new key was exchanged',
      async () => {
        const { data } = await change(7);
        return [{ index: 7, data: { ...data, publicKey: formatVerifierKey(third.key) } }];
      },
    ],
    [
      'when it is for another log',
      async () => [await change(7, signer(1, 'other.example'), signer(41, 'other.example'))],
    ],
    ['when it has no signature', async () => [{ index: 7, data: { action: 'checkpoint_key' } }]],
    ['when its key is none', async () => [{ index: 7, data: { ...(await change(7)).data, publicKey: 'x' } }]],
  ])('%s', async (_, blocks) => expect(await refused(await blocks())).toBe('key_change_invalid'));

  it('and none is made for the same key, a cosigner’s, another log’s, or in place of the genesis', async () => {
    const cosigner = createNoteSigner(origin, new Uint8Array(32).fill(5), 'cosignature/v1');
    for (const key of [first.key, cosigner.key, signer(5, 'other.example').key])
      expect(await refusalOf(signKeyChange(7, first, key))).toBe('key_change_invalid');
    expect(await refusalOf(signKeyChange(0, first, second.key))).toBe('key_change_invalid');
  });
});
