import { Link } from '@tanstack/react-router';
import { Factory, Scale, Store, Truck } from 'lucide-react';
import { DemoLink, SignUpLink } from './start-links.tsx';

const roles = [
  { tab: 'manufacturer', icon: Factory, title: 'Manufacturer', text: 'Creates assets and tracks manufacturing.' },
  { tab: 'shipper', icon: Truck, title: 'Shipper', text: 'Updates shipping and logistics.' },
  { tab: 'retailer', icon: Store, title: 'Retailer', text: 'Confirms deliveries and final sale.' },
  { tab: 'other', icon: Scale, title: 'Other', text: 'Audits and validates what the others record.' },
] as const;

/** Shows the roles, and the sign-up and demo links again. */
export function LandingRoles() {
  return (
    <section aria-labelledby="roles-title" className="page-width">
      <h2 id="roles-title" className="text-24 sm:text-32">
        One ledger, four roles
      </h2>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {roles.map(({ tab, icon: Icon, title, text }) => (
          <li key={tab} className="relative rounded-12 border border-line bg-surface p-5 hover:bg-hover">
            <Icon aria-hidden="true" size={18} className="text-faint" />
            <Link
              to="/role-demo"
              search={{ tab }}
              className="mt-3 block rounded-12 font-semibold after:absolute after:inset-0"
            >
              {title}
            </Link>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-12 flex flex-wrap items-center gap-x-8 gap-y-4 rounded-12 border border-line bg-sunken p-6 sm:p-8">
        <p className="min-w-0 flex-1 basis-80 text-20 font-semibold text-balance">
          Record your first asset in a minute.
        </p>
        <div className="flex flex-wrap gap-3">
          <SignUpLink />
          <DemoLink />
        </div>
      </div>
    </section>
  );
}
