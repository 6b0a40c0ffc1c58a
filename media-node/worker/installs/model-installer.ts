// Installs models that operators ask for, beside the node's jobs: each beat of the lease has it look for requests for its
// models folder, of which it carries out one at a time. A request is a row that one node holds by a conditional update, so
// that of nodes which share a folder only one downloads it; a node that is gone leaves its own to the next, and what has
// arrived stays in the folder. Whether anybody still wants it is learnt by the same statement that says how far it is.
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "../../../shared/db/connect.ts";
import { AppError } from "../../../shared/errors.ts";
import { joinSignals } from "../../../shared/join-signals.ts";
import { MODEL_INSTALL_LIMITS, MODEL_LIMITS } from "../../../shared/limits/models.ts";
import type { Logger } from "../../../shared/logger.ts";
import { repeatEvery } from "../../../shared/repeat.ts";
import { diskFloorBytes } from "../../../shared/storage/disk-floor.ts";
import { freeSpace } from "../../../shared/storage/free-space.ts";
import { withTimeout } from "../../../shared/with-timeout.ts";
import {
  endInstall,
  type InstallEnd,
  lookAtInstalls,
  recordInstallProgress,
  type TakenInstall,
  takeInstall,
  upsertCatalogue,
  upsertNodeModels,
} from "../../db/model-installs.ts";
import type { CatalogueEntry } from "../../models/catalogue/catalogue-entry.ts";
import type { Machine } from "../../models/catalogue/recommend-models.ts";
import type { ModelSettings } from "../../models/model-settings.ts";
import { identifyModelsFolder } from "../../models/models-folder.ts";
import { discardPull } from "../../models/pull-bundle.ts";
import { pullInThread } from "../../models/pull-in-thread.ts";
import type { WatchedBundles } from "../../models/watch-bundles.ts";
import { describeEntry, heldModel, type ReportedNode, reportModels } from "./node-report.ts";

export interface ModelInstallerOptions {
  readonly sql: Sql;
  readonly nodeId: string;
  readonly settings: Pick<ModelSettings, "modelsDir" | "modelMirror" | "speechModel">;
  readonly installed: Pick<WatchedBundles, "bundles" | "readAgain">;
  /** What must stay free on the folder's disk, as the node's other disks have it; null for the usual share. */
  readonly diskFloorBytes: number | null;
  readonly machine: Machine;
  readonly catalogue: readonly CatalogueEntry[];
  readonly logger: Logger;
}

/** Nobody wants the download any more. */
class Unwanted extends Error {}

/** @throws nothing: a node without it works all the same */
export async function createModelInstaller(options: ModelInstallerOptions): Promise<ModelInstaller> {
  return new ModelInstaller(options, await identifyModelsFolder(options.settings.modelsDir));
}

/** One a node. */
export class ModelInstaller {
  readonly #options: ModelInstallerOptions;
  readonly #node: ReportedNode;
  readonly #stopping = new AbortController();
  #hasCatalogue = false;
  /** What was said last of this node, and when. */
  #news: { readonly bundles: unknown; readonly at: number } | undefined;
  #looking: Promise<void> | undefined;
  #installing: Promise<void> | undefined;

  constructor(options: ModelInstallerOptions, folderId: string) {
    this.#options = options;
    this.#node = { ...options, folderId };
  }

  /** Looks for requests, and waits for nothing. */
  beat(): void {
    if (this.#stopping.signal.aborted) return;
    const { logger } = this.#options;
    const failed = (error: unknown): void => logger.warn({ err: error }, "installs were not looked at");
    this.#looking ??= this.#look()
      .catch(failed)
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Ends a download under way, which goes on where it stopped at the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error("The node stops."));
    await this.#looking;
    await this.#installing;
  }

  async #look(): Promise<void> {
    const { sql, logger } = this.#options;
    const { isKnown, isAsked } = await lookAtInstalls(sql, this.#node);
    if (!isKnown || this.#hasNews()) await this.#report();
    if (!isAsked || this.#installing !== undefined || this.#stopping.signal.aborted) return;
    this.#installing = this.#installAll()
      .catch((error: unknown) => logger.warn({ err: error }, "installs were not carried out"))
      .finally(() => {
        this.#installing = undefined;
      });
  }

  #hasNews(): boolean {
    const { bundles, at } = this.#news ?? { bundles: undefined, at: 0 };
    if (bundles !== this.#options.installed.bundles()) return true;
    return performance.now() - at > MODEL_INSTALL_LIMITS.newsMs;
  }

  async #report(): Promise<void> {
    const { sql, installed, catalogue } = this.#options;
    if (!this.#hasCatalogue) await upsertCatalogue(sql, catalogue.map(describeEntry));
    this.#hasCatalogue = true;
    const bundles = installed.bundles();
    await upsertNodeModels(sql, await reportModels(this.#node, bundles));
    this.#news = { bundles, at: performance.now() };
  }

  async #installAll(): Promise<void> {
    const { sql, catalogue } = this.#options;
    const asked = { ...this.#node, canInstall: catalogue.map(({ name }) => name) };
    while (!this.#stopping.signal.aborted) {
      const taken = await takeInstall(sql, asked, hostname());
      if (taken === undefined) return;
      await this.#install(taken);
    }
  }

  async #install(taken: TakenInstall): Promise<void> {
    const { sql, logger } = this.#options;
    const own = { id: taken.id, nodeId: this.#node.nodeId };
    const unwanted = new AbortController();
    let progress: Parameters<typeof recordInstallProgress>[2] = { receivedBytes: 0, totalBytes: null };
    const reporting = repeatEvery(
      MODEL_INSTALL_LIMITS.reportMs,
      "an install's progress",
      logger,
      async () => {
        if (!(await recordInstallProgress(sql, own, progress))) unwanted.abort(new Unwanted());
      },
    );
    logger.info({ model: taken.model }, "a model is installed for an operator");
    const { signal, release } = joinSignals(this.#stopping.signal, unwanted.signal);
    const end = await this.#pull(taken, signal, (receivedBytes, totalBytes) => {
      progress = { receivedBytes, totalBytes };
    }).finally(() => {
      release();
      return reporting.stop();
    });
    if (end === undefined) return logger.info({ model: taken.model }, "the install was taken back");
    logger.info({ model: taken.model, ...end }, "how the install ended");
    if (end.state === "installed") await recordInstallProgress(sql, own, progress).catch(() => false);
    await this.#writeEnd(own, end);
  }

  /** How it ended; undefined where nobody wants it any more. */
  async #pull(
    { model }: TakenInstall,
    signal: AbortSignal,
    onProgress: (receivedBytes: number, totalBytes: number | null) => void,
  ): Promise<InstallEnd | undefined> {
    const { settings, installed, catalogue, logger } = this.#options;
    const { modelsDir, modelMirror: mirror } = settings;
    const entry = catalogue.find(({ name }) => name === model);
    if (entry === undefined) return { state: "failed", error: `This node's catalogue has no ${model}.` };
    try {
      const held = installed.bundles().find(({ manifest }) => manifest.name === model);
      if (held !== undefined) {
        const { sizeBytes } = heldModel(held);
        onProgress(sizeBytes, sizeBytes);
      } else {
        const limits = { spareDiskBytes: await this.#spareBytes() };
        await pullInThread({ entry, modelsDir, mirror, limits, signal, onProgress });
      }
      await installed.readAgain();
      await this.#report().catch((error: unknown) => logger.warn({ err: error }, "models were not told"));
      return { state: "installed" };
    } catch (error) {
      if (signal.reason instanceof Unwanted) {
        await discardPull({ entry, modelsDir }).catch((failure: unknown) =>
          logger.warn({ err: failure }, "what had arrived of a model was not removed"),
        );
        return undefined;
      }
      if (signal.aborted) return { state: "waiting" };
      logger.warn({ err: error, model }, "a model was not installed");
      return { state: "failed", error: reasonOf(error) };
    }
  }

  /** A model may not take the room without which its node takes no jobs: the disk is often the one that these use. */
  async #spareBytes(): Promise<number> {
    const { settings, diskFloorBytes: floorBytes } = this.#options;
    const space = await withTimeout(MODEL_INSTALL_LIMITS.roomTimeoutMs, freeSpace(settings.modelsDir)).catch(
      () => null,
    );
    const floor = space === null ? 0 : diskFloorBytes(space.totalBytes, floorBytes);
    return MODEL_LIMITS.spareDiskBytes + floor;
  }

  /** An end that is not written down would be found out by another download. */
  async #writeEnd(own: Parameters<typeof endInstall>[1], end: InstallEnd): Promise<void> {
    const { sql, logger } = this.#options;
    for (;;) {
      try {
        return await endInstall(sql, own, end);
      } catch (error) {
        logger.warn({ err: error }, "the end of an install was not written down");
        if (this.#stopping.signal.aborted) return;
        const { signal } = this.#stopping;
        await pause(MODEL_INSTALL_LIMITS.retryMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}

function reasonOf(error: unknown): string {
  const text = error instanceof AppError ? error.message : "The download failed; the node's log says why.";
  return text.slice(0, MODEL_INSTALL_LIMITS.errorLength);
}
