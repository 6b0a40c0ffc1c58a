// One of Clipmill's own commands as a service: a child Node process that says "ready" over its IPC channel. The
// channel is also its lifeline, since a child whose channel closes shuts itself down. It is not detached, so that a
// kill of the process group leaves nothing. What it prints goes to standard error: standard output is the command's.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { joinSignals } from "../../shared/join-signals.ts";
import { APPLIANCE_LIMITS } from "../../shared/limits/processes.ts";
import { type Environment, EXIT_CONFIG } from "../../shared/process/environment.ts";
import { SETTINGS_FD } from "../../shared/process/private-settings.ts";
import { StartError } from "../../shared/process/start-error.ts";
import { type ExitStatus, endWithParent, requireStarted, watchExit } from "./exit-status.ts";
import { type RunningService, type Service, wrongSetting } from "./supervisor.ts";

export interface NodeServiceOptions {
  readonly name: string;
  /** A TypeScript or JavaScript file. */
  readonly file: URL;
  readonly env: Environment;
  /** Settings that nobody else shall read: they are not in the child's environment. */
  readonly privateSettings?: Environment;
  /** Loaded before the file, by Node itself. */
  readonly preload?: URL | undefined;
  /** Told when the child has ended by itself. */
  readonly onExit?: Service["onExit"];
  readonly readyTimeoutMs?: number;
  readonly stopTimeoutMs?: number;
}

type Outcome = { readonly url: string | undefined } | { readonly exit: ExitStatus } | "late" | "aborted";

function readUrl(message: unknown): { readonly url: string | undefined } | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  if (!("type" in message) || message.type !== "ready") return undefined;
  return { url: "url" in message && typeof message.url === "string" ? message.url : undefined };
}

/** What comes first: the child's word, its end, the time's end or the caller's. */
async function firstOutcome(
  child: ChildProcess,
  exited: Promise<ExitStatus>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const waiting = new AbortController();
  const ready = new Promise<Outcome>((resolve) => {
    child.on("message", (message) => {
      const outcome = readUrl(message);
      if (outcome !== undefined) resolve(outcome);
    });
  });
  const either = joinSignals(waiting.signal, signal);
  const late = pause<Outcome>(timeoutMs, "late", { signal: either.signal }).catch((): Outcome => "aborted");
  const outcome = await Promise.race([ready, exited.then((exit) => ({ exit })), late]);
  waiting.abort();
  either.release();
  return outcome;
}

async function stopChild(child: ChildProcess, exited: Promise<ExitStatus>, timeoutMs: number): Promise<void> {
  const waiting = new AbortController();
  const kill = pause(timeoutMs, undefined, { signal: waiting.signal }).then(
    () => child.kill("SIGKILL"),
    () => false,
  );
  child.kill("SIGTERM");
  await exited;
  waiting.abort();
  await kill;
}

function describeExit({ code, signal }: ExitStatus): string {
  return signal === null ? `exit code ${code ?? "unknown"}` : `signal ${signal}`;
}

/** As the user that the preload may have made the child. */
const OWN_CACHE = new URL("../../shared/process/own-compiler-cache.mjs", import.meta.url);
const THREAD_POOL = new URL("../../shared/process/thread-pool.mjs", import.meta.url);
/** The descriptor of the pipe for private settings, behind the three usual ones and the channel. */
const SETTINGS_PIPE = 4;

async function startChild(options: NodeServiceOptions): Promise<ChildProcess> {
  const { name, file, env, privateSettings, preload } = options;
  const loaders = [
    THREAD_POOL.href,
    ...(preload === undefined ? [] : [preload.href]),
    OWN_CACHE.href,
    import.meta.resolve("tsx"),
  ];
  const args = [...loaders.flatMap((loader) => ["--import", loader]), fileURLToPath(file)];
  const child = spawn(process.execPath, args, {
    env: { ...env, [SETTINGS_FD]: String(SETTINGS_PIPE) },
    stdio: ["ignore", 2, 2, "ipc", "pipe"],
  });
  await requireStarted(child, name);
  endWithParent(child, "SIGKILL");
  const pipe = child.stdio[SETTINGS_PIPE];
  assert(pipe instanceof Socket, "A pipe of a child is a socket of its parent.");
  // A child that ends before it has read them is reported by its exit.
  pipe.on("error", () => undefined);
  pipe.end(JSON.stringify(privateSettings ?? {}));
  return child;
}

/** Describes the child; nothing runs before its `start`. */
export function nodeService(options: NodeServiceOptions): Service {
  const { name, readyTimeoutMs = APPLIANCE_LIMITS.readyTimeoutMs } = options;
  const { stopTimeoutMs = APPLIANCE_LIMITS.childStopTimeoutMs } = options;
  return {
    name,
    ...(options.onExit === undefined ? {} : { onExit: options.onExit }),
    start: async (signal): Promise<RunningService> => {
      signal.throwIfAborted();
      const child = await startChild(options);
      const exited = watchExit(child);
      const outcome = await firstOutcome(child, exited, readyTimeoutMs, signal);
      if (typeof outcome === "object" && "url" in outcome) {
        return {
          url: outcome.url,
          pid: child.pid,
          exited,
          stop: () => stopChild(child, exited, stopTimeoutMs),
          kill: () => {
            child.kill("SIGKILL");
          },
        };
      }
      if (outcome === "late" || outcome === "aborted") {
        await stopChild(child, exited, stopTimeoutMs);
        signal.throwIfAborted();
        throw new StartError(`The ${name} was not ready after ${readyTimeoutMs / 1_000} s.`);
      }
      if (outcome.exit.code === EXIT_CONFIG) throw wrongSetting(name);
      throw new StartError(
        `The ${name} ended while it started (${describeExit(outcome.exit)}); its log lines say why.`,
      );
    },
  };
}
