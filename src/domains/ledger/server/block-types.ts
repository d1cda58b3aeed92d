import { type BlockData, canonicalJson, DATA_LENGTH_MAX } from '@cairn/ledger-proof';
import type { z } from 'zod';
import { dataTooLarge, domainOfAction } from '#domains/ledger/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';

/** The content of a future block, checked and in canonical form. Only the `draft` of its domain's `BlockTypes` makes one. */
export type Draft = {
  readonly domain: string;
  readonly data: BlockData;
  readonly dataText: string;
  readonly action: string;
  readonly assetId: string | null;
  readonly participant: string | null;
};

/** The block types of one domain. */
export type BlockTypes = {
  readonly domain: string;
  /**
   * Returns the draft of a block with this content.
   *
   * @throws Error when the action belongs to another domain or is not declared, or the data does not fit its schema: a
   *   defect of the calling domain, which checks its input first
   * @throws AppError `request.invalid` for content that is not I-JSON, `ledger.data_too_large` above 48 KiB of canonical text
   */
  draft(data: BlockData): Draft;
};

/** The key for "any action of this domain that has no schema of its own". */
const ANY_ACTION = '*';

const declared = new Map<string, readonly string[]>();

/** Returns every action with a block type of its own. */
export const declaredActions = (): readonly string[] => [...declared.values()].flat();

/**
 * Declares the block types that only `domain` may append: the schema of `data` by action. An action is
 * `<domain>.<what>`; bare words belong to `trace` and `ledger`. The key `*` stands for every other action of the domain.
 *
 * @throws Error when another module of this process has declared the domain, or an action is not the domain's
 */
export function declareBlockTypes(domain: string, schemas: Readonly<Record<string, z.ZodType>>): BlockTypes {
  if (declared.has(domain)) throw new Error(`The block types of ${domain} are declared twice`);
  for (const action of Object.keys(schemas))
    if (action !== ANY_ACTION && domainOfAction(action) !== domain)
      throw new Error(`${domain} cannot declare ${action}: it belongs to ${domainOfAction(action)}`);
  declared.set(
    domain,
    Object.keys(schemas).filter((action) => action !== ANY_ACTION),
  );

  return {
    domain,
    draft(data) {
      const { action } = data;
      const owner = domainOfAction(action);
      if (owner !== domain) throw new Error(`${domain} cannot append ${action}: it belongs to ${owner}`);
      const schema = schemas[action] ?? schemas[ANY_ACTION];
      if (schema === undefined) throw new Error(`${domain} has not declared the block type ${action}`);
      const checked = schema.safeParse(data);
      if (!checked.success) throw new Error(`The data of ${action} does not fit its schema: ${checked.error.message}`);
      return {
        domain,
        data,
        dataText: toCanonicalText(data),
        action,
        assetId: typeof data['asset_id'] === 'string' ? data['asset_id'] : null,
        participant: typeof data['user'] === 'string' ? data['user'] : null,
      };
    },
  };
}

function toCanonicalText(data: BlockData): string {
  let text: string;
  try {
    text = canonicalJson(data);
  } catch (cause) {
    throw new AppError(validationFailed, `The content cannot be put on the ledger: ${(cause as Error).message}`, {
      hint: 'Numbers beyond 2^53 and lone surrogates have no canonical form. Send such numbers as text.',
      cause,
    });
  }
  if (Buffer.byteLength(text) > DATA_LENGTH_MAX)
    throw new AppError(
      dataTooLarge,
      `The content of a block has at most ${DATA_LENGTH_MAX} bytes; this one has ${Buffer.byteLength(text)}.`,
      { hint: 'Keep large documents outside the ledger and record their SHA-256.' },
    );
  return text;
}
