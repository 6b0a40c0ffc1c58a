// Links that carry their own permission, as this control plane hands them out: files to read, uploads to write.
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import { SECOND } from "../../shared/limits/units.ts";
import { contentTypeOf } from "../../shared/storage/content-types.ts";
import type { ObjectStorage } from "../../shared/storage/object-storage.ts";
import { signPath } from "../../shared/storage/signed-url.ts";

export interface LinkSettings {
  /** How clients reach the control plane, without a slash at the end. */
  readonly publicUrl: string;
  /** Any of them is accepted; the first one signs. */
  readonly secrets: readonly [string, ...string[]];
}

export const FILES_PREFIX = "/files/";
export const UPLOADS_PREFIX = "/uploads/";
/** Says in a link which part of an upload it takes. */
export const PART_CONSTRAINT = "part";

/** What a browser calls a file that it saves: files of one task differ by the folder that they lie in. */
function fileNameOf(storageKey: string): string {
  return storageKey.split("/").slice(-2).join("-");
}

/** A link under which a stored file can be read for a day: at the storage itself where that gives files to clients. */
export function linkToFile(storage: ObjectStorage, settings: LinkSettings, storageKey: string): string {
  const link = {
    expiresInS: STORAGE_LIMITS.fileUrlTtlMs / SECOND,
    contentType: contentTypeOf(storageKey),
    filename: fileNameOf(storageKey),
  };
  return storage.downloadUrl(storageKey, link) ?? fileLink(settings, storageKey);
}

/** A link to this control plane under which a stored file can be read for a day. */
export function fileLink(settings: LinkSettings, storageKey: string): string {
  const path = FILES_PREFIX + storageKey;
  const expiresAt = new Date(Date.now() + STORAGE_LIMITS.fileUrlTtlMs);
  return `${settings.publicUrl}${path}?${signPath({ secret: settings.secrets[0], method: "GET", path, expiresAt })}`;
}

/** A link to which an announced upload, or one part of it, can be PUT for so long. */
export function uploadLink(
  settings: LinkSettings,
  storageKey: string,
  leftMs: number,
  partNumber?: number,
): string {
  const path = UPLOADS_PREFIX + storageKey;
  const expiresAt = new Date(Date.now() + leftMs);
  const constraints = partNumber === undefined ? {} : { [PART_CONSTRAINT]: String(partNumber) };
  const signature = signPath({ secret: settings.secrets[0], method: "PUT", path, expiresAt, constraints });
  return `${settings.publicUrl}${path}?${signature}`;
}
