import { requiredText } from '#platform/contract/scalars.ts';

/** The six actions of the event form. */
export const eventActions = ['manufactured', 'shipped', 'received', 'delivered', 'quality_check', 'returned'] as const;

/** Actions reserved by the ledger. */
export const reservedActions = ['genesis', 'checkpoint_key'] as const;

/** The longest action: a vocabulary URI. */
export const ACTION_LENGTH_MAX = 200;

/**
 * An action as a request states it. `known-actions.ts` decides which ones are recorded: its list stays out of the first
 * route, where nothing is recorded.
 */
export const Action = requiredText('Action is required')
  .trim()
  .min(1, { error: 'Action is required', abort: true })
  .max(ACTION_LENGTH_MAX, { error: `Action must be at most ${ACTION_LENGTH_MAX} characters`, abort: true })
  .meta({ example: 'shipped' })
  .describe(
    'manufactured, shipped, received, delivered, quality_check, returned, correction, a business step of CBV 2.0 such as ' +
      'storing, or a vocabulary URI. Business steps and URIs leave the status unchanged.',
  );
