// A server in a process of its own, so that its memory and its event loop are not the benchmark's.
import { spawn } from "node:child_process";
import { once } from "node:events";

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;

function urlOf(message: unknown): string | undefined {
  const isReady = typeof message === "object" && message !== null && "url" in message;
  return isReady ? String(message.url) : undefined;
}

/** Starts a TypeScript file that sends `{ url }` to its parent when it is ready. */
export async function startServerProcess(
  file: URL,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", file.pathname, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const closed = once(child, "close");
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await closed;
  };
  const timer = AbortSignal.timeout(READY_TIMEOUT_MS);
  const ended = closed.then(([code]) => Promise.reject(new Error(`${file.pathname} ended with ${code}.`)));
  try {
    const [message]: unknown[] = await Promise.race([once(child, "message", { signal: timer }), ended]);
    const url = urlOf(message);
    if (url === undefined || child.pid === undefined) throw new Error(`${file.pathname} did not start.`);
    ended.catch(() => undefined);
    return { url, pid: child.pid, stop };
  } catch (error) {
    ended.catch(() => undefined);
    if (child.exitCode === null) await stop();
    throw error;
  }
}
