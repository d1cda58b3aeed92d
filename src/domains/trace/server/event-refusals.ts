import { assetExists, assetNotFound } from '#domains/trace/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';

// The reasons for which the state of the ledger does not allow an event.

export const notYetHappened = () => {
  const message = 'meta.timestamp must not be more than a day ahead: an event is recorded once it has happened';
  return new AppError(validationFailed, message, { errors: [{ in: 'body', pointer: '/meta/timestamp', message }] });
};

export const noSuchAsset = (assetId: string) =>
  new AppError(assetNotFound, `Asset ${assetId} not found.`, {
    hint: 'Record `manufactured` first. It creates the asset.',
    errors: [{ in: 'body', pointer: '/asset_id', message: `Asset ${assetId} not found` }],
  });

export const noSuchInput = (input: string, position: number) =>
  new AppError(assetNotFound, `Asset ${input}, an input of the event, was not found.`, {
    hint: 'An input must be an asset that already exists here.',
    errors: [{ in: 'body', pointer: `/meta/inputs/${position}`, message: `Asset ${input} not found` }],
  });

export const assetIsThere = (assetId: string) =>
  new AppError(assetExists, `The asset ${assetId} already exists.`, {
    hint: 'Choose another id for a new asset, or record another action for this one.',
    errors: [{ in: 'body', pointer: '/asset_id', message: `The asset ${assetId} already exists` }],
  });
