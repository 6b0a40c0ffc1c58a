// How much of an NVIDIA card's memory a process holds, by the driver. In a container the driver lists processes by ids of
// the host, or none at all: then it is what the whole card has in use, which is no less than what the process holds.
import { askProgram } from "./discovery/ask-program.ts";
import { readMebibytes } from "./discovery/nvidia-cards.ts";

const FORMAT = "--format=csv,noheader,nounits";

async function ask(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string[][]> {
  const answer = await askProgram({ command: "nvidia-smi", args, env });
  if (answer.outcome !== "ended" || answer.exitCode !== 0) return [];
  return answer.output.split("\n").map((line) => line.split(",").map((field) => field.trim()));
}

/**
 * Bytes that the process `pid` holds on the card (or the part of one) that its driver calls `uuid`, or that all processes
 * hold, where the driver does not tell them apart; null where it does not say. Takes a fraction of a second.
 */
export async function cardUsedBytes(
  uuid: string,
  pid: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number | null> {
  const processes = await ask(["--query-compute-apps=pid,used_memory", FORMAT], env);
  const own = processes.filter(([id]) => id === String(pid)).map(([, used]) => readMebibytes(used));
  const known = own.filter((bytes) => bytes !== null);
  if (known.length > 0) return known.reduce((sum, bytes) => sum + bytes, 0);
  // What is in use of a part, the driver tells in its tables for people alone.
  if (uuid.startsWith("MIG-")) return null;
  const [card] = await ask([`--id=${uuid}`, "--query-gpu=memory.used", FORMAT], env);
  return readMebibytes(card?.[0]);
}
