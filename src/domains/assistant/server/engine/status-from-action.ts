import { senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';

/** "Shipped but not received yet" is a status: the goods have not been received. */
function onItsWay(clause: Clause, goods: boolean): void {
  const actions = clause.where.filter(({ kind }) => kind === 'action');
  const [shipped, taken] = actions;
  const others = clause.where.every(({ kind }) => ['action', 'category', 'batch', 'text'].includes(kind));
  if (clause.atoms.some(({ text }) => text === 'never')) return;
  if (!goods || !others || actions.length !== 2 || shipped?.value !== 'shipped' || shipped.not) return;
  if (taken?.not !== true || taken.value !== 'received') return;
  clause.where.splice(clause.where.indexOf(taken), 1);
  Object.assign(shipped, { kind: 'status' });
}

/** "Goods I made", "what we shipped": the asker did it. */
const isDoer = ({ atoms }: Clause) =>
  atoms.some((atom, at) => senseOf(atom, 'action') !== undefined && /^(?:i|we)$/.test(atoms[at - 1]?.text ?? ''));

/**
 * "are delivered", "delivered assets": the participle names a status unless a time, a place or an actor makes it an
 * event.
 */
export function statusFromAction(clause: Clause, goods: boolean): void {
  onItsWay(clause, goods);
  // "Never shipped" and "shipped twice" describe events, and every asset was made once.
  if (named(clause, 'number') || clause.atoms.some(({ text }) => text === 'never')) return;
  const made = clause.where.findIndex(
    ({ kind, value, not }) => kind === 'action' && value === 'manufactured' && not !== true,
  );
  const isFirst = clause.order === 'oldest' || clause.order === 'newest';
  const others = clause.where.every(({ kind }) => ['action', 'category', 'batch', 'text'].includes(kind));
  if (goods && made >= 0 && isFirst && others) {
    clause.where.splice(made, 1);
    return;
  }
  const undelivered = clause.where.find(
    ({ kind, value, not }) => kind === 'action' && value === 'delivered' && not === true,
  );
  if (undelivered !== undefined && !named(clause, 'period')) Object.assign(undelivered, { kind: 'status' });
  // Goods in transit have another status than "shipped", and were shipped nevertheless.
  const at = clause.where.findIndex(
    ({ kind, value, not }) =>
      kind === 'action' && ['shipped', 'delivered', 'manufactured'].includes(value) && !(not && value !== 'delivered'),
  );
  const action = clause.where[at];
  if (action === undefined || clause.deed || !goods) return;
  const actions = clause.where.flatMap(({ kind, value }) => (kind === 'action' ? [value] : []));
  const isEvent = clause.where.some(
    ({ kind, as, of }) =>
      kind === 'period' ||
      kind === 'stating' ||
      (kind === 'mine' && isDoer(clause)) ||
      (kind === 'place' && (as !== 'in' || actions.includes(of ?? ''))) ||
      (kind === 'participant' && as !== 'holder') ||
      (kind === 'mine' && as !== 'holder' && ['do', 'did', 'have', 'has'].some((word) => clause.auxiliaries.has(word))),
  );
  // Delivered goods still have that status, unless they were returned.
  const isDelivered = action.value === 'delivered' && clause.asks[0] !== 'which' && !clause.yesNo;
  const isPast =
    !isDelivered && ['was', 'were', 'did', 'been', 'had', 'have', 'has'].some((word) => clause.auxiliaries.has(word));
  if (isEvent || isPast || clause.asks[0] === 'who' || clause.asks[0] === 'when') return;
  const { also: _, ...rest } = action;
  clause.where.splice(at, 1, { ...rest, kind: 'status' });
}
