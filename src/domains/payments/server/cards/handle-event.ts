import { applyIntent } from './apply-intent.ts';
import { addHandled, wasHandled } from './card-events.ts';
import type { CardEvent } from './card-provider.ts';
import type { Cards } from './cards.ts';

/**
 * Handles a notice of the provider: reads the payment there again, and records what changed. The order of notices does not matter,
 * and a repeated one changes nothing. The notice is marked as handled last, so if the process dies it is handled again.
 */
export async function handleEvent(cards: Cards, event: CardEvent): Promise<void> {
  const { name } = cards.provider;
  if (await wasHandled(cards.database, name, event.id)) return;
  const paymentId = await cards.provider.find(event);
  if (paymentId !== undefined) await applyIntent(cards, paymentId);
  await addHandled(cards.database, event, { provider: name, paymentId, at: cards.clock() });
}
