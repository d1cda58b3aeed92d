import { chunkRoll } from './chunk-roll.ts';
import { readRoll } from './read-roll.ts';

/** The worker's answer to a file: the roll divided into requests, or the reason why the file is unusable. */
export type RollAnswer =
  | ({ chunks: ReturnType<typeof chunkRoll> } & Pick<ReturnType<typeof readRoll>, 'bad' | 'words'>)
  | { problem: string };

// A roll of 100,000 properties takes seconds to check. In a worker, the page stays responsive.
addEventListener('message', (event: MessageEvent<File>) => {
  void answer(event.data).then((result) => postMessage(result));
});

async function answer(file: File): Promise<RollAnswer> {
  try {
    const { good, bad, words } = readRoll(await file.text());
    return { chunks: chunkRoll(good), bad, words };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "Couldn't read the file." };
  }
}
