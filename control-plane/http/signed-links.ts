// Links that carry their own permission, as this control plane hands them out: files to read, uploads to write.
import { STORAGE_LIMITS } from "../../shared/limits/storage.ts";
import { signPath } from "../../shared/storage/signed-url.ts";

export interface LinkSettings {
  /** How clients reach the control plane, without a slash at the end. */
  readonly publicUrl: string;
  /** Any of them is accepted; the first one signs. */
  readonly secrets: readonly [string, ...string[]];
}

export const FILES_PREFIX = "/files/";
export const UPLOADS_PREFIX = "/uploads/";

/** A link under which a stored file can be read for a day. */
export function fileLink(settings: LinkSettings, storageKey: string): string {
  const path = FILES_PREFIX + storageKey;
  const expiresAt = new Date(Date.now() + STORAGE_LIMITS.fileUrlTtlMs);
  return `${settings.publicUrl}${path}?${signPath({ secret: settings.secrets[0], method: "GET", path, expiresAt })}`;
}

/** A link to which an announced upload can be PUT until it expires. */
export function uploadLink(settings: LinkSettings, storageKey: string, expiresAt: Date): string {
  const path = UPLOADS_PREFIX + storageKey;
  return `${settings.publicUrl}${path}?${signPath({ secret: settings.secrets[0], method: "PUT", path, expiresAt })}`;
}
