import { AppError, forbidden, unauthenticated } from '#platform/contract/errors.ts';
import { AnswerWithHeaders, type Mount } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { toUser } from './accounts.ts';
import { changePassword } from './change-password.ts';
import { createAccount, registerParticipant } from './create-account.ts';
import type { Participants } from './open-participants.ts';
import { countParticipants, listParticipants, newestParticipants } from './participants.ts';
import type { SignedIn } from './sessions.ts';
import { signIn } from './sign-in.ts';

const MAP_MAX = 1000;

/** Serves accounts and participants. */
export function mountParticipants(mount: Mount<SignedIn>, participants: Participants): void {
  mountAccounts(mount, participants);
  mountDirectory(mount, participants);
}

function mountAccounts(mount: Mount<SignedIn>, participants: Participants): void {
  mount(contract.login, ({ body, ip, userAgent }) => signIn(participants, body, { ip, userAgent }));
  mount(contract.me, async ({ caller }) => ({ user: toUser(caller) }));
  mount(contract.logout, async ({ caller }) => {
    await participants.sessions.endOne(caller);
    return { ended: true };
  });
  mount(contract.setPassword, ({ caller, body, ip }) => changePassword(participants, caller, body, ip));
  mount(contract.register, async ({ body, caller, ip, userAgent, idempotencyKey }) => {
    const username = body.user ?? body.username ?? '';
    if (body.password === undefined) {
      const { role = 'other', displayName, identifiers } = body;
      return registerParticipant(
        participants,
        requireRegistrar(caller),
        { username, role, displayName, identifiers },
        idempotencyKey,
      );
    }
    const { password, role = 'manufacturer', displayName, email = '' } = body;
    return createAccount(
      participants,
      { username, password, role, email, displayName },
      { ip, userAgent, idempotencyKey },
    );
  });
}

function requireRegistrar(caller: SignedIn | undefined): SignedIn {
  if (caller === undefined)
    throw new AppError(unauthenticated, 'Sign in to register a participant, or send a password to create an account.');
  if (!contract.holds(caller, 'register participant'))
    throw new AppError(forbidden, 'Your role does not allow registering participants.', {
      hint: `It takes the role ${contract.permissions['register participant'].join(' or ')}.`,
    });
  return caller;
}

function mountDirectory(mount: Mount<SignedIn>, { database }: Participants): void {
  mount(contract.participantsMap, async () => {
    const newest = await newestParticipants(database, MAP_MAX);
    return Object.fromEntries(newest.map(({ username, role }) => [username, role as contract.ParticipantRole]));
  });
  mount(contract.participantsList, async ({ query }) => {
    const { participants, total } = await listParticipants(database, query);
    return new AnswerWithHeaders(participants, {
      'x-total-count': String(total),
      'x-total-pages': String(Math.ceil(total / query.limit)),
    });
  });
  mount(contract.participantStats, () => countParticipants(database));
}
