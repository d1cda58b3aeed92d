import { AppError, unavailable } from '#platform/contract/errors.ts';
import type { SigningRecordFile } from './verification/signing-record.ts';

/**
 * Refuses while the signing record contains a conflict or cannot be read. The record is a file: an attacker with the database cannot clear it, and
 * every process of the data folder reads it, also after a restart.
 *
 * @throws AppError `server.unavailable`
 */
export async function requireSignedHistory(recordFile: Pick<SigningRecordFile, 'read' | 'path'>): Promise<void> {
  let problem: string | undefined;
  let cause: unknown;
  try {
    problem = (await recordFile.read())?.conflict?.message;
  } catch (error) {
    problem = `${recordFile.path} cannot be read.`;
    cause = error;
  }
  if (problem === undefined) return;
  throw new AppError(
    unavailable,
    `Stopped: the database is not the ledger that this server signed. ${problem} Trading, cash and contract calls wait until that is settled.`,
    {
      hint: 'The operator restores the newest database, or follows docs/runbooks/signing-record.md. Supply chain events are still recorded.',
      retryAfterSeconds: 60,
      cause,
    },
  );
}
