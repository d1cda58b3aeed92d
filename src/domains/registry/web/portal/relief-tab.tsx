import { useQuery, useQueryClient } from '@tanstack/react-query';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { canAppeal, type Property, withdrawAppeal } from '#domains/registry/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { ratesQuery, taxFileQuery } from '../queries.ts';
import { AppealList } from '../relief/appeal-list.tsx';
import { ExemptionList } from '../relief/exemption-list.tsx';
import { exemptAmount, kindsIn } from '../relief/relief-words.ts';
import { AppealForm } from './appeal-form.tsx';

type Props = {
  properties: readonly Property[];
  selected: string | undefined;
  onSelect: (propertyId: string) => void;
};

/** The exemptions and appeals of one property, the available exemptions, and a form to appeal. */
export function ReliefTab({ properties, selected, onSelect }: Props) {
  const property = properties.find(({ propertyId }) => propertyId === selected) ?? properties[0];
  if (property === undefined) return <p className="text-muted">No properties.</p>;
  return (
    <div className="flex flex-col gap-5">
      <Field label="Property">
        {(control) => (
          <Select
            {...control}
            options={properties.map(({ propertyId, address }) => ({ value: propertyId, label: address }))}
            value={property.propertyId}
            onChange={(event) => onSelect(event.target.value)}
          />
        )}
      </Field>
      <ReliefOf key={property.propertyId} propertyId={property.propertyId} />
    </div>
  );
}

function ReliefOf({ propertyId }: { propertyId: string }) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(taxFileQuery(propertyId));
  const kinds = kindsIn(useQuery(ratesQuery).data?.rates ?? []);
  const withdraw = useCallMutation(withdrawAppeal, {
    onSuccess: ({ blockIndex }) => {
      showToast({
        tone: 'success',
        title: 'Appeal Withdrawn',
        description: `Recorded in block ${formatCount(blockIndex)}.`,
      });
      void queryClient.invalidateQueries({ queryKey: ['registry'] });
    },
    onError: (failure) => showToast({ tone: 'failure', title: 'Nothing Changed', description: failure.message }),
  });
  if (error && !data)
    return <ErrorState title="Couldn't load the exemptions" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-80 rounded-12" />;
  const mayAppeal = user !== null && holds(user, canAppeal);
  const isAppealed = data.appeals.some(({ state }) => state === 'open');
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <Card title="Your exemptions" description="The part of the assessed value that is not taxed.">
          {data.exemptions.length === 0 ? (
            <p className="text-muted">This property has no exemption.</p>
          ) : (
            <ExemptionList exemptions={data.exemptions.map((one) => ({ ...one, blockIndex: one.grantedIndex }))} />
          )}
        </Card>
        {kinds.length === 0 ? null : (
          <Card
            title="Available exemptions"
            description="The city grants them. The public sees only that a property has one."
          >
            <ul className="flex flex-col gap-1.5">
              {kinds.map(({ kind, name, cents = null, basisPoints = null }) => (
                <li key={kind} className="flex justify-between gap-4">
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                  <span className="tabular">{exemptAmount({ cents, basisPoints })}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        {mayAppeal && data.appealable !== null && !isAppealed ? (
          <AppealForm propertyId={propertyId} appealable={data.appealable} />
        ) : null}
        <Card title="Appeals">
          {data.appeals.length === 0 ? (
            <p className="text-muted">
              {data.appealable === null
                ? 'No appeal was filed, and no assessment can be appealed now.'
                : 'No appeal was filed.'}
            </p>
          ) : (
            <AppealList
              appeals={data.appeals}
              action={({ appealId, state }) =>
                mayAppeal && state === 'open' ? (
                  <div>
                    <Button
                      size="small"
                      disabled={withdraw.isPending}
                      onClick={() => withdraw.mutate({ params: { appealId } })}
                    >
                      Withdraw
                    </Button>
                  </div>
                ) : null
              }
            />
          )}
        </Card>
      </div>
    </div>
  );
}
