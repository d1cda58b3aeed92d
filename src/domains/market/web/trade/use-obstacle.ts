import { useQuery } from '@tanstack/react-query';
import type { TradeRequest } from '#domains/market/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { receiversQuery } from '../receivers/queries.ts';
import type { Book } from './order-book.tsx';

/** Returns why the market would refuse every order of the account on this side, or undefined. The server applies the same rules. */
export function useObstacle(type: TradeRequest['type'], book: Book): string | undefined {
  const isListed = type === 'buy' && !book.allowPublicTrading;
  const { data } = useQuery({ ...receiversQuery(book.propertyId), enabled: isListed });
  if (type === 'sell' && book.issuedByYou && book.salesHalted)
    return `You issued these shares, so you cannot sell them until ${formatCents(book.taxOverdue)} of overdue property tax is paid.`;
  if (!isListed || data === undefined || data.mayReceive) return undefined;
  const decider =
    data.decidedBy === 'city' ? 'the city allows it' : 'the account that issued them, or the city, allows it';
  return `Your account may not buy these shares unless ${decider}.`;
}
