import type { Role } from '#domains/participants/contract.ts';

/** A demo account that people can sign in to. */
export type DemoAccount = {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly role: Role;
  readonly administrator: boolean;
  readonly auditor: boolean;
  readonly displayName: string;
  readonly description: string;
};

const password = 'cairn-demo';

/** One account for each role, with public passwords. They exist in demo mode only. */
export const demoAccounts: readonly DemoAccount[] = [
  account('demo-maker', 'manufacturer', 'Nordlys Works', 'manufacturer: creates assets, audits, validates'),
  account('demo-shipper', 'shipper', 'Fjordline Cargo', 'shipper: ships and receives'),
  account('demo-retailer', 'retailer', 'Havn Market', 'retailer: confirms what arrives'),
  {
    ...account('demo-auditor', 'other', 'Open Assurance', 'other, auditor: audit trail, validation, accounts'),
    auditor: true,
  },
  {
    ...account('demo-admin', 'other', 'Cairn Operations', 'other, administrator: accounts and roles'),
    administrator: true,
  },
  account('demo-resident', 'resident', 'Elin Strand', 'resident: sees and pays for its own property'),
  account('demo-government', 'government', 'Harrow Bay City Hall', 'government: runs the property registry'),
];

function account(username: string, role: Role, displayName: string, description: string): DemoAccount {
  const email = `${username}@example.com`;
  return { username, password, email, role, administrator: false, auditor: false, displayName, description };
}
