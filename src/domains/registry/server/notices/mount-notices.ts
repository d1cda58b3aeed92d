import type { Account } from '#domains/participants/server/index.ts';
import * as schedule from '#domains/registry/contract/notice-schedule.ts';
import * as notices from '#domains/registry/contract/notices.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import type { Mailer } from '#platform/server/mail/open-mailer.ts';
import type { Registry } from '../open-registry.ts';
import { markRead, readNotices } from './list-notices.ts';
import { readLetters, retryLetter } from './outbox.ts';
import { previewNotices } from './preview-notices.ts';
import { readMailSettings, removeAddress, setStopped } from './recipients.ts';
import { addSchedule, readSchedules } from './schedules.ts';
import { enterAddress, stopLetters, verifyAddress } from './verify-address.ts';

const VERSIONS_MAX = 20;
const done = { done: true as const };

/** Serves notices, mail addresses and the schedule of notices. */
export function mountNotices(mount: Mount<Account>, registry: Registry, mailer: Mailer | undefined): void {
  const { database, clock } = registry;
  const offered = mailer !== undefined;
  const settingsOf = async ({ id }: Account) => ({ offered, ...(await readMailSettings(database, id)) });
  mount(notices.listNotices, ({ query, caller }) => readNotices(database, caller.id, query));
  mount(notices.markNoticesRead, async ({ body, caller }) => ({
    unread: await markRead(database, caller.id, body.ids, clock()),
  }));
  mount(notices.readMailSettings, ({ caller }) => settingsOf(caller));
  mount(notices.enterMailAddress, async ({ body, caller }) => {
    await enterAddress(registry, mailer, caller, body.address);
    return settingsOf(caller);
  });
  mount(notices.removeMailAddress, async ({ caller }) => {
    await removeAddress(database, caller.id);
    return settingsOf(caller);
  });
  mount(notices.chooseMails, async ({ body, caller }) => {
    await setStopped(database, caller.id, body.stopped, clock());
    return settingsOf(caller);
  });
  mount(notices.verifyMailAddress, async ({ body }) => {
    await verifyAddress(registry, body.token);
    return done;
  });
  mount(notices.stopMails, async ({ body }) => {
    await stopLetters(registry, body.token);
    return done;
  });

  const schedules = async () => {
    const [current, ...earlier] = await readSchedules(database, VERSIONS_MAX - 1);
    const mail = { offered, from: mailer?.from ?? null, lettersPerMinute: mailer?.lettersPerMinute ?? null };
    return { current, earlier, mail };
  };
  mount(schedule.readNoticeSchedule, schedules);
  mount(schedule.setNoticeSchedule, async ({ body, caller }) => {
    await addSchedule(database, body, caller.username, clock());
    return schedules();
  });
  mount(schedule.previewNotices, ({ body }) => previewNotices(registry, body));
  mount(schedule.listLetters, ({ query }) => readLetters(database, query));
  mount(schedule.retryLetter, async ({ params }) => {
    if (await retryLetter(database, params.id, clock())) return done;
    throw new AppError(schedule.letterNotFound, 'The letter was not found.', { hint: 'Reload the list of letters.' });
  });
}
