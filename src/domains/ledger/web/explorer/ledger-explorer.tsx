import { useNavigate } from '@tanstack/react-router';
import { CalendarClock, History, List, Search, ShieldCheck, Waypoints } from 'lucide-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { parseBlockReference } from '#domains/ledger/contract/block-reference.ts';
import { canValidateChain } from '#domains/ledger/contract.ts';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { useTimeStyle } from '#platform/web/time-style.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { SegmentedControl } from '#platform/web/ui/form/segmented-control.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { ReadAt } from '#platform/web/ui/value/read-at.tsx';
import { useMediaQuery } from '#platform/web/use-media-query.ts';
import { VerdictBanner } from '../validation/verdict-banner.tsx';
import { BlockDetails, titleOf } from './block-details.tsx';
import { BlockList } from './block-list.tsx';
import { BlockStrip } from './block-strip.tsx';
import { type ExplorerSearch, openedNodes, openText } from './explorer-search.ts';
import { useChainWalk } from './use-chain-walk.ts';

const BlockGraph = lazy(() => import('../graph/block-graph.tsx'));
const BlockComparison = lazy(() => import('./block-comparison.tsx'));
const ValidationSheet = lazy(() => import('../validation/validation-sheet.tsx'));

export type LedgerExplorerProps = {
  search: ExplorerSearch;
  /** The color of an action, which the owning domain decides. */
  toneOf: (action: string) => Tone;
  /** The name of an action, which the owning domain decides too. */
  wordsOf: (action: string) => string;
};

/** The blockchain page: a strip of blocks, a list or graph of the same blocks, and the details of one. */
export function LedgerExplorer({ search, toneOf, wordsOf }: LedgerExplorerProps) {
  const navigate = useNavigate({ from: '/blockchain' });
  // Below this width the details would be above or below the screen, far from the row that was tapped.
  const narrow = useMediaQuery('(width < 64rem)');
  const walk = useChainWalk(search, { inSheet: narrow });
  const { length, blocks, selected, block, nameOf } = walk;
  const change = (next: Partial<ExplorerSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, state: true, resetScroll: false });
  const details = (
    <BlockDetails
      key={block?.index ?? 'none'}
      walk={walk}
      wordsOf={wordsOf}
      tab={search.tab ?? 'words'}
      onTab={(tab) => change({ tab: tab === 'raw' ? 'raw' : undefined })}
      onCompare={(compare) => change({ compare })}
      framed={!narrow}
    />
  );
  return (
    <div className="page-width">
      <title>Blockchain · Cairn</title>
      <PageHeader
        title="Blockchain"
        subtitle={
          <>
            {length === undefined
              ? 'Every block is linked to the previous one.'
              : `${formatCounted(length, 'block')}, each linked to the previous one.`}{' '}
            <ReadAt at={walk.readAt} />
          </>
        }
        actions={
          <>
            <BlockFinder onFind={walk.find} />
            <ValidateButton onOpen={() => change({ action: 'validate' })} />
          </>
        }
      />
      <VerdictBanner />
      {walk.error ? (
        <ErrorState title="Couldn't load the chain" error={walk.error} onRetry={walk.retry} />
      ) : length === 0 ? (
        <EmptyState title="No blocks in the blockchain yet" description="Blocks appear here as events are recorded." />
      ) : (
        <>
          <BlockStrip walk={walk} wordsOf={wordsOf} />
          <div className="mt-5 mb-3 flex items-center justify-between gap-4 print:hidden">
            <SegmentedControl
              label="View"
              value={search.view ?? 'list'}
              onValueChange={(view) => change({ view: view === 'graph' ? 'graph' : undefined })}
              options={[
                { value: 'list', label: 'List View', icon: <List aria-hidden="true" size={14} /> },
                { value: 'graph', label: 'Graph View', icon: <Waypoints aria-hidden="true" size={14} /> },
              ]}
            />
            <TimeStyleSwitch />
          </div>
          <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
            <div className="min-w-0">
              {search.view === 'graph' ? (
                <Suspense fallback={<Skeleton className="h-140 w-full rounded-12" />}>
                  <BlockGraph
                    blocks={blocks ?? []}
                    selected={selected}
                    onSelect={walk.select}
                    toneOf={toneOf}
                    wordsOf={wordsOf}
                    nameOf={nameOf}
                    depth={search.depth ?? 7}
                    onDepth={(depth) => change({ depth: depth === 7 ? undefined : depth })}
                    opened={openedNodes(search.open)}
                    onOpened={(nodes) => change({ open: openText(nodes) })}
                  />
                </Suspense>
              ) : (
                <BlockList
                  blocks={blocks}
                  selected={selected}
                  onSelect={walk.select}
                  {...{ toneOf, wordsOf, nameOf }}
                />
              )}
            </div>
            {narrow ? null : (
              <div className="sticky top-18 max-h-[calc(100dvh-5.5rem)] min-w-0 overflow-y-auto">{details}</div>
            )}
          </div>
        </>
      )}
      {narrow ? (
        <Sheet
          open={walk.named}
          onOpenChange={(open) => open || walk.deselect()}
          side="bottom"
          closesOnBack={false}
          title={block ? titleOf(block) : 'Block'}
        >
          {details}
        </Sheet>
      ) : null}
      {search.compare !== undefined && block ? (
        <Suspense>
          <BlockComparison
            key={search.compare}
            block={block}
            beside={search.compare}
            onBeside={(compare) => change({ compare })}
            onClose={() => change({ compare: undefined })}
          />
        </Suspense>
      ) : null}
      {search.action === 'validate' ? (
        <Suspense>
          <ValidationSheet onClose={() => change({ action: undefined })} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Finds a block by its index or hash, typed or pasted. */
function BlockFinder({ onFind }: { onFind: (text: string) => void }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reference = parseBlockReference(text);
    if (reference === undefined) {
      showToast({
        title: 'Not a valid block',
        description: 'Enter an index (123) or a hash of 64 hex digits.',
        tone: 'failure',
      });
      return;
    }
    onFind('hash' in reference ? reference.hash : String(reference.index));
    setText('');
  };
  return (
    <search className="max-sm:basis-full">
      <form onSubmit={submit}>
        <TextField
          type="search"
          aria-label="Find a block by index or hash"
          placeholder="Block index or hash"
          leading={<Search size={15} />}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-full sm:w-56"
        />
      </form>
    </search>
  );
}

/** Starts a full validation. Shown to accounts that may do so. */
function ValidateButton({ onOpen }: { onOpen: () => void }) {
  const { user } = useSession();
  if (user === null || !holds(user, canValidateChain)) return null;
  return (
    <Button variant="primary" icon={<ShieldCheck aria-hidden="true" size={16} />} onClick={onOpen}>
      Validate Chain
    </Button>
  );
}

/** Switches all times on the page between relative and exact. */
function TimeStyleSwitch() {
  const { timeStyle, choose } = useTimeStyle();
  const isExact = timeStyle === 'exact';
  const Icon = isExact ? History : CalendarClock;
  return (
    <IconButton
      label={isExact ? 'Show relative times' : 'Show exact times'}
      size="small"
      onClick={() => choose(isExact ? 'relative' : 'exact')}
    >
      <Icon aria-hidden="true" size={15} />
    </IconButton>
  );
}
