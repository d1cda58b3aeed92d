import { Link } from '@tanstack/react-router';
import type { ParticipantDetails } from '#domains/participants/contract.ts';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { IdChip } from '#platform/web/ui/value/id-chip.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { linkClass } from '../link-class.ts';
import { IdentifierList, identifierHint } from './identifier-list.tsx';
import { shortAddress } from './short-address.ts';

const notGiven = <span className="text-faint">Not given</span>;

/** Details of a participant. */
export function ParticipantAbout({ participant }: { participant: ParticipantDetails }) {
  const { id, username, address, place, contact, managedBy, createdAt, identifiers, unverifiedIdentifiers } =
    participant;
  return (
    <Card title="About">
      <KeyValueList
        items={[
          { label: 'Username', value: <CopyChip text={username} short={username} label="username" /> },
          { label: 'Id', value: <IdChip id={id} label="participant id" /> },
          {
            label: 'Address',
            value: <CopyChip text={address} short={shortAddress(address)} label="address" />,
            hint: 'Custodial address that holds this participant’s assets. It has no private key.',
          },
          { label: 'Joined', value: <Time at={createdAt} unknown="Unknown" /> },
          { label: 'Place', value: place ?? notGiven },
          ...(contact === undefined ? [] : [{ label: 'Contact', value: contact }]),
          {
            label: 'Managed by',
            value:
              managedBy === undefined ? (
                'Itself'
              ) : (
                <Link to="/participants/$username" params={{ username: managedBy }} className={linkClass}>
                  {managedBy}
                </Link>
              ),
          },
          {
            label: 'Identifiers',
            value:
              identifiers.length === 0 ? (
                notGiven
              ) : (
                <IdentifierList identifiers={identifiers} unverifiedIdentifiers={unverifiedIdentifiers} />
              ),
            hint: identifierHint,
          },
        ]}
      />
    </Card>
  );
}
