import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { parseBlockReference } from '#domains/ledger/contract/block-reference.ts';
import type { Block } from '#domains/ledger/contract.ts';
import { windowEnd } from '../block-window.ts';
import { useHead } from '../head-store.ts';
import { blockQuery, blocksBefore, newestBlocks, windowSize } from '../queries.ts';
import type { ExplorerSearch } from './explorer-search.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The explorer added this entry to the history for the sheet of a block. */
    openedBlock?: true;
  }
}

/**
 * The visible window of the chain and the selected block, both from the URL. When the chain grows, `waiting` counts
 * the new blocks, and nothing moves until the user loads them. With `inSheet`, opening a block adds to the history, so that
 * Back closes its sheet.
 */
export function useChainWalk(search: ExplorerSearch, { inSheet }: { inSheet: boolean }) {
  const navigate = useNavigate({ from: '/blockchain' });
  const router = useRouter();
  const head = useHead();
  const newest = useQuery(newestBlocks);
  const [grown, setGrown] = useState(0);
  const length = newest.data ? Math.max(newest.data.length, grown) : undefined;

  const reference = search.block === undefined ? undefined : parseBlockReference(search.block);
  const byHash = useQuery({
    ...blockQuery(reference ?? { index: 0 }),
    enabled: reference !== undefined && 'hash' in reference,
  });
  const selected =
    reference === undefined
      ? search.block === undefined && length
        ? Math.min(search.before ?? length, length) - 1
        : undefined
      : 'index' in reference
        ? reference.index
        : byHash.data?.index;
  const end = length
    ? windowEnd({ selected: selected ?? length - 1, open: search.before, length, size: windowSize })
    : undefined;

  const shown = useQuery({
    ...blocksBefore(end ?? 0),
    enabled: end !== undefined,
    ...(newest.data && end === newest.data.length ? { initialData: newest.data } : {}),
    placeholderData: (before) => before,
  });
  const blocks: readonly Block[] | undefined = length === 0 ? [] : shown.data?.chain;
  const names = shown.data?.assetNames;
  const nameOf = useCallback((assetId: string) => names?.[assetId], [names]);
  const inWindow = blocks?.find((block) => block.index === selected);
  const single = useQuery({
    ...blockQuery({ index: selected ?? 0 }),
    enabled: selected !== undefined && inWindow === undefined && shown.isSuccess && !shown.isPlaceholderData,
  });

  const go = (next: { block?: string | undefined; before?: number | undefined }) => {
    const opens = inSheet && search.block === undefined && next.block !== undefined;
    void navigate({
      search: (now) => ({ ...now, ...next }),
      replace: !opens,
      state: opens ? { openedBlock: true } : true,
      resetScroll: false,
    });
  };
  const select = (index: number) => {
    if (length === undefined || index < 0 || index >= Math.max(length, head.length ?? 0)) return;
    const total = Math.max(length, index + 1);
    setGrown((before) => Math.max(before, index + 1));
    go({ block: String(index), before: windowEnd({ selected: index, open: end, length: total, size: windowSize }) });
  };
  useArrowKeys((step) => selected !== undefined && select(selected + step));

  return {
    length,
    blocks,
    nameOf,
    end,
    selected,
    block: inWindow ?? single.data ?? byHash.data,
    /** Blocks that were loaded stay when a later load fails. */
    error: blocks === undefined ? (newest.error ?? shown.error) : null,
    readAt: shown.dataUpdatedAt,
    missing: byHash.error ?? single.error,
    unreadable: search.block !== undefined && reference === undefined,
    retry: () => void Promise.all([newest.refetch(), shown.refetch()]),
    waiting: length === undefined ? 0 : Math.max(0, (head.length ?? 0) - length),
    showNewest: () => {
      setGrown(head.length ?? 0);
      go({ block: undefined, before: undefined });
    },
    /** Shows the blocks before this index, and selects the newest of them. */
    showWindow: (before: number) => go({ block: undefined, before }),
    /** Reports whether the URL names a block. */
    named: search.block !== undefined,
    /** Deselects the block. If it was opened on this page, the previous history entry is the list. */
    deselect: () =>
      router.latestLocation.state.openedBlock ? router.history.back() : go({ block: undefined, before: end }),
    /** Opens a block by its index or hash. */
    find: (block: string) => go({ block, before: undefined }),
    select,
  };
}

/** Handles the left and right arrow keys, except in controls that use these keys themselves. */
function useArrowKeys(onStep: (step: 1 | -1) => unknown): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined;
      if (
        step === undefined ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        event.defaultPrevented
      )
        return;
      const taken =
        'input, select, textarea, [contenteditable], [role="radio"], [role="tab"], [role="dialog"], [role="menu"]';
      if (event.target instanceof Element && event.target.closest(taken)) return;
      event.preventDefault();
      onStep(step);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
