import { AppError, forbidden, unauthenticated } from '#platform/contract/errors.ts';
import { paginate } from '#platform/contract/pagination.ts';
import { present } from '#platform/contract/present.ts';
import { AnswerWithHeaders, type Mount, RawAnswer } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { toUser } from './accounts.ts';
import { mountAdministration } from './administration/routes.ts';
import { changePassword } from './change-password.ts';
import { createAccount, registerParticipant } from './create-account.ts';
import { type ExportPart, exportOwnData } from './export-own-data.ts';
import type { Participants } from './open-participants.ts';
import { endOtherOwnSessions, endOwnSession, signOut } from './own-sessions.ts';
import { countParticipants, listParticipants, newestParticipants } from './participants.ts';
import { listPasskeys } from './passkeys/passkey-rows.ts';
import { addPasskey, beginPasskey, removePasskey } from './passkeys/register-passkey.ts';
import { beginPasskeySignIn, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts';
import { resetPassword } from './reset-password.ts';
import { readSecondFactors } from './second-factors/factor-rows.ts';
import { disableTotp, renewRecoveryCodes } from './second-factors/manage-factors.ts';
import { beginTotp, confirmTotp } from './second-factors/set-up-totp.ts';
import { stepUp } from './second-factors/step-up.ts';
import { listSecurityEvents } from './security-log.ts';
import { listSessions, type SignedIn } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { readParticipant, updateParticipant } from './update-participant.ts';

const MAP_MAX = 1000;

/** Serves accounts and participants. `parts` are the other domains' contributions to an account's export. */
export function mountParticipants(
  mount: Mount<SignedIn>,
  participants: Participants,
  exportParts: readonly ExportPart[],
): void {
  mountAccounts(mount, participants);
  mountSecondFactors(mount, participants);
  mountPasskeys(mount, participants);
  mountProfile(mount, participants, exportParts);
  mountDirectory(mount, participants);
  mountAdministration(mount, participants);
}

function mountAccounts(mount: Mount<SignedIn>, participants: Participants): void {
  mount(contract.login, ({ body, ip, userAgent }) => signIn(participants, body, { ip, userAgent }));
  mount(contract.me, async ({ caller }) => ({ user: toUser(caller) }));
  mount(contract.logout, ({ caller, ip, userAgent }) => signOut(participants, caller, { ip, userAgent }));
  mount(contract.setPassword, ({ caller, body, ip, userAgent }) =>
    changePassword(participants, caller, body, { ip, userAgent }),
  );
  mount(contract.resetPassword, ({ body, ip, userAgent }) => resetPassword(participants, body, { ip, userAgent }));
  mount(contract.register, async ({ body, caller, ip, userAgent, idempotencyKey }) => {
    const username = present(body.user ?? body.username, 'the contract requires user or username');
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

function mountSecondFactors(mount: Mount<SignedIn>, participants: Participants): void {
  mount(contract.readSecondFactors, ({ caller }) => readSecondFactors(participants.database, caller.id));
  mount(contract.stepUp, ({ caller, body, ip, userAgent }) => stepUp(participants, caller, body, { ip, userAgent }));
  mount(contract.beginTotp, ({ caller, body, ip, userAgent }) =>
    beginTotp(participants, caller, body, { ip, userAgent }),
  );
  mount(contract.confirmTotp, ({ caller, body, ip, userAgent }) =>
    confirmTotp(participants, caller, body.otp, { ip, userAgent }),
  );
  mount(contract.disableTotp, ({ caller, body, ip, userAgent }) =>
    disableTotp(participants, caller, body, { ip, userAgent }),
  );
  mount(contract.renewRecoveryCodes, ({ caller, body, ip, userAgent }) =>
    renewRecoveryCodes(participants, caller, body, { ip, userAgent }),
  );
}

function mountPasskeys(mount: Mount<SignedIn>, participants: Participants): void {
  mount(contract.listPasskeys, async ({ caller }) => ({
    passkeys: await listPasskeys(participants.database, caller.id),
  }));
  mount(contract.beginPasskey, ({ caller }) => beginPasskey(participants, caller));
  mount(contract.addPasskey, ({ caller, body, ip, userAgent }) =>
    addPasskey(participants, caller, body, { ip, userAgent }),
  );
  mount(contract.removePasskey, ({ caller, params, ip, userAgent }) =>
    removePasskey(participants, caller, params.id, { ip, userAgent }),
  );
  mount(contract.beginPasskeySignIn, ({ ip }) => beginPasskeySignIn(participants, ip));
  mount(contract.passkeySignIn, ({ body, ip, userAgent }) =>
    signInWithPasskey(participants, body.credential, { ip, userAgent }),
  );
}

function mountProfile(mount: Mount<SignedIn>, participants: Participants, exportParts: readonly ExportPart[]): void {
  const { database, clock } = participants;
  mount(contract.listSessions, async ({ caller }) => ({ sessions: await listSessions(database, caller, clock()) }));
  mount(contract.endSession, ({ caller, params, ip, userAgent }) =>
    endOwnSession(participants, caller, params.id, { ip, userAgent }),
  );
  mount(contract.endOtherSessions, ({ caller, ip, userAgent }) =>
    endOtherOwnSessions(participants, caller, { ip, userAgent }),
  );
  mount(contract.securityLog, async ({ caller, query }) => {
    const { entries, total } = await listSecurityEvents(database, caller.id, query);
    return { entries, pagination: paginate({ total, ...query }) };
  });
  mount(contract.exportOwnData, async ({ caller }) => {
    const body = await exportOwnData(participants, exportParts, caller);
    return new RawAnswer(body, 'application/json; charset=utf-8');
  });
}

function requireRegistrar(caller: SignedIn | undefined): SignedIn {
  if (caller === undefined)
    throw new AppError(unauthenticated, 'Sign in to register a participant, or send a password to create an account.');
  if (!contract.holds(caller, contract.canRegisterParticipants))
    throw new AppError(forbidden, "Your role can't register participants.", {
      hint: `You need the role ${contract.canRegisterParticipants.heldBy.join(' or ')}.`,
    });
  return caller;
}

function mountDirectory(mount: Mount<SignedIn>, participants: Participants): void {
  const { database } = participants;
  mount(contract.participantsMap, async () => {
    const newest = await newestParticipants(database, MAP_MAX);
    return Object.fromEntries(newest.map(({ username, role }) => [username, role as contract.ParticipantRole]));
  });
  mount(contract.participantsList, async ({ query }) => {
    const { participants: page, total } = await listParticipants(database, query);
    return new AnswerWithHeaders(page, {
      'x-total-count': String(total),
      'x-total-pages': String(Math.ceil(total / query.limit)),
    });
  });
  mount(contract.participantStats, () => countParticipants(database));
  mount(contract.readParticipant, ({ params, caller }) => readParticipant(database, params.id, caller));
  mount(contract.updateParticipant, ({ params, body, caller, ip }) =>
    updateParticipant(participants, caller, params.id, body, ip),
  );
}
