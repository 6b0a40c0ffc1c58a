// One plane as a process of its own, in a process group of its own, that a test may stop, freeze, kill and start again.
// It keeps its port over restarts, because links that it has signed name it.
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findLastingPort } from "../../../deploy/processes/free-port.ts";
import { signalProcess } from "../../../shared/process/process-table.ts";
import { until } from "../until.ts";
import { BUSY_MS } from "./busy-time.ts";

export type PlaneKind = "control-plane" | "media-node";

/** Of the version that is tested. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const BUSY = new URL("busy-main-thread.ts", import.meta.url).href;
const CLOCK = new URL("shifted-clock.ts", import.meta.url).href;
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;
/** Characters of a log's end. */
const MAX_LOG_TOLD = 4_000;

export interface PlaneOptions {
  readonly name: string;
  readonly kind: PlaneKind;
  /** The checkout that it runs from. */
  readonly root?: string;
  readonly env: Readonly<Record<string, string>>;
  /** How far its calendar is off; 0 leaves it as it is. */
  readonly clockShiftMs: number;
  readonly logFile: string;
}

export class PlaneProcess {
  readonly name: string;
  readonly kind: PlaneKind;
  readonly #options: PlaneOptions;
  #port = 0;
  #child: ChildProcess | undefined;
  #exit: Promise<number | NodeJS.Signals> | undefined;
  #ready = false;
  /** Ends that nobody asked for. */
  readonly unexpectedEnds: string[] = [];
  #endExpected = false;
  /** The end of what it has written, for who asks why it ended. */
  #lastWords = "";

  constructor(options: PlaneOptions) {
    this.#options = options;
    this.name = options.name;
    this.kind = options.kind;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.name} has not been started.`);
    return pid;
  }

  get lives(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async #launch(): Promise<void> {
    if (this.#port === 0) this.#port = await findLastingPort("127.0.0.1");
    const { kind, root = ROOT, env, clockShiftMs, logFile } = this.#options;
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("CLIPMILL_"));
    const preloads = [BUSY, ...(clockShiftMs === 0 ? [] : [CLOCK])];
    const options = preloads.flatMap((preload) => ["--import", preload]);
    const child = spawn(process.execPath, [...options, `${kind}/main.ts`], {
      cwd: root,
      detached: true,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: {
        ...Object.fromEntries(inherited),
        ...env,
        CLIPMILL_HOST: "127.0.0.1",
        CLIPMILL_PORT: String(this.#port),
        CLIPMILL_FAULT_CLOCK_SHIFT_MS: String(clockShiftMs),
      },
    });
    const log = createWriteStream(logFile, { flags: "a" });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#lastWords = `${this.#lastWords}${chunk}`.slice(-MAX_LOG_TOLD);
      });
    }
    this.#ready = false;
    this.#endExpected = false;
    child.on("message", () => {
      this.#ready = true;
    });
    this.#exit = new Promise((resolve) => {
      child.once("close", (code, signal) => {
        log.end();
        // One that cannot start, as while the database is away, is started again by whoever supervises it.
        if (!this.#endExpected && this.#ready)
          this.unexpectedEnds.push(`${this.name} ended with ${code ?? signal}:\n${this.#lastWords}`);
        resolve(code ?? signal ?? 0);
      });
    });
    this.#child = child;
  }

  /** Starts the process and waits until it is ready or has ended. */
  async #tryStart(): Promise<boolean> {
    await this.#launch();
    await until(`${this.name} to start`, () => this.#ready || !this.lives, START_TIMEOUT_MS);
    return this.#ready;
  }

  async start(): Promise<void> {
    if (await this.#tryStart()) return;
    throw new Error(`${this.name} ended while it started:\n${this.#lastWords}`);
  }

  /** As a supervisor does: again, where it ends while it starts. */
  async startAgain(): Promise<void> {
    await until(`${this.name} to start again`, () => this.#tryStart(), START_TIMEOUT_MS);
  }

  /** To the process alone. */
  signal(signal: NodeJS.Signals): void {
    if (this.lives) signalProcess(this.pid, signal);
  }

  /** Has its main thread compute for BUSY_MS, as a large answer or a long list makes it; resolves when it has begun. */
  async keepBusy(): Promise<void> {
    this.signal("SIGUSR2");
    await pause(BUSY_MS / 5);
  }

  /** To the process and all its children that have not left its group, as a terminal's Ctrl-C goes. */
  signalGroup(signal: NodeJS.Signals): void {
    signalProcess(-this.pid, signal);
  }

  /** Waits for an end that the caller has caused; the exit code, or the signal. */
  async ended(timeoutMs = STOP_TIMEOUT_MS): Promise<number | NodeJS.Signals> {
    this.#endExpected = true;
    const exit = this.#exit ?? Promise.resolve(0);
    let result: number | NodeJS.Signals | undefined;
    void exit.then((value) => {
      result = value;
    });
    return until(`${this.name} to end`, () => result, timeoutMs);
  }

  /** In order, as an operator stops it. */
  async stop(): Promise<number | NodeJS.Signals> {
    this.#endExpected = true;
    this.signal("SIGTERM");
    return this.ended();
  }

  /** As a crash does: the process alone, not what it has started. */
  async kill(): Promise<void> {
    this.#endExpected = true;
    this.signal("SIGKILL");
    await this.ended();
  }

  /** Whatever state it is in. */
  async endForGood(): Promise<void> {
    if (!this.lives) return;
    this.#endExpected = true;
    try {
      this.signalGroup("SIGKILL");
    } finally {
      await this.ended();
    }
  }
}
