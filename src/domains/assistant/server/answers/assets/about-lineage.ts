import { conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import {
  assetLink,
  citeAsset,
  citeScreen,
  type Draft,
  listed,
  participantLink,
  refusedBy,
  type Turn,
  table,
} from '../turn.ts';
import { assetCells, assetColumns } from './asset-table.ts';

/** Answers what an asset was made from, or what it went into. */
export async function answerLineage(turn: Turn, assetId: string): Promise<Draft> {
  const direction = turn.query.field === 'outputs' ? 'downstream' : 'upstream';
  const read = await turn.run('read_lineage', { assetId, direction });
  if (!read.ok) return refusedBy(read);
  const all = read.value.nodes.filter((node) => node.assetId !== assetId);
  // "What was roasted from it" asks for roasted goods, if there are any.
  const verb = /\b(roast|blend|pack|assembl|bak|brew|mill)\w*/i.exec(turn.message)?.[1];
  const told = verb === undefined ? [] : all.filter((node) => node.name.toLowerCase().includes(verb.toLowerCase()));
  const others = told.length > 0 ? told : all;
  const context = {
    assetId,
    ...(others.length === 0 ? {} : { assets: others.slice(0, 20).map((node) => node.assetId) }),
  };
  const citations = [citeAsset(assetId), ...others.slice(0, 10).map((node) => citeAsset(node.assetId))];
  if (others.length === 0)
    return {
      reply:
        direction === 'upstream'
          ? `No event records what ${assetId} was made from.`
          : `No event records that ${assetId} went into anything else.`,
      citations,
      context,
    };
  const ids = others.map((node) => node.assetId);
  const shown = ids.length > 8 ? `${ids.slice(0, 8).join(', ')} and others` : listed(ids);
  const how = direction === 'upstream' ? 'was made from' : told.length > 0 ? 'became' : 'went into';
  const many = counted(others.length, told.length > 0 ? `${verb?.toLowerCase()}ed asset` : 'asset');
  return {
    reply:
      turn.query.ask === 'count'
        ? `${assetId} ${how} ${many}${read.value.cut ? ' or more' : ''}. ${others.length === 1 ? 'It is' : 'They are'} ${shown}.`
        : `${assetId} ${how} ${counted(others.length, told.length > 0 ? `${verb?.toLowerCase()}ed asset` : 'asset')}${read.value.cut ? ' or more' : ''}: ${shown}.${told.length > 0 && told.length < all.length ? ` In all it went into ${counted(all.length, 'asset')}.` : ''}`,
    citations,
    blocks: [
      table(
        direction === 'upstream' ? `What ${assetId} was made from` : `What ${assetId} went into`,
        [...assetColumns, 'Steps away', 'Status', 'Location', 'With'],
        others.map((node) => [
          ...assetCells(node.assetId, node.name),
          { text: String(node.depth) },
          { text: node.status },
          { text: node.location ?? 'Unknown' },
          node.custodian === undefined
            ? { text: 'Unknown' }
            : { text: node.custodian, href: participantLink(node.custodian) },
        ]),
      ),
    ],
    suggestions: ['Who has them now?', 'What would a recall of it reach?', `What happened to ${assetId}?`],
    context,
  };
}

/** Answers whether one asset went into another, or was made from it. */
export async function answerLineageBetween(
  { run }: Turn,
  [first = '', second = '']: readonly string[],
  field: 'inputs' | 'outputs',
): Promise<Draft> {
  const read = await run('read_lineage', {
    assetId: first,
    direction: field === 'outputs' ? 'downstream' : 'upstream',
  });
  if (!read.ok)
    return read.status === 404 ? { reply: `I found no asset ${first}.`, outcome: 'unknown' } : refusedBy(read);
  const other = read.value.nodes.find(({ assetId }) => assetId.toLowerCase() === second.toLowerCase());
  if (other === undefined && read.value.cut)
    return { reply: `${first} has too long a lineage to tell that.`, outcome: 'unknown' };
  const verb = field === 'outputs' ? ['went into', 'go into'] : ['was made from', 'was not made from'];
  return {
    reply:
      other === undefined
        ? `No, ${first} ${field === 'outputs' ? `did not ${verb[1]}` : verb[1]} ${second}, as far as events record it.`
        : `Yes, ${first} ${verb[0]} ${second}${other.depth > 1 ? `, ${counted(other.depth, 'step')} away` : ''}.`,
    citations: [citeAsset(first), citeAsset(second)],
    context: { assetId: first, assets: [first, second] },
  };
}

/** Answers what a fault in an asset may have reached. */
export async function answerRecall(turn: Turn, assetId: string): Promise<Draft> {
  const scope =
    /\bbatch\b/i.test(turn.message) && conditionsOf(turn.query, 'batch').length === 0 ? { scope: 'batch' } : {};
  const read = await turn.run('read_recall', { assetId, ...scope });
  if (!read.ok) return refusedBy(read);
  const { lines, totals, basis, cut } = read.value;
  return {
    reply: `A recall of ${assetId} reaches ${counted(totals.assets, 'asset')}${cut ? ' or more' : ''} with ${counted(totals.participants, 'participant')} at ${counted(totals.locations, 'location')}, based on a chain of ${counted(basis.length, 'block')}.`,
    citations: [citeAsset(assetId), citeScreen('Recall list', `${assetLink(assetId)}/recall`)],
    blocks: [
      table(
        `Recall of ${assetId}`,
        [...assetColumns, 'Why', 'Status', 'Location', 'With'],
        lines.map((line) => [
          ...assetCells(line.assetId, line.name),
          { text: line.relation },
          { text: line.status },
          { text: line.location ?? 'Unknown' },
          line.custodian === undefined
            ? { text: 'Unknown' }
            : { text: line.custodian, href: participantLink(line.custodian) },
        ]),
      ),
    ],
    suggestions: ['Who has them now?', 'Where are they?'],
    context: { assetId, assets: lines.slice(0, 20).map((line) => line.assetId) },
  };
}
