import type { Ask } from '#domains/assistant/contract.ts';
import { senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';
import { askOf, type Draft, fieldsIn, wordOf } from './conclude-ask.ts';

/** Questions about plans and their prices, and the caller's subscription, invoices, usage and team. */
export function aboutBilling(clause: Clause): Draft {
  const ask = askOf(clause);
  const { nouns } = clause;
  const fields = (noun: string) => fieldsIn(clause, noun);
  // "Are we on a trial" asks about the caller's own.
  if (clause.yesNo && !named(clause, 'mine') && wordOf(clause, /^we$/) && wordOf(clause, /\btrial\b|^billed$/))
    clause.where.push({ kind: 'mine', value: 'mine' });
  const own = named(clause, 'mine');
  const plan = planOf(clause, ask);
  if (wordOf(clause, /^(?:cheaper|less|lower)\b/)) clause.more = 'less';
  const may = clause.atoms.some((atom) => senseOf(atom, 'may') !== undefined);
  const offered = clause.atoms.some(
    (atom) => senseOf(atom, 'noun')?.v === 'subscription' && senseOf(atom, 'noun')?.plural,
  );
  const ranksAll =
    (ask === 'most' || ask === 'least') && !own && nouns.includes('subscription') && !nouns.includes('plan');
  if (ranksAll) return { ...plan, subject: 'plan' };
  if (offered && !own) return { ask, subject: 'plan' };
  if (may && !named(clause, 'plan') && ask === 'count' && (plan.field === 'users' || plan.field === 'assets'))
    return { ask, subject: 'usage', field: plan.field };
  if (wordOf(clause, /^how often$/) && (nouns.includes('invoice') || wordOf(clause, /^(?:billed|charged|pay)$/)))
    return { ask: 'describe', subject: 'subscription', field: 'cycle' };
  if (nouns.includes('team') || fields('team').includes('members')) return { ask, subject: 'usage', field: 'team' };
  if (fields('subscription').includes('next')) return { ask, subject: 'subscription', field: 'next' };
  if (nouns.includes('invoice') || (fields('invoice').length > 0 && own && !nouns.includes('plan')))
    return { ask, subject: 'invoice', field: fields('invoice')[0] };
  if (nouns.includes('usage') || fields('usage').length > 0)
    return {
      ask,
      subject: 'usage',
      field: fields('usage')[0] ?? fields('plan').find((one) => one === 'users' || one === 'assets'),
    };
  // "How many assets can I track with it": the verb says nothing more.
  if (may && (plan.field === 'assets' || plan.field === 'users'))
    for (const atom of clause.atoms)
      if (/^(?:track|manage|store|monitor|follow|register)$/.test(atom.text)) clause.used.add(atom);
  const general = ['trial', 'discount'].includes(plan.field ?? '');
  const trial = wordOf(clause, /\btrial\b/);
  const [stated] = fields('subscription');
  const counts = fields('plan').filter((one) => one === 'users' || one === 'assets');
  const subscription = stated === 'users' && counts.length === 1 ? counts[0] : stated;
  readFeature(clause, plan);
  if (trial && !own && !named(clause, 'plan') && (subscription === undefined || subscription === 'left'))
    return { ask, subject: 'plan', field: 'trial' };
  if (general) return plan;
  if (nouns.includes('subscription') || subscription !== undefined || (own && !named(clause, 'plan')))
    return {
      ask,
      subject: 'subscription',
      field:
        subscription ?? fields('plan').find((one) => ['users', 'assets', 'price', 'limits', 'features'].includes(one)),
    };
  return plan;
}

/** "In which plans are recalls included": the feature may be a word of another domain. */
function readFeature(clause: Clause, plan: Draft): void {
  if (plan.field !== 'features' || named(clause, 'text')) return;
  const feature = clause.atoms.find(
    (atom) =>
      !clause.used.has(atom) || (senseOf(atom, 'relation') !== undefined && senseOf(atom, 'field') === undefined),
  );
  if (feature === undefined || senseOf(feature, 'auxiliary') !== undefined || senseOf(feature, 'not') !== undefined)
    return;
  clause.where.push({ kind: 'text', value: feature.raw });
  clause.used.add(feature);
}

function planOf(clause: Clause, asked: Ask): Draft {
  const fields = fieldsIn(clause, 'plan');
  const limits = fields.includes('limits') || wordOf(clause, /^(?:max|maximum|limit|up to)$/);
  const counts = asked === 'count' || asked === 'most' || clause.asks.includes('count');
  const of = fields.find((field) => field === 'users' || field === 'assets');
  const costs = clause.relations.includes('cost') || fields.includes('price') || wordOf(clause, /^cheaper\b/);
  const saves = wordOf(clause, /^cheaper$/) && named(clause, 'cycle') && !named(clause, 'plan');
  const field =
    fields.includes('discount') || saves
      ? 'discount'
      : fields.includes('trial')
        ? 'trial'
        : costs
          ? 'price'
          : of !== undefined && (limits || counts)
            ? of
            : (fields.find((one) => one !== 'users' && one !== 'assets') ?? of);
  const ranks = asked === 'most' || asked === 'least';
  const named_ = named(clause, 'plan');
  const isLimit = field === 'users' || field === 'assets';
  // "The maximum number of assets in Starter" ranks nothing.
  const ask =
    ranks && named_
      ? isLimit
        ? 'count'
        : 'how much'
      : ranks && isLimit && clause.asks.includes('count')
        ? 'count'
        : asked;
  const cheap =
    ranks &&
    clause.atoms.some(
      (atom) =>
        senseOf(atom, 'order') &&
        /cheap|expensive|costly|affordable|economical|priced|priciest|dearest/.test(atom.text),
    );
  return { ask, subject: 'plan', field: cheap ? 'price' : field };
}
