import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Conversation, deleteConversation } from '#domains/assistant/contract.ts';
import { formatRelative } from '#platform/web/format-time.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Menu, MenuItem } from '#platform/web/ui/overlay/menu.tsx';
import { Pagination } from '#platform/web/ui/table/pagination.tsx';
import { useDebounced } from '#platform/web/ui/timing/use-debounced.ts';
import { useNow } from '#platform/web/ui/timing/use-now.ts';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { DeleteAll } from './delete-all.tsx';
import { conversationsQuery, refreshConversations } from './queries.ts';
import { RenameDialog } from './rename-dialog.tsx';

export type HistoryProps = { open: string | undefined; onOpen: (id: string | undefined) => void };

/** The user's conversations, with search, rename and delete. */
export function History({ open, onOpen }: HistoryProps) {
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useDebounced(text.trim());
  const { data, error, refetch, isFetching } = useQuery(conversationsQuery(search, page));
  const [renaming, setRenaming] = useState<Conversation | undefined>();
  return (
    <section aria-label="Conversations" className="flex flex-col gap-3">
      <Field label="Search conversations" labelHidden>
        {(control) => (
          <TextField
            {...control}
            type="search"
            placeholder="Search conversations"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setPage(1);
            }}
          />
        )}
      </Field>
      {error && !data ? (
        <ErrorState
          title="Couldn't load your conversations"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : null}
      {!data && !error ? <Waiting /> : null}
      {data?.conversations.length === 0 ? (
        <p className="text-13 text-muted">{search === '' ? 'No conversations yet' : 'No matching conversations'}</p>
      ) : null}
      <ul className="flex flex-col gap-0.5">
        {data?.conversations.map((conversation) => (
          <Entry
            key={conversation.id}
            conversation={conversation}
            current={conversation.id === open}
            onOpen={onOpen}
            onRename={() => setRenaming(conversation)}
          />
        ))}
      </ul>
      {data && data.pagination.totalPages > 1 ? (
        <Pagination label="Conversations" page={page} totalPages={data.pagination.totalPages} onPageChange={setPage} />
      ) : null}
      {data && data.pagination.total > 0 && search === '' ? <DeleteAll onDeleted={() => onOpen(undefined)} /> : null}
      {renaming ? <RenameDialog conversation={renaming} onClose={() => setRenaming(undefined)} /> : null}
    </section>
  );
}

type EntryProps = {
  conversation: Conversation;
  current: boolean;
  onOpen: (id: string | undefined) => void;
  onRename: () => void;
};

function Entry({ conversation: { id, title, updatedAt }, current, onOpen, onRename }: EntryProps) {
  const queryClient = useQueryClient();
  const now = useNow(Date.parse(updatedAt));
  const removal = useCallMutation(deleteConversation);
  const remove = () =>
    removal.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          refreshConversations(queryClient);
          if (current) onOpen(undefined);
        },
        onError: (error) =>
          showToast({ title: "Couldn't delete the conversation", description: error.message, tone: 'failure' }),
      },
    );
  return (
    <li className="group flex items-center gap-1">
      <button
        type="button"
        aria-current={current ? 'page' : undefined}
        onClick={() => onOpen(id)}
        className="min-w-0 flex-1 rounded-6 px-2 py-1.5 text-left hover:bg-hover aria-[current=page]:bg-stone-4"
      >
        <span className="block truncate text-14">{title}</span>
        <span className="block text-12 text-muted">{formatRelative(Date.parse(updatedAt), now)}</span>
      </button>
      <Menu
        trigger={
          <IconButton label={`Actions for ${title}`} size="small" tooltip={false}>
            <Ellipsis aria-hidden="true" size={14} />
          </IconButton>
        }
      >
        <MenuItem onSelect={onRename}>
          <Pencil aria-hidden="true" size={14} /> Rename
        </MenuItem>
        <MenuItem danger onSelect={remove}>
          <Trash2 aria-hidden="true" size={14} /> Delete
        </MenuItem>
      </Menu>
    </li>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="flex flex-col gap-3 py-1">
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-5 w-2/3" />
    </div>
  );
}
