import { assetExists, assetNotFound } from '#domains/trace/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';

// Why the state of the ledger does not allow an event.

export const notYetHappened = () => {
  const message = 'meta.timestamp must not be more than a day ahead: an event is recorded once it has happened';
  return new AppError(validationFailed, message, { errors: [{ in: 'body', pointer: '/meta/timestamp', message }] });
};

export const noSuchAsset = (assetId: string) =>
  new AppError(assetNotFound, `There is no asset ${assetId}.`, {
    hint: 'Record `manufactured` first. It creates the asset.',
    errors: [{ in: 'body', pointer: '/asset_id', message: `There is no asset ${assetId}` }],
  });

export const noSuchInput = (input: string, position: number) =>
  new AppError(assetNotFound, `There is no asset ${input}, which the event names as an input.`, {
    hint: 'An input must be an asset that already exists here.',
    errors: [{ in: 'body', pointer: `/meta/inputs/${position}`, message: `There is no asset ${input}` }],
  });

export const assetIsThere = (assetId: string) =>
  new AppError(assetExists, `The asset ${assetId} already exists.`, {
    hint: 'Choose another id for a new asset, or record another action for this one.',
    errors: [{ in: 'body', pointer: '/asset_id', message: `The asset ${assetId} already exists` }],
  });
