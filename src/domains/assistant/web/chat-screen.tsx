import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { History as HistoryIcon, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { askToSignIn, useSession } from '#domains/participants/web/index.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonRows } from '#platform/web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import type { ChatSearch } from './chat-search.ts';
import { History } from './history.tsx';
import { conversationQuery, refreshConversations } from './queries.ts';
import { keepInTab, readTab, turnOf } from './talk-turn.ts';
import { Thread } from './thread.tsx';

/** The chat: questions, answers and their sources. */
export function ChatScreen({ search }: { search: ChatSearch }) {
  const { user, loading } = useSession();
  const navigate = useNavigate({ from: '/chat' });
  const [thread, setThread] = useState({ count: 0, ids: [search.c] });
  // Resets for another conversation, but not when the first answer gives this one its id.
  if (!thread.ids.includes(search.c)) setThread({ count: thread.count + 1, ids: [search.c] });
  const [historyOpen, setHistoryOpen] = useState(false);
  const queryClient = useQueryClient();

  const open = (c: string | undefined) => {
    setHistoryOpen(false);
    setThread({ count: thread.count + 1, ids: [c] });
    void navigate({ search: { c } });
  };
  const onAnswered = (id: string | undefined) => {
    if (id === undefined) return;
    refreshConversations(queryClient);
    setThread((now) => ({ ...now, ids: [...now.ids, id] }));
    void navigate({ search: { c: id }, replace: true, resetScroll: false });
  };
  const startAnew = () => {
    keepInTab([]);
    open(undefined);
  };
  const history = <History open={search.c} onOpen={open} />;
  return (
    <div className="page-width flex min-h-[calc(100dvh-3.5rem)] flex-col">
      <title>AI Assistant · Cairn</title>
      <PageHeader
        title="AI Assistant"
        subtitle="Ask the ledger. Every answer names its sources"
        actions={
          <>
            {user ? (
              <Button
                className="lg:hidden"
                icon={<HistoryIcon aria-hidden="true" size={15} />}
                onClick={() => setHistoryOpen(true)}
              >
                History
              </Button>
            ) : null}
            <Button icon={<SquarePen aria-hidden="true" size={15} />} onClick={startAnew}>
              New conversation
            </Button>
          </>
        }
      />
      {user || loading ? null : <SignedOutNotice />}
      <div className="flex flex-1 gap-8">
        {user ? <aside className="sticky top-20 w-64 shrink-0 self-start max-lg:hidden">{history}</aside> : null}
        {loading ? (
          <Loading />
        ) : user && search.c !== undefined && thread.ids[0] === search.c ? (
          <Kept key={thread.count} id={search.c} fill={search.q} onAnswered={onAnswered} onAnew={startAnew} />
        ) : (
          <Thread
            key={`${thread.count} ${user?.id ?? 'tab'}`}
            initial={user ? [] : readTab()}
            conversationId={undefined}
            inTabOnly={user === null}
            fill={search.q}
            onAnswered={onAnswered}
          />
        )}
      </div>
      {user ? (
        <Sheet open={historyOpen} onOpenChange={setHistoryOpen} title="Conversations">
          {history}
        </Sheet>
      ) : null}
    </div>
  );
}

function SignedOutNotice() {
  return (
    <div className="mb-6 [.signed-in_&]:hidden">
      <Banner
        action={
          <Button size="small" onClick={() => askToSignIn()}>
            Sign in to save it
          </Button>
        }
      >
        You're signed out. This conversation stays in this tab and is lost when you close it.
      </Banner>
    </div>
  );
}

type KeptProps = {
  id: string;
  fill: string | undefined;
  onAnswered: (id: string | undefined) => void;
  onAnew: () => void;
};

/** A stored conversation, loaded before it continues. */
function Kept({ id, fill, onAnswered, onAnew }: KeptProps) {
  const { data, error, refetch, isFetching } = useQuery({ ...conversationQuery(id), refetchOnWindowFocus: false });
  if (error && !data)
    return (
      <div className="flex flex-1 flex-col items-center">
        <ErrorState
          title="Couldn't open the conversation"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
        <Button onClick={onAnew}>Start a new one</Button>
      </div>
    );
  if (!data) return <Loading />;
  return (
    <Thread
      initial={data.messages.map(turnOf)}
      conversationId={id}
      inTabOnly={false}
      fill={fill}
      onAnswered={onAnswered}
    />
  );
}

function Loading() {
  return (
    <div className="min-w-0 flex-1" aria-busy="true">
      <SkeletonRows rows={3} />
    </div>
  );
}
