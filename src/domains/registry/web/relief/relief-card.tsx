import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { canRunRegistry, type readProperty } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { taxFileQuery } from '../queries.ts';
import { AppealList } from './appeal-list.tsx';
import { EndExemptionForm } from './end-exemption-form.tsx';
import { ExemptionList } from './exemption-list.tsx';

/** The exemptions and appeals of a property: years and outcomes for everyone, all details for the city. */
export function ReliefCard({ property }: { property: ResponseIn<typeof readProperty> }) {
  const { user } = useSession();
  const isCity = user !== null && holds(user, canRunRegistry);
  const { data: file } = useQuery({ ...taxFileQuery(property.propertyId), enabled: isCity });
  const [ended, setEnded] = useState<string>();
  const exemptions = file?.exemptions.map((one) => ({ ...one, blockIndex: one.grantedIndex })) ?? property.exemptions;
  const appeals = file?.appeals ?? property.appeals;
  if (exemptions.length + appeals.length === 0) return null;
  const isOpen = (id: string) => file?.exemptions.some((one) => one.exemptionId === id && one.endedIndex === null);
  const chosen = file?.exemptions.find(({ exemptionId }) => exemptionId === ended);
  return (
    <>
      {exemptions.length === 0 ? null : (
        <Card
          title="Exemptions"
          description={
            isCity ? 'Kinds, amounts and reasons are not public.' : 'A part of the assessed value is not taxed.'
          }
        >
          <ExemptionList
            exemptions={exemptions}
            action={({ exemptionId }) =>
              isOpen(exemptionId) ? (
                <Button size="small" onClick={() => setEnded(exemptionId)}>
                  End
                </Button>
              ) : null
            }
          />
        </Card>
      )}
      {appeals.length === 0 ? null : (
        <Card
          title="Appeals"
          description={isCity ? 'Statements and reasons are not public.' : 'Against its assessments.'}
        >
          <AppealList appeals={appeals} />
        </Card>
      )}
      <Sheet
        open={chosen !== undefined}
        onOpenChange={(open) => open || setEnded(undefined)}
        title={`End an exemption: ${property.address}`}
      >
        {chosen ? <EndExemptionForm exemption={chosen} onDone={() => setEnded(undefined)} /> : null}
      </Sheet>
    </>
  );
}
