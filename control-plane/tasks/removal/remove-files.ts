// Removes the files of one thing that is due, and then marks it: the one way in which files go, at a client's wish or
// when their time is up.
import type { Queryable } from "../../../shared/db/connect.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { ExpiryKind } from "../../db/expiry-kind.ts";

export interface RemovalServices {
  readonly sql: Queryable;
  readonly storage: ObjectStorage;
}

export type RemovedKind = Pick<ExpiryKind, "targets" | "partsHandle" | "markGone">;

/** Whatever is gone already is no error. @throws the storage's or the database's error */
export async function removeFilesOf(
  { sql, storage }: RemovalServices,
  kind: RemovedKind,
  subject: string,
): Promise<void> {
  const targets = kind.targets(subject);
  const handle = kind.partsHandle?.(subject);
  // The parts first: what was joined of them meanwhile has its key by then.
  if (handle !== undefined) await storage.parts.abandon(targets[0] ?? "", handle);
  for (const target of targets) await storage.remove(target);
  await kind.markGone(sql, subject, storage);
}
