import { counted } from '#platform/contract/counted.ts';
import { citeBlock, citeScreen, type Draft, refusedBy, spokenTime, type Turn, total, unsupported } from '../turn.ts';
import { answerNewest } from './about-ledger.ts';

/** Answers about the chain as a whole: whether it is intact, and how long it is. */
export async function answerChain(turn: Turn): Promise<Draft> {
  const refused = unsupported(turn.query, [], 'the chain');
  if (refused !== undefined) return refused;
  if (turn.query.field === 'length' || turn.query.ask === 'count' || turn.query.ask === 'how long')
    return answerNewest({ ...turn, query: { ...turn.query, ask: 'count', field: undefined } as Turn['query'] });
  const read = await turn.run('validate_chain');
  if (!read.ok) return refusedBy(read);
  const { state, totalBlocks, verifiedBlocks, checkpointSize, error, blockIndex, validatedAt } = read.value;
  const bad = blockIndex === undefined ? [] : [citeBlock(blockIndex)];
  if (turn.query.field === 'signed')
    return {
      reply: `${turn.query.ask !== 'whether' ? '' : checkpointSize === totalBlocks ? 'Yes. ' : 'No. '}The newest signed checkpoint covers ${total(checkpointSize)} of ${counted(totalBlocks, 'block')}.`,
      citations: [citeScreen('Blockchain', '/blockchain')],
    };
  const checked = `${total(verifiedBlocks)} of ${counted(totalBlocks, 'block')} have been re-read and checked, and the newest signed checkpoint covers ${total(checkpointSize)}`;
  const asksWhen = turn.query.ask === 'when' && state !== 'unknown';
  return {
    reply: asksWhen
      ? `The chain was last checked on ${spokenTime(validatedAt)}: ${checked}.`
      : state === 'unknown'
        ? `That is not known at the moment: the server has not confirmed the chain in the last 30 seconds. ${checked}.`
        : state === 'valid'
          ? `${asksDamage(turn.message) ? 'No' : 'Yes'}, the chain is intact as far as it has been checked: ${checked}. Last checked on ${spokenTime(validatedAt)}.`
          : `${asksDamage(turn.message) ? 'Yes' : 'No'}. ${error ?? 'The chain is not valid.'} ${checked}.`,
    citations: [...bad, citeScreen('Validate the chain', '/blockchain?action=validate')],
    suggestions: ['Who witnesses the checkpoints?', 'How can I verify a block in my browser?'],
  };
}

/** "Was it changed" and "is a block missing" ask for the opposite of "is it intact". */
const asksDamage = (message: string) =>
  /\b(?:tamper|broken|corrupt|manipulat|alter|forg|damag|missing|lost|gone|wrong|bad|problem|error|issue|chang|modif|edit|delet|remov|eras|rewrit|replac|overwrit|fake|hack)/i.test(
    message,
  ) && !/\b(?:not?|never|without|free of)\b|n't\b|\b(?:are|is) all\b/i.test(message);
