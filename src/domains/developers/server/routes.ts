import type { Account } from '#domains/participants/server/index.ts';
import { callChain } from '#platform/contract/json-rpc.ts';
import type { AnswerJsonRpc } from '#platform/server/evm/answer-json-rpc.ts';
import { JsonText, type Mount } from '#platform/server/http/mount.ts';

/** Mounts the routes of developers. */
export function mountDevelopers(mount: Mount<Account>, answer: AnswerJsonRpc): void {
  mount(callChain, async ({ body, ip }) => new JsonText(await answer(body, ip)));
}
