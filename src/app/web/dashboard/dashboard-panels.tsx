import { Download } from 'lucide-react';
import { type ReactNode, Suspense, use } from 'react';
import type { DashboardPanel, PanelAhead, PanelModule, PanelProps } from '#platform/web/domain.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { classNames } from '#platform/web/ui/tokens/class-names.ts';
import type { Arrangement } from './arrangement.ts';
import { panelColumns } from './panel-columns.ts';
import { panels as allPanels } from './panels.ts';

const modules = new Map<string, Promise<PanelModule>>();

function moduleOf({ name, load }: DashboardPanel): Promise<PanelModule> {
  const known = modules.get(name);
  if (known !== undefined) return known;
  const loaded = load();
  modules.set(name, loaded);
  // A failed load is retried when the panel is shown again.
  loaded.catch(() => modules.delete(name));
  return loaded;
}

// The panels load together with the dashboard instead of after its first render. Panels of a role wait until the role
// is known.
for (const panel of allPanels) if (panel.capability === undefined) void moduleOf(panel);

/**
 * Starts to load the data of panels, each as soon as its code is there. Waits for the code of the leading panel: rendered
 * without it, React would keep its skeleton for another 300 ms.
 */
export async function readPanelsAhead(panels: readonly DashboardPanel[], ahead: PanelAhead): Promise<void> {
  await Promise.all(
    panels.map(async (panel) => {
      const read = moduleOf(panel).then(
        ({ readAhead }) => readAhead?.(ahead),
        // The panel shows why it couldn't load.
        () => undefined,
      );
      if (panel.leads) await read;
    }),
  );
}

/** Returns the panels that this device shows, in its order. */
export const arrangedPanels = (
  available: readonly DashboardPanel[],
  { order, hidden }: Arrangement,
): readonly DashboardPanel[] =>
  order
    .filter((name) => !hidden.includes(name))
    .flatMap((name) => available.find((panel) => panel.name === name) ?? []);

/** The widths of the columns by their number. The column of a tall panel is wider, because its lines are long. */
const widths = {
  one: '',
  two: 'lg:grid-cols-2',
  three: 'lg:grid-cols-3',
  'tall at 0': 'lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)]',
  'tall at 1': 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)]',
  'tall at 2': 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)]',
};

/** As tall as it usually becomes, so that the following panels do not shift. */
const leadsInApp = 'max-lg:-order-1 max-lg:min-h-72';
/** For the prerendered page, which is rendered for visitors: the order that a user with a stored session will see. */
const leadsBeforeApp = 'max-lg:order-1 [.signed-in_&]:max-lg:-order-1 [.signed-in_&]:max-lg:min-h-72';

export type DashboardPanelsProps = PanelProps & {
  /** The panels that the viewer may see. */
  available: readonly DashboardPanel[];
  arrangement: Arrangement;
  /** Whether tasks that wait for the account come first if there is one column. */
  leads: boolean;
  totals: ReactNode;
};

/**
 * Shows the panels in this device's order, in columns of similar height, with the totals next to the first column:
 * tasks that need attention come first. In one column all other panels follow the totals.
 */
export function DashboardPanels({ available, arrangement, leads, totals, ...props }: DashboardPanelsProps) {
  const panels = arrangedPanels(available, arrangement);
  const columns = panelColumns(panels);
  const leading = panels.find((panel) => panel.leads);
  const [first, ...others] = columns.map((column) => (
    <div key={column[0]?.name} className="flex min-w-0 flex-col gap-4 max-lg:contents lg:first:row-span-2">
      {column.map((panel) => (
        <Panel
          key={panel.name}
          panel={panel}
          className={panel === leading ? (leads ? leadsInApp : leadsBeforeApp) : 'max-lg:order-1'}
          props={props}
        />
      ))}
    </div>
  ));
  return (
    <div
      className={classNames(
        'items-start gap-4 max-lg:contents lg:grid lg:grid-rows-[auto_1fr]',
        widths[widthsFor(columns)],
      )}
    >
      {first}
      <div className={classNames('min-w-0', others.length === 0 ? 'lg:order-first' : 'lg:col-start-2 lg:-col-end-1')}>
        {totals}
      </div>
      {others}
    </div>
  );
}

function widthsFor(columns: readonly (readonly DashboardPanel[])[]): keyof typeof widths {
  if (columns.length < 3) return columns.length === 2 ? 'two' : 'one';
  const at = columns.findIndex((column) => column.some(({ tall }) => tall));
  return at === 0 || at === 1 || at === 2 ? `tall at ${at}` : 'three';
}

type PanelPartProps = { panel: DashboardPanel; props: PanelProps };

function Panel({ panel, className, props }: PanelPartProps & { className: string }) {
  return (
    <Card
      title={panel.title}
      className={className}
      flush={panel.tall === true}
      action={
        <Suspense>
          <PanelHead panel={panel} props={props} />
        </Suspense>
      }
    >
      <Suspense fallback={<PanelSkeleton tall={panel.tall === true} />}>
        <PanelBody panel={panel} props={props} />
      </Suspense>
    </Card>
  );
}

/** Reserves the height of a tall panel on a phone, so that the panels below it do not shift. */
function PanelSkeleton({ tall }: { tall: boolean }) {
  return (
    <div aria-busy="true" className={tall ? 'px-5 max-lg:min-h-dvh' : ''}>
      <SkeletonText lines={6} />
    </div>
  );
}

function PanelBody({ panel, props }: PanelPartProps) {
  const { default: Content } = use(moduleOf(panel));
  return <Content {...props} />;
}

function PanelHead({ panel, props }: PanelPartProps) {
  const { PanelAction, readTable } = use(moduleOf(panel));
  const save = (read: NonNullable<typeof readTable>) =>
    void import('./panel-csv.ts').then(({ saveTable }) => saveTable(panel.name, () => read(props)));
  return (
    <span className="-my-1.5 flex items-center gap-2">
      {PanelAction ? <PanelAction {...props} /> : null}
      {readTable ? (
        <IconButton label={`Download ${panel.title} as CSV`} size="small" onClick={() => save(readTable)}>
          <Download aria-hidden="true" size={14} />
        </IconButton>
      ) : null}
    </span>
  );
}
