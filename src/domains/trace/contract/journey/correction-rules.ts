import { holds } from '#domains/participants/contract.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { canCorrectEvent, correctionInvalid, notYours } from '../../contract.ts';
import { isKnownAction, unknownAction } from '../known-actions.ts';
import type { AssetState } from './asset-state.ts';
import { CORRECTION } from './event-content.ts';

/** The facts of an event that decide who may correct it. */
export type CorrectionTarget = {
  readonly index: number;
  readonly assetId: string;
  readonly action: string;
  readonly participant: string;
  readonly recordedBy: string | undefined;
  readonly managedBy: string | undefined;
  readonly corrected: boolean;
};

/** A correction, as far as the event that it corrects decides on it. */
export type RequestedCorrection = {
  readonly corrects: number;
  readonly restates: string | undefined;
  readonly recorder: { readonly username: string; readonly administrator: boolean };
};

/** A correction replays the whole history. An asset with a longer one is fixed by new events. */
export const HISTORY_MAX = 10_000;

/**
 * Returns why the event may not be corrected, or undefined if that depends on the history of its asset: an error
 * `trace.correction_invalid`, `trace.not_yours` for an account that did not record it, or `request.invalid`.
 */
export function refusalOf(
  target: CorrectionTarget | undefined,
  asset: Pick<AssetState, 'assetId' | 'createdIndex' | 'eventCount'>,
  { corrects, restates, recorder }: RequestedCorrection,
): AppError | undefined {
  if (target === undefined || target.assetId !== asset.assetId)
    return refuseCorrection(`Block ${corrects} is not an event of this asset.`);
  if (asset.eventCount >= HISTORY_MAX)
    return refuseCorrection(`This asset has more than ${HISTORY_MAX} events. Record the correct facts as new events.`);
  if (target.action === CORRECTION)
    return refuseCorrection(`Block ${corrects} is itself a correction. Record the event again instead.`);
  if (target.corrected) return refuseCorrection(`Block ${corrects} was already corrected.`);
  if (target.index === asset.createdIndex)
    return refuseCorrection(`Block ${corrects} is the first event of this asset and cannot be corrected.`);
  const owners = [target.participant, target.recordedBy, target.managedBy].filter((name) => name !== undefined);
  if (!holds(recorder, canCorrectEvent, { kind: 'event', owners }))
    return new AppError(notYours, 'Only its recorder or an administrator may correct an event.');
  // A correction may keep the action of an imported event, but state no other unknown one.
  if (restates === undefined || isKnownAction(restates) || restates === target.action) return undefined;
  const message = unknownAction(restates);
  return new AppError(validationFailed, message, { errors: [{ in: 'body', pointer: '/meta/action', message }] });
}

/** Returns the error of a correction that does not fit the history of its asset. */
export const refuseCorrection = (message: string): AppError =>
  new AppError(correctionInvalid, message, {
    errors: [
      {
        in: 'body',
        pointer: '/meta/corrects',
        message: 'meta.corrects must be the index of an uncorrected event of this asset',
      },
    ],
  });
