/** The reason for a refusal. The union is closed, so a switch over it can be checked for completeness. */
export type ProofErrorCode =
  | 'block_hash_mismatch'
  | 'block_malformed'
  | 'checkpoint_malformed'
  | 'checkpoint_origin_mismatch'
  | 'checkpoint_quorum_missing'
  | 'encoding_invalid'
  | 'entry_malformed'
  | 'entry_too_large'
  | 'hash_malformed'
  | 'index_out_of_range'
  | 'json_invalid'
  | 'json_not_canonical'
  | 'key_change_invalid'
  | 'key_malformed'
  | 'note_malformed'
  | 'proof_malformed'
  | 'request_malformed'
  | 'root_mismatch'
  | 'signature_invalid'
  | 'signature_missing'
  | 'signer_failed'
  | 'size_out_of_range'
  | 'subtree_misaligned'
  | 'tile_malformed'
  | 'tile_path_malformed'
  | 'verifier_failed';

/**
 * The only error that this package throws for any input bytes. `code` is the reason, `message` may be shown to a user,
 * and `cause` is the original error, for operators. `index` is the index of the faulty block, if it is one of several.
 */
export class ProofError extends Error {
  readonly code: ProofErrorCode;
  readonly index?: number;

  constructor(code: ProofErrorCode, message: string, options?: ErrorOptions & { readonly index?: number }) {
    super(message, options);
    this.name = 'ProofError';
    this.code = code;
    if (options?.index !== undefined) this.index = options.index;
  }
}
