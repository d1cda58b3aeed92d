import type { Entities } from './entities.ts';
import type { Concept } from './lexicon.ts';

/** What a rule can match: a concept of the lexicon, or a kind of entity that the message names or the context has. */
export type Feature = Concept | `<${Exclude<keyof Entities, 'assets' | 'participants'> | 'asset' | 'participant'}>`;

export type Intent =
  | 'refuse.override'
  | 'refuse.secrets'
  | 'refuse.outside'
  | 'talk.help'
  | 'talk.greeting'
  | 'talk.thanks'
  | 'asset.where'
  | 'asset.custody'
  | 'asset.maker'
  | 'asset.history'
  | 'asset.status'
  | 'asset.read'
  | 'asset.madeFrom'
  | 'asset.madeInto'
  | 'asset.recall'
  | 'assets.search'
  | 'assets.count'
  | 'block.read'
  | 'block.find'
  | 'block.latest'
  | 'chain.validate'
  | 'chain.witnesses'
  | 'chain.checkpoint'
  | 'chain.keys'
  | 'participants.list'
  | 'participants.count'
  | 'participant.read'
  | 'participant.activity'
  | 'figures.read'
  | 'events.recent'
  | 'audit.read'
  | 'health.read'
  | 'propose.event'
  | 'propose.participant'
  | 'documents.search';
