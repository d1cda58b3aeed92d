import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Payee } from '../payee.ts';
import type { CardProvider } from './card-provider.ts';
import type { Seals } from './stored/seal-cards.ts';

/** Payments by card at one provider. */
export type Cards = {
  readonly database: Database;
  readonly clock: Clock;
  readonly provider: CardProvider;
  readonly seals: Seals;
  payee(kind: string): Payee;
};
