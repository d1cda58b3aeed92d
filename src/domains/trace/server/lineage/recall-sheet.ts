import { type ChainVerdict, noBlocksOfAsset } from '#domains/ledger/contract.ts';
import {
  countFitting,
  type FoundSheet,
  prepareSheet,
  readSizesAt,
  SHEET_BYTES_MAX,
  shorten,
} from '#domains/ledger/server/index.ts';
import { toneOfStatus } from '#domains/trace/contract/status-tones.ts';
import { RECALL_ASSETS_MAX, RECALL_SHEET_MAX, RECALL_TEXT_MAX, type RecallLine } from '#domains/trace/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Trace } from '../open-trace.ts';
import { readRecall } from './read-recall.ts';

type RecallPart = { readonly scope: 'asset' | 'batch'; readonly after: number };

/**
 * Finds the printed report of a recall: the affected assets after the first `after`, as many as fit on a sheet, with the
 * proof of the newest block of each.
 * @throws AppError `trace.asset_not_found`, or `ledger.no_blocks_of_asset` if no asset is left
 */
export async function findRecallSheet(
  { database, ledger, clock }: Pick<Trace, 'database' | 'ledger' | 'clock'>,
  assetId: string,
  { scope, after }: RecallPart,
): Promise<FoundSheet> {
  const [{ asset, lines, cut, incomplete }, verdict] = await Promise.all([
    readRecall(database, assetId, scope),
    ledger.verdict(),
  ]);
  const shown = await takeFitting(database, lines.slice(after, after + RECALL_SHEET_MAX));
  const assets = shown.flatMap((line): [number, string][] =>
    line.blockIndex === undefined ? [] : [[line.blockIndex, line.assetId]],
  );
  if (shown.length === 0)
    throw new AppError(noBlocksOfAsset, `The recall of ${assetId} reaches no further asset.`, {
      hint: `It reaches ${counted(lines.length, 'asset')}. \`after\` is the number of assets to skip.`,
    });
  // A sheet proves at least one block. Without one of its own, it is that of the nearest asset, where the recall starts.
  const [nearest] = lines.flatMap((line): [number, string][] =>
    line.blockIndex === undefined ? [] : [[line.blockIndex, line.assetId]],
  );
  const named = assets.length > 0 || nearest === undefined ? assets : [nearest];
  const indexes = [...new Set(named.map(([index]) => index))].toSorted((a, b) => a - b);
  const end = after + shown.length;
  const subject = scope === 'batch' && asset.batch !== undefined ? `batch ${asset.batch}` : assetId;
  const name = `cairn-recall-${assetId.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 80)}-${after + 1}`;
  return prepareSheet(ledger, {
    subject: {
      form: 'Recall report',
      title: `Recall of ${subject}`,
      statement: stateRecall({ found: lines.length, cut: cut || incomplete }, verdict, clock()),
      cairn: {
        assetId,
        steps: asset.eventCount,
        status: `${asset.currentStatus}, from this server’s index`,
        tone: toneOfStatus(asset.currentStatus),
      },
      notes: [
        listed({ after, end, found: lines.length, cut }),
        ...(incomplete ? [unfollowed] : []),
        ...(assets.length > 0 ? [] : [withoutBlocks]),
        proven,
        limits,
      ],
      tables: [{ heading: 'Affected assets, from this server’s index', head, widths, rows: shown.map(cellsOf) }],
      nextQuery: `scope=${scope}&format=html&`,
    },
    path: `/assets/${encodeURIComponent(assetId)}/recall${scope === 'batch' ? '?scope=batch' : ''}`,
    name,
    indexes,
    assets: named,
    next: end < lines.length ? end : undefined,
  });
}

/**
 * Returns the first lines whose blocks and cells fit on a sheet: the first line with a block whatever its size, and those
 * before it.
 */
async function takeFitting(database: Database, lines: readonly RecallLine[]): Promise<readonly RecallLine[]> {
  const sizes = await readSizesAt(
    database,
    lines.flatMap(({ blockIndex }) => blockIndex ?? []),
  );
  const bytes = lines.map(
    (line) => (sizes.get(line.blockIndex ?? -1) ?? 0) + Buffer.byteLength(cellsOf(line).join('')),
  );
  const fitting = countFitting(bytes, { max: RECALL_SHEET_MAX, bytesMax: SHEET_BYTES_MAX });
  // A sheet without a block would have nothing to prove, and would end the links to the next ones.
  const needed = lines.findIndex(({ blockIndex }) => blockIndex !== undefined) + 1;
  return lines.slice(0, Math.max(fitting, needed));
}

const number = (count: number) => count.toLocaleString('en-US');

const proven =
  'Proven: each block under “Proven blocks” is unchanged, is in the signed ledger, and is about the asset listed with its number. ' +
  'Not proven: that the list is complete, why an asset is on it, which block is its newest, and its name, status, holder and place. ' +
  'These come from this server’s index, which its operator can compare with the chain (cairn rebuild --check).';

const unfollowed =
  'The links of this asset are too many to follow all of them, so the list may miss assets at any distance. Start further recalls from the assets listed.';

const withoutBlocks =
  'None of the assets on this sheet has a block of its own: events name them, such as a packing of many objects. The sheet proves the newest block of the asset where the recall starts.';

const limits =
  'The report covers recorded events only. A product without recorded inputs, or an unscanned parcel, is not listed. Corrected events do not count. ' +
  `Names and places are shortened to ${RECALL_TEXT_MAX} characters.`;

function stateRecall(reach: { found: number; cut: boolean }, { totalBlocks }: ChainVerdict, now: number) {
  const more = reach.cut ? ' or more' : '';
  const count = `${number(reach.found)}${more} affected ${reach.found === 1 && !reach.cut ? 'asset' : 'assets'} in this server’s index`;
  // Whole minutes, so that a report that is read twice in a minute is rendered once.
  const at = new Date(now).toISOString().slice(0, 16).replace('T', ' ');
  const basis = `Read on ${at} UTC from a chain of ${counted(totalBlocks, 'block')}.`;
  const them = reach.found === 1 && !reach.cut ? 'it' : 'them';
  return { text: count, unlessDoubted: `, with proven blocks about ${them}`, basis };
}

function listed({ after, end, found, cut }: { after: number; end: number; found: number; cut: boolean }): string {
  const left = found - (end - after);
  const reach = cut ? `the nearest ${number(RECALL_ASSETS_MAX)}. Farther ones are left out` : number(found);
  if (left === 0 && !cut)
    return found === 1
      ? 'This sheet lists the 1 affected asset.'
      : `This sheet lists all ${counted(found, 'affected asset')}.`;
  const part = end - after === 1 ? `asset ${number(end)}` : `assets ${number(after + 1)} to ${number(end)}`;
  const others = left === 1 ? '1 of them is on another sheet' : `${number(left)} of them are on other sheets`;
  return `This sheet lists ${part} of ${reach}. ${others}. A sheet has at most ${RECALL_SHEET_MAX} assets and ${SHEET_BYTES_MAX / 1024} KiB of their names, places and blocks.`;
}

const head = ['Asset', 'Name', 'Why', 'Status', 'Holder', 'Where', 'Held since', 'Block'];
const widths = [16, 20, 13, 12, 15, 18, 15, 8];

const cellsOf = (line: RecallLine): string[] => [
  line.assetId,
  shorten(line.name, RECALL_TEXT_MAX),
  line.relation,
  line.status,
  line.custodian ?? 'Unknown',
  shorten(line.location ?? 'Unknown', RECALL_TEXT_MAX),
  line.since === undefined ? '' : `${line.since.slice(0, 19).replace('T', ' ')} UTC`,
  line.blockIndex === undefined ? '' : number(line.blockIndex),
];
