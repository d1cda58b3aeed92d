import type { CallStatus } from '#domains/market/contract.ts';
import { TransactionLink } from '#domains/payments/web/index.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';

type Call = { txHash: string; txStatus: CallStatus; network: string; isLocal: boolean };

const states: Record<CallStatus, { tone: Tone; text: string }> = {
  queued: { tone: 'amber', text: 'Waiting to be sent' },
  sent: { tone: 'amber', text: 'On the way' },
  confirmed: { tone: 'green', text: 'Final' },
  failed: { tone: 'red', text: 'Refused' },
};

/** The state of a contract call. */
export const CallBadge = ({ call: { txStatus } }: { call: Call }) => (
  <Badge tone={states[txStatus].tone}>{states[txStatus].text}</Badge>
);

/** The transaction of a call, and its network. */
export const CallLink = ({ call: { txHash, network, isLocal } }: { call: Call }) => (
  <>
    <TransactionLink hash={txHash} /> on {network}
    {isLocal ? ', this server only' : ''}
  </>
);
