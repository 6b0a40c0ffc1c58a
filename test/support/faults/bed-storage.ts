// The storage that all processes of a bed share: a folder, or a bucket of a real S3 server behind a proxy that can take
// it away from everybody.
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { TcpProxy } from "../network/tcp-proxy.ts";

/** Below it lies what is being written. */
export const TEMPORARY_FOLDER = ".tmp";

export interface BedStorage {
  /** The settings by which a process finds it. */
  readonly env: Readonly<Record<string, string>>;
  /** Between the processes and a service; undefined where it is a folder. */
  readonly proxy: TcpProxy | undefined;
  /** Of everything that lies there, what is being written included. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** Every file below a folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

export function folderStorage(folder: string): BedStorage {
  return {
    env: { CLIPMILL_STORAGE: `file:${folder}` },
    proxy: undefined,
    keys: async () => (await listFiles(folder)).map((path) => relative(folder, path)),
    close: () => Promise.resolve(),
  };
}
