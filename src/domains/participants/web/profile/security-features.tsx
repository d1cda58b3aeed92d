import { ShieldCheck } from 'lucide-react';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';

/** What protects every account here. Each is so: the tests of accounts and sessions hold them. */
const features = [
  'Passwords as argon2id hashes',
  'Session tokens stored as hashes',
  'Sessions you can end',
  'Growing waits after failed sign-ins',
  'Append-only security log',
];

export function SecurityFeatures() {
  return (
    <Card title="Security features">
      <ul className="flex flex-wrap gap-2">
        {features.map((feature) => (
          <li key={feature} className="max-w-full">
            <Badge tone="green" icon={<ShieldCheck aria-hidden="true" size={12} className="shrink-0" />}>
              {feature}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
