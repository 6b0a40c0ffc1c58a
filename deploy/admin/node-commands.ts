// The operator's commands for media nodes: who works, and the emptying of one.
import { setTimeout as pause } from "node:timers/promises";
import { readDrain } from "../../control-plane/nodes/drain-node.ts";
import { setDrain } from "../../control-plane/operators/node-work.ts";
import { AppError } from "../../shared/errors.ts";
import { DRAIN_LIMITS } from "../../shared/limits/nodes.ts";
import { type Act, type AdminCall, type AdminCommand, argument, count, invalid } from "./admin-call.ts";
import { listNodes } from "./list-nodes.ts";

const NODE = "The node's id or its machine's name";

/** @throws AppError UNAVAILABLE where jobs are left when the time is over, so that scripts see it in the exit code */
async function waitUntilDrained({ sql }: AdminCall, node: string, timeoutS: number): Promise<unknown> {
  const deadline = performance.now() + timeoutS * 1_000;
  for (;;) {
    const state = await readDrain(sql, node);
    if (state.drained) return state;
    if (!state.asked) throw new AppError("UNAVAILABLE", `${node} was told meanwhile to take jobs again.`);
    if (performance.now() > deadline) {
      throw new AppError(
        "UNAVAILABLE",
        `${node} is not drained after ${timeoutS} s: ${state.jobs} jobs are left.`,
      );
    }
    await pause(DRAIN_LIMITS.commandPollMs);
  }
}

async function nodeDrain(call: AdminCall, act: Act): Promise<unknown> {
  const { defaultWaitS, maxWaitS } = DRAIN_LIMITS;
  const timeoutS = count(call, "timeout") ?? defaultWaitS;
  if (timeoutS > maxWaitS) throw invalid(`--timeout must be at most ${maxWaitS} seconds.`);
  const state = await act(setDrain("drain", argument(call, 0, NODE)));
  return call.options.wait === true ? waitUntilDrained(call, argument(call, 0, NODE), timeoutS) : state;
}

export const NODE_COMMANDS: readonly AdminCommand[] = [
  { usage: "nodes", read: ({ sql }) => listNodes(sql) },
  {
    usage: "node drain NODE|MACHINE [--wait] [--timeout SECONDS]",
    change: nodeDrain,
  },
  {
    usage: "node undrain NODE|MACHINE",
    change: (call, act) => act(setDrain("undrain", argument(call, 0, NODE))),
  },
];
