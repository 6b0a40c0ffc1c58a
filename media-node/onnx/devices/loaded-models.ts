// The models that a device's process holds, within a budget of the device's memory. What a model takes is measured where
// the device says what is used, when it is opened and when it first runs, and is remembered for the next time; before that,
// and where the device says nothing, its files stand for it. The one that was not used for longest goes first. A budget is
// not a wall: where the device itself has no room, everything else is closed and the work tried once more.
import { hasErrorCode } from "../../../shared/errors.ts";
import type { LocalSession } from "../local-session.ts";
import { statNetwork } from "../model-files.ts";
import type { DeviceBackend } from "./device-backend.ts";
import type { DeviceModel } from "./device-messages.ts";

interface Loaded {
  readonly session: LocalSession;
  readonly model: DeviceModel;
  sizeBytes: number;
  hasRun: boolean;
}

/** One call at a time. */
export class LoadedModels {
  readonly #backend: DeviceBackend;
  readonly #budgetBytes: number;
  /** In the order of their last use. */
  readonly #loaded = new Map<string, Loaded>();
  /** What models took when they were last open; as many as are installed. */
  readonly #measured = new Map<string, number>();

  /** @param budgetBytes of the device's memory; infinite where the device does not say what it has */
  constructor(backend: DeviceBackend, budgetBytes: number) {
    this.#backend = backend;
    this.#budgetBytes = budgetBytes;
  }

  /** The files of what is loaded, least recently used first. */
  get paths(): string[] {
    return [...this.#loaded.values()].map(({ model }) => model.path);
  }

  /** The device's memory that this process holds: as the device says, else as its files say. */
  async usedBytes(): Promise<number> {
    const loadedBytes = [...this.#loaded.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return (await this.#backend.usedBytes()) ?? loadedBytes;
  }

  /** Opens the model. @throws AppError OUT_OF_MEMORY where there is no room for it alone; what the device throws */
  async open(model: DeviceModel): Promise<LocalSession> {
    return this.#retryAlone(model, async () => (await this.#open(model)).session);
  }

  /** Gives `use` the model's session to run it. @throws as `open`, and what `use` throws */
  async run<T>(model: DeviceModel, use: (session: LocalSession) => Promise<T>): Promise<T> {
    return this.#retryAlone(model, async () => {
      const loaded = await this.#open(model);
      if (loaded.hasRun) return use(loaded.session);
      // A first run brings a model's workspace.
      const result = await this.#measure(
        () => use(loaded.session),
        (addedBytes) => {
          loaded.sizeBytes += addedBytes;
        },
      );
      loaded.hasRun = true;
      this.#measured.set(model.path, loaded.sizeBytes);
      return result;
    });
  }

  async #retryAlone<T>(model: DeviceModel, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (!hasErrorCode(error, "OUT_OF_MEMORY")) throw error;
      const own = JSON.stringify(model);
      await this.#close((key) => key !== own);
      return attempt();
    }
  }

  async #open(model: DeviceModel): Promise<Loaded> {
    const key = JSON.stringify(model);
    const known = this.#loaded.get(key);
    if (known !== undefined) {
      this.#loaded.delete(key);
      this.#loaded.set(key, known);
      return known;
    }
    // Files that were replaced: nobody asks for the ones before any more.
    await this.#close((_, { path, version }) => path === model.path && version !== model.version);
    const needed = this.#measured.get(model.path) ?? (await statNetwork(model.path)).sizeBytes;
    await this.#makeRoom(needed);
    let sizeBytes = needed;
    const session = await this.#measure(
      () => this.#backend.open(model),
      (addedBytes) => {
        sizeBytes = addedBytes;
      },
    );
    const loaded = { session, model, sizeBytes, hasRun: false };
    this.#loaded.set(key, loaded);
    return loaded;
  }

  /** Tells how much more memory is held after some work, where the device says it. */
  async #measure<T>(work: () => Promise<T>, onAdded: (bytes: number) => void): Promise<T> {
    const before = await this.#backend.usedBytes();
    const result = await work();
    const after = await this.#backend.usedBytes();
    if (before !== null && after !== null) onAdded(Math.max(0, after - before));
    return result;
  }

  async #makeRoom(neededBytes: number): Promise<void> {
    for (const key of [...this.#loaded.keys()]) {
      const usedBytes = await this.usedBytes();
      if (usedBytes + neededBytes <= this.#budgetBytes) return;
      await this.#close((each) => each === key);
      // Some providers give nothing back before their process ends; closing the others too would bring no more room.
      if ((await this.usedBytes()) >= usedBytes) return;
    }
  }

  async #close(isToClose: (key: string, model: DeviceModel) => boolean): Promise<void> {
    for (const [key, { session, model }] of [...this.#loaded]) {
      if (!isToClose(key, model)) continue;
      this.#loaded.delete(key);
      await session.dispose();
    }
  }
}
