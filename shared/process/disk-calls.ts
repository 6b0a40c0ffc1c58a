// The calls that a storage makes of its folder's disk, never so many at once that they hold every thread which Node.js has
// for files. A network disk whose server is away answers none for hours, and a few requests held all sixteen threads:
// whatever else needs one stood still with them, such as sign-ins, which hash passwords, and webhooks, which look names up
// in the system's file of hosts. Calls beyond that wait in line, as they would for a thread.
import fs, { type FileHandle } from "node:fs/promises";
import { STORAGE_LIMITS } from "../limits/storage.ts";
import { Semaphore } from "../semaphore.ts";
import { poolThreads } from "./pool-threads.ts";

/** What is left to others at least. */
const LEFT_THREADS = 2;
const LEFT_SHARE = 0.25;

/** How many calls may hold a thread, of so many threads. */
export function diskCallsAtOnce(threads: number): number {
  return Math.max(1, threads - Math.max(LEFT_THREADS, Math.ceil(LEFT_SHARE * threads)));
}

const places = new Semaphore({
  atOnce: diskCallsAtOnce(poolThreads()),
  waiting: STORAGE_LIMITS.waitingDiskCalls,
});

type AnyCall = (...args: unknown[]) => Promise<unknown>;

type CallName =
  | "chmod"
  | "copyFile"
  | "lchown"
  | "link"
  | "lstat"
  | "lutimes"
  | "mkdir"
  | "mkdtemp"
  | "readdir"
  | "readlink"
  | "realpath"
  | "rename"
  | "rm"
  | "rmdir"
  | "stat"
  | "statfs"
  | "symlink";

/** The call of that name, once there is a place. @throws AppError UNAVAILABLE where too many wait */
function placed<Name extends CallName>(name: Name): (typeof fs)[Name] {
  const call = (...args: unknown[]): Promise<unknown> => places.run(() => (fs[name] as AnyCall)(...args));
  return call as (typeof fs)[Name];
}

export const chmod = placed("chmod");
export const copyFile = placed("copyFile");
export const lchown = placed("lchown");
export const link = placed("link");
export const lstat = placed("lstat");
export const lutimes = placed("lutimes");
export const mkdir = placed("mkdir");
export const mkdtemp = placed("mkdtemp");
export const readdir = placed("readdir");
export const readlink = placed("readlink");
export const realpath = placed("realpath");
export const rename = placed("rename");
/** Of one file: a folder, for which Node.js makes as many calls at once as it has files, is `removeTree`'s. */
export const rm: (path: string, options?: { readonly force?: boolean }) => Promise<void> = placed("rm");
export const rmdir = placed("rmdir");
export const stat = placed("stat");
export const statfs = placed("statfs");
export const symlink = placed("symlink");

/** What a stream of the file calls, too. Not `close`, which follows a call that was answered and must never be refused. */
const HANDLE_CALLS = [
  "read",
  "write",
  "sync",
  "stat",
  "chmod",
  "chown",
  "truncate",
  "readFile",
  "writeFile",
] as const;

/** Opens a file whose every call takes a place as well. @throws as `placed` */
export async function open(...args: Parameters<typeof fs.open>): Promise<FileHandle> {
  const handle = await places.run(() => fs.open(...args));
  for (const name of HANDLE_CALLS) {
    const call = (handle[name] as AnyCall).bind(handle);
    Object.defineProperty(handle, name, { value: (...rest: unknown[]) => places.run(() => call(...rest)) });
  }
  return handle;
}
