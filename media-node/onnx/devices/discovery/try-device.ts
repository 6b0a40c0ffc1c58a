// Whether a device works, found by running a small network on it in a process of its own: a driver or a library that does
// not fit ends that process, or never answers, and not the one that asks. What a driver lists proves none of it.
import { fileURLToPath } from "node:url";
import { DEVICE_SEARCH_LIMITS } from "../../../../shared/limits/processes.ts";
import { askProgram, failureText } from "./ask-program.ts";
import type { FoundDevice } from "./found-device.ts";
import { showOnly } from "./visible-cards.ts";

const TRIAL = fileURLToPath(new URL("./try-device.process.ts", import.meta.url));

export interface Trial {
  /** Why the device does not work, in one line; null where it does. */
  readonly failure: string | null;
  /** From the process's start to its answer; null where there was none. */
  readonly openMs: number | null;
  /** The second run of the network; the first one prepares the device. */
  readonly runMs: number | null;
}

/** What the process says of itself, in one line. */
export type TrialReport =
  | { readonly failure: string }
  | { readonly failure: null; readonly openMs: number; readonly runMs: number };

function reportIn(output: string): TrialReport | undefined {
  const line = output.split("\n").findLast((text) => text.startsWith('{"failure":'));
  return line === undefined ? undefined : (JSON.parse(line) as TrialReport);
}

function failed(failure: string): Trial {
  return { failure: failure.slice(0, DEVICE_SEARCH_LIMITS.reasonCharacters), openMs: null, runMs: null };
}

/** Never rejects. Takes seconds for a real card, the half of them for loading libraries. */
export async function tryDevice(
  device: Pick<FoundDevice, "provider" | "index" | "uuid">,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Trial> {
  const answer = await askProgram({
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", TRIAL, device.provider],
    env: { ...env, ...showOnly(device) },
    timeoutMs: DEVICE_SEARCH_LIMITS.trialTimeoutMs,
  });
  if (answer.outcome === "absent") return failed("no process could be started");
  if (answer.outcome === "stuck") return failed(answer.reason);
  const report = reportIn(answer.output);
  if (report === undefined) return failed(`a process that used it ${failureText(answer)}`);
  return report.failure === null ? report : failed(report.failure);
}
