// Networks that stay loaded within a budget of memory. A model of images is several networks, of which one after the
// other works: each is opened when it is first wanted, and the one that was not used for longest goes when the next
// would not fit. Files stand for memory: what a network needs beyond its weights differs with every image. One that is
// larger than the whole budget is opened all the same, alone.
import { statNetwork } from "./model-files.ts";
import { type OnnxSession, type OnnxSessionOptions, openOnnxSession } from "./onnx-session.ts";

export interface SessionCache {
  /** Runs `use` with the network open; it stays open until `use` has ended. @throws what `openOnnxSession` throws */
  with<T>(path: string, options: OnnxSessionOptions, use: (session: OnnxSession) => Promise<T>): Promise<T>;
  /** Closes everything that nobody uses, for when memory ran out. */
  clear(): Promise<void>;
  /** Sum over the files of the open networks. */
  readonly loadedBytes: () => number;
}

interface Loaded {
  readonly session: OnnxSession;
  readonly sizeBytes: number;
  users: number;
}

type Open = typeof openOnnxSession;

/**
 * A cache of networks within `budgetBytes`, by the sizes of their files. Calls must come one after the other:
 * one thread, one piece of work. The same file with other options is another network.
 */
export function createSessionCache(budgetBytes: number, open: Open = openOnnxSession): SessionCache {
  // In the order of their last use.
  const loaded = new Map<string, Loaded>();
  const loadedBytes = (): number => [...loaded.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const makeRoom = async (neededBytes: number): Promise<void> => {
    for (const [key, { session, users, sizeBytes }] of [...loaded]) {
      if (loadedBytes() + neededBytes <= budgetBytes) return;
      if (users > 0 || sizeBytes === 0) continue;
      loaded.delete(key);
      await session.dispose();
    }
  };
  const load = async (path: string, options: OnnxSessionOptions): Promise<Loaded> => {
    const { sizeBytes } = await statNetwork(path);
    await makeRoom(sizeBytes);
    return { session: await open(path, options), sizeBytes, users: 0 };
  };
  return {
    loadedBytes,
    clear: () => makeRoom(Number.POSITIVE_INFINITY),
    async with(path, options, use) {
      const key = JSON.stringify([path, options]);
      const entry = loaded.get(key) ?? (await load(path, options));
      loaded.delete(key);
      loaded.set(key, entry);
      entry.users += 1;
      try {
        return await use(entry.session);
      } finally {
        entry.users -= 1;
      }
    },
  };
}
