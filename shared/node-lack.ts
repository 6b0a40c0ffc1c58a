// What a machine of ours can lack while it works on a task: room on a disk, memory, file handles, a disk or a GPU that
// answers, turns at its processors, or a model that was taken from it meanwhile. Such a failure says nothing of the task: it
// is tried again, on another node where there is one, and counts as none of the task's failures. What a system call says is
// searched for through all causes of an error, because a download, a codec or a thread may have wrapped it.
import { AppError } from "./errors.ts";
import { diskFloorBytes } from "./storage/disk-floor.ts";
import { freeSpace } from "./storage/free-space.ts";
import { StorageUnavailable } from "./storage/storage-unavailable.ts";

export const LACKS = ["space", "memory", "handles", "disk", "device", "turns", "model"] as const;
export type Lack = (typeof LACKS)[number];

interface LackKind {
  readonly code: "INTERNAL" | "OUT_OF_MEMORY" | "TIMED_OUT" | "MODEL_UNAVAILABLE";
  /** What is missing, in a few words. */
  readonly what: string;
  readonly message: string;
}

const LACK_KINDS: Readonly<Record<Lack, LackKind>> = {
  space: {
    code: "INTERNAL",
    what: "disk space",
    message: "The appliance has too little disk space for this work.",
  },
  memory: { code: "OUT_OF_MEMORY", what: "memory", message: "The media node ran out of memory." },
  handles: {
    code: "INTERNAL",
    what: "file handles or processes",
    message: "The appliance has too few file handles or processes for this work.",
  },
  disk: { code: "INTERNAL", what: "a disk that works", message: "A disk of the appliance failed." },
  device: { code: "INTERNAL", what: "a GPU that works", message: "A GPU of the appliance failed." },
  turns: {
    code: "TIMED_OUT",
    what: "free processors",
    message: "The media node had too much other work to finish this in time.",
  },
  model: {
    code: "MODEL_UNAVAILABLE",
    what: "a model that was taken from the node",
    message: "The model was taken from the media node.",
  },
};

const LACK_OF_CODE: Readonly<Record<string, Lack>> = {
  ENOSPC: "space",
  EDQUOT: "space",
  ENOMEM: "memory",
  EMFILE: "handles",
  ENFILE: "handles",
  EIO: "disk",
  // What Linux makes of a file system with errors.
  EROFS: "disk",
  ESTALE: "disk",
};

/** What the system says, as it ends a line behind what failed. Anywhere else it may be a name that a stranger chose. */
function atLineEnd(words: string): RegExp {
  return new RegExp(`(?:^|[:\\]-] )(?:${words})(?: \\(os error \\d+\\))?$`, "m");
}

/** Libraries that are not Node's pass on the words of the system alone. */
const LACK_IN_WORDS: readonly (readonly [RegExp, Lack])[] = [
  [atLineEnd("No space left on device|Disk quota exceeded"), "space"],
  [atLineEnd("Too many open files"), "handles"],
  [atLineEnd("Read-only file system|Stale file handle"), "disk"],
];
/** Causes of causes that are looked into. */
const MAX_DEPTH = 8;

/** What a program printed among names and addresses that strangers chose: only its own words tell of this machine. */
export class PrintedFailure extends Error {
  readonly ownWords: string;

  constructor(message: string, ownWords: string) {
    super(message);
    this.name = "PrintedFailure";
    this.ownWords = ownWords;
  }
}

/** A failure for want of something that the machine should have. */
export class NodeLack extends AppError {
  readonly lack: Lack;
  /** What is missing, in a few words. */
  readonly what: string;

  constructor(lack: Lack, options: { readonly cause?: unknown } = {}) {
    super(LACK_KINDS[lack].code, LACK_KINDS[lack].message, { ...options, retryable: true });
    this.name = "NodeLack";
    this.lack = lack;
    this.what = LACK_KINDS[lack].what;
  }
}

function lackOf(error: Error): Lack | undefined {
  if (error instanceof StorageUnavailable) return "disk";
  const code = "code" in error ? String(error.code) : "";
  // Node says so of a thread, with the system's code in its words alone.
  if (code === "ERR_WORKER_INIT_FAILED") return error.message.includes("ENOMEM") ? "memory" : "handles";
  // No further process may be started; from other calls this code means "not now".
  const isSpawn = "syscall" in error && String(error.syscall).startsWith("spawn");
  if (code === "EAGAIN" && isSpawn) return "handles";
  const said = error instanceof PrintedFailure ? error.ownWords : error.message;
  return LACK_OF_CODE[code] ?? LACK_IN_WORDS.find(([words]) => words.test(said))?.[1];
}

/** The lack behind a failure; undefined where the machine lacked nothing that we know of. */
export function asNodeLack(error: unknown, depth = MAX_DEPTH): NodeLack | undefined {
  if (error instanceof NodeLack) return error;
  if (!(error instanceof Error) || depth === 0) return undefined;
  const lack = lackOf(error);
  if (lack !== undefined) return new NodeLack(lack, { cause: error });
  const causes = error instanceof AggregateError ? [error.cause, ...error.errors] : [error.cause];
  for (const cause of causes) {
    const found = asNodeLack(cause, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Throws the lack behind a failure, where there is one: it is neither the source's fault nor a model's. @throws NodeLack */
export function throwNodeLack(error: unknown): void {
  const lack = asNodeLack(error);
  if (lack !== undefined) throw lack;
}

/**
 * Makes sure that so many bytes can be written below a folder now.
 * @param floorBytes what stays free beside them; null for the usual share of the disk
 * @throws NodeLack
 */
export async function requireRoom(
  folder: string,
  neededBytes: number,
  floorBytes: number | null = 0,
): Promise<void> {
  const { freeBytes, totalBytes } = await freeSpace(folder);
  const keptBytes = diskFloorBytes(totalBytes, floorBytes);
  if (freeBytes >= neededBytes + keptBytes) return;
  const cause = new Error(
    `${neededBytes} bytes are needed below ${folder}, and ${freeBytes} are free, of which ${keptBytes} must stay so.`,
  );
  throw new NodeLack("space", { cause });
}
