import { type ChainVerdict, noBlocksOfAsset } from '#domains/ledger/contract.ts';
import { type FoundSheet, prepareSheet } from '#domains/ledger/server/index.ts';
import { toneOfStatus } from '#domains/trace/contract/status-tones.ts';
import { RECALL_ASSETS_MAX, RECALL_SHEET_MAX, type RecallLine } from '#domains/trace/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Trace } from '../open-trace.ts';
import { readRecall } from './read-recall.ts';

type RecallPart = { readonly scope: 'asset' | 'batch'; readonly after: number };

/**
 * Finds the printed report of a recall: the affected assets after the first `after`, at most 100, with the proof of the
 * newest block of each.
 * @throws AppError `trace.asset_not_found`, or `ledger.no_blocks_of_asset` if nothing is left
 */
export async function findRecallSheet(
  { database, ledger, clock }: Pick<Trace, 'database' | 'ledger' | 'clock'>,
  assetId: string,
  { scope, after }: RecallPart,
): Promise<FoundSheet> {
  const [{ asset, lines, cut }, verdict] = await Promise.all([readRecall(database, assetId, scope), ledger.verdict()]);
  const shown = lines.slice(after, after + RECALL_SHEET_MAX);
  const indexes = [...new Set(shown.flatMap(({ blockIndex }) => blockIndex ?? []))].toSorted((a, b) => a - b);
  if (indexes.length === 0)
    throw new AppError(noBlocksOfAsset, `The recall of ${assetId} reaches no further asset with a block.`, {
      hint: `It reaches ${lines.length} assets. \`after\` is the number of assets to skip.`,
    });
  const end = after + shown.length;
  const subject = scope === 'batch' && asset.batch !== undefined ? `batch ${asset.batch}` : assetId;
  const name = `cairn-recall-${assetId.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 80)}-${after + 1}`;
  return prepareSheet(ledger, {
    subject: {
      form: 'Recall report',
      title: `Recall of ${subject}`,
      statement: stateRecall({ found: lines.length, cut }, verdict, clock()),
      cairn: {
        assetId,
        steps: asset.eventCount,
        status: asset.currentStatus,
        tone: toneOfStatus(asset.currentStatus),
      },
      notes: [listed({ after, end, found: lines.length, cut }), limits],
      tables: [tableOf(shown)],
      nextQuery: `scope=${scope}&format=html&`,
    },
    path: `/assets/${encodeURIComponent(assetId)}/recall${scope === 'batch' ? '?scope=batch' : ''}`,
    name,
    indexes,
    next: end < lines.length ? end : undefined,
  });
}

const limits =
  'The report covers recorded events only. A product without recorded inputs, or an unscanned parcel, is not listed. Corrected events do not count.';

const number = (count: number) => count.toLocaleString('en-US');

function stateRecall(reach: { found: number; cut: boolean }, verdict: ChainVerdict, now: number) {
  const count = `${number(reach.found)}${reach.cut ? ' or more' : ''} ${reach.found === 1 ? 'asset is' : 'assets are'} affected`;
  // Whole minutes, so that a report that is read twice in a minute is rendered once.
  const at = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  const basis = `Read on ${at} UTC from a chain of ${number(verdict.totalBlocks)} blocks.`;
  return verdict.valid
    ? { text: `${count}, and the newest event of each is proven`, basis, holds: true }
    : {
        text: `${count}, but the chain is broken`,
        basis: `${basis} ${verdict.error ?? 'The ledger has a fault.'} Validate the chain before you rely on this report.`,
        holds: false,
      };
}

function listed({ after, end, found, cut }: { after: number; end: number; found: number; cut: boolean }): string {
  const left = found - (end - after);
  const reach = cut ? `the nearest ${number(RECALL_ASSETS_MAX)}. Farther ones are left out` : number(found);
  if (left === 0 && !cut) return `This sheet lists all ${number(found)} affected assets.`;
  return `This sheet lists assets ${number(after + 1)} to ${number(end)} of ${reach}. ${number(left)} of them are on other sheets, each of at most ${number(RECALL_SHEET_MAX)}.`;
}

function tableOf(lines: readonly RecallLine[]) {
  return {
    heading: 'Affected assets',
    head: ['Asset', 'Name', 'Why', 'Status', 'Holder', 'Where', 'Held since', 'Block'],
    widths: [16, 20, 13, 12, 15, 18, 15, 8],
    rows: lines.map((line) => [
      line.assetId,
      line.name,
      line.relation,
      line.status,
      line.custodian ?? 'Unknown',
      line.location ?? 'Unknown',
      line.since === undefined ? '' : `${line.since.slice(0, 19).replace('T', ' ')} UTC`,
      line.blockIndex === undefined ? '' : number(line.blockIndex),
    ]),
  };
}
