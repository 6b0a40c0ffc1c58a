// A media node as far as it installs models: its lease, the models that it finds in a folder, and a hub of one model whose
// download stands still until a test lets it go on.
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { CatalogueEntry } from "../../../media-node/models/catalogue/catalogue-entry.ts";
import { watchBundles } from "../../../media-node/models/watch-bundles.ts";
import { closeThreads } from "../../../media-node/threads/run-in-thread.ts";
import { createModelInstaller } from "../../../media-node/worker/installs/model-installer.ts";
import type { Sql } from "../../../shared/db/connect.ts";
import { deleteLease, renewLease } from "../../../shared/db/queue/worker-leases.ts";
import { newId } from "../../../shared/ids.ts";
import { createLogger } from "../../../shared/logger.ts";
import { repeatEvery } from "../../../shared/repeat.ts";
import { cleanUp } from "../clean-up.ts";
import { type HubOptions, hubEntry, type ModelHub, modelHub, sha256 } from "../models/model-hub.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const WEIGHTS = Buffer.alloc(400_000, "the weights of a network, more or less ");
const FILES = { "config.json": Buffer.from("{}"), "onnx/model.onnx": WEIGHTS };
/** The size of the file that comes first. */
export const CONFIG_BYTES = FILES["config.json"].length;
/** So many bytes of the large file arrive before the download stands still. */
const FIRST_BYTES = 100_000;

export const SMALL_ENTRY: CatalogueEntry = {
  ...hubEntry(FILES, { pinned: true, name: "small-events" }),
  // Of a kind of which none is built in.
  kind: "audio-events",
  family: "ast",
  title: "Small audio events",
  improves: "laughter and applause",
  recommended: { sense: "laughter and applause" },
};
export const SMALL_BYTES = SMALL_ENTRY.files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);

export interface HeldHub extends ModelHub {
  /** Lets downloads go on. */
  release(): void;
}

/** A hub that sends the first quarter of the large file, and the rest once it is let go. */
export async function heldHub(t: TestContext, options: Partial<HubOptions> = {}): Promise<HeldHub> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const hub = await modelHub(t, {
    files: FILES,
    intercept: (request, response) => {
      const isWhole = request.headers.range === undefined;
      if (request.method !== "GET" || !request.url?.startsWith("/storage/") || !isWhole) return false;
      response.writeHead(200, {
        etag: `"${sha256(WEIGHTS).slice(0, 16)}"`,
        "content-length": WEIGHTS.length,
      });
      response.write(WEIGHTS.subarray(0, FIRST_BYTES));
      void released.then(() => response.end(WEIGHTS.subarray(FIRST_BYTES)));
      return true;
    },
    ...options,
  });
  return { ...hub, release };
}

export interface InstallingNode {
  readonly id: string;
  readonly modelsDir: string;
  /** Ends it in order. */
  stop(): Promise<void>;
}

export interface InstallingOptions {
  readonly modelsDir?: string;
  readonly mirror: string;
  readonly host?: string;
  readonly catalogue?: readonly CatalogueEntry[];
  readonly diskFloorBytes?: number;
}

/** Starts a node whose lease beats many times a second. @param sql as its role sees the database */
export type StartInstalling = (sql: Sql, options: InstallingOptions) => Promise<InstallingNode>;

async function startNode(
  sql: Sql,
  modelsDir: string,
  { mirror, host = "mill-1.example", catalogue = [SMALL_ENTRY], diskFloorBytes = 0 }: InstallingOptions,
): Promise<InstallingNode> {
  const id = newId("node");
  const logger = createLogger("test", "silent");
  const installed = await watchBundles({ modelsDir, logger });
  const installer = await createModelInstaller({
    sql,
    nodeId: id,
    settings: { modelsDir, modelMirror: mirror, speechModel: undefined },
    installed,
    diskFloorBytes,
    machine: { cores: 8, memoryBytes: 16e9, gpuMemoryBytes: 0 },
    catalogue,
    logger,
  });
  const lease = { id, plane: "media-node", poolIds: [], host, pid: process.pid, processSpace: null } as const;
  const beating = repeatEvery(50, "beat", logger, async () => {
    await renewLease(sql, { ...lease, models: [], queueJobs: [] });
    installer.beat();
  });
  let stopping: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await beating.stop();
    await installer.stop();
    installed.close();
    await deleteLease(sql, id);
  };
  const stop = (): Promise<void> => {
    stopping ??= end();
    return stopping;
  };
  return { id, modelsDir, stop };
}

/** To be called before a test opens its database: nodes stop before their connections end. */
export function installingNodes(t: TestContext): StartInstalling {
  const nodes: InstallingNode[] = [];
  cleanUp(t, async () => {
    try {
      await Promise.all(nodes.map((node) => node.stop()));
    } finally {
      await closeThreads();
    }
  });
  return async (sql, options) => {
    const modelsDir = options.modelsDir ?? join(await temporaryFolder(t), "models");
    const node = await startNode(sql, modelsDir, options);
    nodes.push(node);
    return node;
  };
}
