// Supervises one device's process: starts it, watches its heartbeat, restarts it when it has ended (at once after a long
// life, later and later after short ones), and replaces it when it holds more of the device's memory than it may and
// gives nothing back. What its calls need to know stands on the board.
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { errorMessage } from "../../../shared/error-message.ts";
import { DEVICE_LIMITS, type DeviceLimits } from "../../../shared/limits/devices.ts";
import type { Logger } from "../../../shared/logger.ts";
import type { DeviceProcessSettings } from "./device.process.ts";
import type { DeviceBoard } from "./device-board.ts";
import type { DeviceNews } from "./device-messages.ts";

const PROCESS = fileURLToPath(new URL("./device.process.ts", import.meta.url));
/** Enough to read what lies in a pipe. */
const LAST_LOOK_MS = 100;
const NODE_OPTIONS = ["--disable-warning=ExperimentalWarning"];

/** What a device's process last said of itself, and how often it had to be started. */
export interface DeviceStatus {
  readonly isUp: boolean;
  readonly starts: number;
  /** Why the process before this one ended; null for none. */
  readonly lastEnd: string | null;
  readonly beat: (DeviceNews & { readonly type: "beat" }) | null;
}

export interface DeviceSupervisorOptions {
  readonly board: DeviceBoard;
  /** Its place on the board. */
  readonly device: number;
  /** Without the socket's path. */
  readonly settings: Omit<DeviceProcessSettings, "socketPath">;
  /** For its process, beside what this one has. */
  readonly env: Readonly<Record<string, string>>;
  readonly logger: Logger;
  readonly limits: SupervisorLimits;
}

type SupervisorLimits = Pick<
  DeviceLimits,
  "beatTimeoutMs" | "startTimeoutMs" | "restartMs" | "steadyMs" | "overBudgetMs"
>;

/** One for each device, in the main thread; `close` ends its process. */
export class DeviceSupervisor {
  readonly #options: DeviceSupervisorOptions;
  readonly #limits: SupervisorLimits;
  #child: ChildProcess | undefined;
  #generation = 0;
  #isClosed = false;
  #pauseMs: number;
  #restart: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #reason: string | undefined;
  #lastEnd: string | null = null;
  #beat: DeviceStatus["beat"] = null;
  #overBudgetSinceMs: number | undefined;
  #isWithdrawn = false;
  readonly #firstReady = Promise.withResolvers<void>();

  constructor(options: DeviceSupervisorOptions) {
    this.#options = options;
    this.#limits = options.limits;
    this.#pauseMs = this.#limits.restartMs.min;
    this.#start();
  }

  /** Resolves when the device first takes calls, or its first process has ended. */
  get started(): Promise<void> {
    return this.#firstReady.promise;
  }

  get status(): DeviceStatus {
    const isUp = this.#options.board.generation(this.#options.device) !== 0;
    return { isUp, starts: this.#generation, lastEnd: this.#lastEnd, beat: this.#beat };
  }

  /** Ends the process, and calls under way with it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    // One that could not be started never ends.
    if (child?.pid === undefined) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  #start(): void {
    const { board, device, settings, env } = this.#options;
    this.#generation += 1;
    this.#reason = undefined;
    this.#overBudgetSinceMs = undefined;
    this.#isWithdrawn = false;
    const generation = this.#generation;
    const own: DeviceProcessSettings = { ...settings, socketPath: board.socketPath(device, generation) };
    const child = this.#spawn(own, env);
    if (child === undefined) return;
    this.#child = child;
    const startedMs = performance.now();
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-DEVICE_LIMITS.stderrBytes);
    });
    this.#expect(this.#limits.startTimeoutMs, "it did not start in time");
    child.on("message", (news: DeviceNews) => this.#hear(news, generation));
    child.once("error", (error) => this.#ended(startedMs, error.message, said));
    child.once("exit", (code, signal) =>
      this.#ended(startedMs, `it ended by ${signal ?? `exit code ${code}`}`, said),
    );
  }

  /** Undefined where the system starts no further process; then it is tried again later. */
  #spawn(settings: DeviceProcessSettings, env: Readonly<Record<string, string>>): ChildProcess | undefined {
    try {
      return spawn(process.execPath, [...NODE_OPTIONS, PROCESS, JSON.stringify(settings)], {
        env: { ...process.env, ...env },
        stdio: ["ignore", "ignore", "pipe", "ipc"],
      });
    } catch (error) {
      this.#firstReady.resolve();
      this.#startLater(errorMessage(error), "");
      return undefined;
    }
  }

  /**
   * Ends the process unless it shows itself within this time. Where this thread itself was held up for so long, what the
   * process said meanwhile is still to be read when the time is over.
   */
  #expect(timeoutMs: number, reason: string): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      this.#watch = setTimeout(() => this.#end(reason), LAST_LOOK_MS);
    }, timeoutMs);
  }

  #end(reason: string): void {
    this.#reason ??= reason;
    this.#options.board.setGeneration(this.#options.device, 0);
    this.#child?.kill("SIGKILL");
  }

  #hear(news: DeviceNews, generation: number): void {
    // What a process had said may be read after it has ended.
    if (this.#child === undefined || generation !== this.#generation) return;
    this.#expect(this.#limits.beatTimeoutMs, "it showed no life");
    if (news.type === "ending") {
      this.#end(news.reason);
    } else if (news.type === "ready") {
      this.#options.board.setGeneration(this.#options.device, generation);
      this.#firstReady.resolve();
    } else {
      const hasCalls = news.unanswered > 0 || news.calls !== this.#beat?.calls;
      if (!hasCalls) this.#options.board.forgetCalls(this.#options.device);
      this.#beat = news;
      this.#watchMemory(news, hasCalls);
    }
  }

  /**
   * Memory that only a new process gives back: this one takes no further calls, and is replaced when it has none. It may
   * come back into its bounds with the calls that it still has; then it goes on.
   */
  #watchMemory({ usedBytes }: DeviceNews & { readonly type: "beat" }, hasCalls: boolean): void {
    const { board, device, settings } = this.#options;
    const isOver = settings.budgetBytes !== null && usedBytes > settings.budgetBytes;
    if (!isOver) {
      this.#overBudgetSinceMs = undefined;
      if (this.#isWithdrawn && this.#reason === undefined) board.setGeneration(device, this.#generation);
      this.#isWithdrawn = false;
      return;
    }
    this.#overBudgetSinceMs ??= performance.now();
    if (performance.now() - this.#overBudgetSinceMs < this.#limits.overBudgetMs) return;
    this.#isWithdrawn = true;
    board.setGeneration(device, 0);
    if (!hasCalls) this.#end("it held more memory than it may");
  }

  #ended(startedMs: number, how: string, said: string): void {
    const { board, device } = this.#options;
    clearTimeout(this.#watch);
    if (this.#child === undefined) return;
    this.#child = undefined;
    board.setGeneration(device, 0);
    this.#firstReady.resolve();
    if (this.#isClosed) return;
    if (performance.now() - startedMs >= this.#limits.steadyMs) this.#pauseMs = this.#limits.restartMs.min;
    this.#startLater(this.#reason ?? how, said);
  }

  #startLater(reason: string, said: string): void {
    const { board, device, logger } = this.#options;
    this.#lastEnd = reason;
    const { provider, index } = board.devices[device] ?? {};
    logger.warn(
      { provider, index, reason, said: said.trim(), againInMs: this.#pauseMs },
      "a device's process ended and is started again",
    );
    this.#restart = setTimeout(() => this.#start(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#limits.restartMs.max, 2 * this.#pauseMs);
  }
}
