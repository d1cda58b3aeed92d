import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Password, Username, usernameTaken } from '#domains/participants/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { explainIssues } from '#platform/contract/explain-issue.ts';
import { hasSqlState } from '#platform/server/database/database.ts';
import { insertAccount } from './accounts.ts';
import { refuseWeakPassword } from './create-account.ts';
import type { Participants } from './open-participants.ts';

const AdministratorRequest = z.object({
  username: Username,
  password: Password,
  email: z.email('E-mail is not valid'),
});

/**
 * Creates an administrator account that can sign in with the password. For operators with access to the database; no
 * route leads here.
 * @throws AppError `request.invalid`, `participants.weak_password`, `participants.username_taken`
 */
export async function createAdministrator(
  { database, passwords, clock }: Pick<Participants, 'database' | 'passwords' | 'clock'>,
  request: z.input<typeof AdministratorRequest>,
): Promise<void> {
  const parsed = AdministratorRequest.safeParse(request, { error: explainIssues('body') });
  if (!parsed.success)
    throw new AppError(validationFailed, parsed.error.issues.map(({ message }) => message).join('\n'));
  const { username, password, email } = parsed.data;
  refuseWeakPassword(password, username);
  const passwordHash = await passwords.hash(password);
  const createdAt = new Date(clock()).toISOString();
  await insertAccount(database, {
    id: randomUUID(),
    username,
    email,
    role: 'other',
    administrator: true,
    passwordHash,
    createdAt,
  }).catch((error: unknown) => {
    if (!hasSqlState(error, '23505')) throw error;
    throw new AppError(usernameTaken, `The username ${username} is taken. Choose another one.`);
  });
}
