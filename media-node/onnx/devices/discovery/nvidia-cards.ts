// NVIDIA's cards, by what the driver's own program says of them (nvidia-smi, part of the driver's package; containers get
// it with the driver). Looking for files in /dev was rejected: they stay when a driver is broken, are missing in
// containers that have the card, and say nothing of its memory. A card that is parted by MIG is no device; its parts are.
import { MIB } from "../../../../shared/limits/units.ts";
import { askProgram, failureText } from "./ask-program.ts";

export interface NvidiaCard {
  /** As nvidia-smi counts, by PCI bus. */
  readonly index: number;
  readonly uuid: string;
  readonly name: string;
  readonly memoryBytes: number | null;
  readonly usedBytes: number | null;
  readonly driverVersion: string | null;
  readonly isParted: boolean;
}

/** A part of a card, which is a device of its own for CUDA. */
export interface MigInstance {
  readonly cardIndex: number;
  readonly uuid: string;
  /** Such as "3g.40gb". */
  readonly profile: string;
}

export interface CardList {
  readonly cards: readonly NvidiaCard[];
  readonly instances: readonly MigInstance[];
  /** Why there are no cards, or not all of them; null where nothing is wrong. */
  readonly problem: string | null;
  /** Whether the driver's program is there at all. */
  readonly hasDriver: boolean;
}

const FIELDS = "index,uuid,name,memory.total,memory.used,driver_version,mig.mode.current".split(",");
const FORMAT = "--format=csv,noheader,nounits";

/** What a driver does not say stands in brackets: [N/A], [Not Supported], [Unknown Error]. */
function saidText(field: string | undefined): string | null {
  return field === undefined || field === "" || field.startsWith("[") ? null : field;
}

/** MiB, as nvidia-smi counts memory, in bytes; null where it says nothing of it. */
export function readMebibytes(field: string | undefined): number | null {
  const text = saidText(field);
  return text !== null && /^\d+$/.test(text) ? Number(text) * MIB : null;
}

/** A line of the list; undefined for anything else that the program writes. */
export function readCard(line: string): NvidiaCard | undefined {
  const fields = line.split(",").map((field) => field.trim());
  const [index = "", uuid = ""] = fields;
  if (fields.length < FIELDS.length || !/^\d+$/.test(index) || !/^GPU-[\w-]+$/.test(uuid)) return undefined;
  // A name may hold a comma; none of the others does.
  const nameEnd = fields.length - (FIELDS.length - 3);
  const [total, used, driver, mig] = fields.slice(nameEnd);
  return {
    index: Number(index),
    uuid,
    name: fields.slice(2, nameEnd).join(", "),
    memoryBytes: readMebibytes(total),
    usedBytes: readMebibytes(used),
    driverVersion: saidText(driver),
    isParted: mig === "Enabled",
  };
}

/** The instances in what `nvidia-smi -L` writes: lines of each below that of its card. */
export function readInstances(list: string): MigInstance[] {
  let cardIndex = -1;
  return list.split("\n").flatMap((line) => {
    const card = /^GPU (\d+):/.exec(line)?.[1];
    if (card !== undefined) cardIndex = Number(card);
    const [, profile = "", uuid = ""] = /^\s+MIG (\S+)\s.*\(UUID: (MIG-[^)\s]+)\)/.exec(line) ?? [];
    return uuid === "" || cardIndex < 0 ? [] : [{ cardIndex, uuid, profile }];
  });
}

/**
 * An instance's memory by its profile's name; null for one that does not tell. The name rounds up, so that its number is
 * read in decimal gigabytes, a little less than what the instance has (an A100's "1g.5gb" has 4,864 MiB).
 */
export function profileBytes(profile: string): number | null {
  const gigabytes = /^\d+g\.(\d+)gb/.exec(profile)?.[1];
  return gigabytes === undefined ? null : Number(gigabytes) * 1e9;
}

async function listInstances(env: NodeJS.ProcessEnv): Promise<MigInstance[]> {
  const answer = await askProgram({ command: "nvidia-smi", args: ["-L"], env });
  return answer.outcome === "ended" ? readInstances(answer.output) : [];
}

function without(problem: string | null, hasDriver: boolean): CardList {
  return { cards: [], instances: [], problem, hasDriver };
}

/** All cards that the driver shows to this process; never rejects. */
export async function listNvidiaCards(
  env: NodeJS.ProcessEnv = process.env,
  timeoutMs?: number,
): Promise<CardList> {
  const args = [`--query-gpu=${FIELDS.join(",")}`, FORMAT];
  const bound = timeoutMs === undefined ? {} : { timeoutMs };
  const answer = await askProgram({ command: "nvidia-smi", args, env, ...bound });
  if (answer.outcome === "absent")
    return without("nvidia-smi, a part of NVIDIA's driver, is not there", false);
  if (answer.outcome === "stuck") return without(answer.reason, true);
  const cards = answer.output.split("\n").flatMap((line) => readCard(line) ?? []);
  // A card that fell off the bus makes the program fail although it lists the others.
  const problem = answer.exitCode === 0 ? null : `nvidia-smi ${failureText(answer)}`;
  if (cards.length === 0) return without(problem ?? "NVIDIA's driver shows no card", true);
  const instances = cards.some(({ isParted }) => isParted) ? await listInstances(env) : [];
  return { cards, instances, problem, hasDriver: true };
}
