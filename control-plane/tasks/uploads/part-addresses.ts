// Addresses that take single parts: the storage's own where it has such, else this control plane's.
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import { SECOND } from "../../../shared/limits/units.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { StoredPart } from "../../../shared/storage/part-uploads.ts";

/**
 * Signs an address of this control plane that takes an upload, or one part of it, for so long. How long that is tells the
 * database, whose clock uploads expire by; signatures are made and checked by the control plane's.
 */
export type SignUpload = (storageKey: string, leftMs: number, partNumber?: number) => string;

export interface AddressServices {
  readonly storage: ObjectStorage;
  readonly signUpload: SignUpload;
}

export interface PartAddress extends StoredPart {
  readonly url: string;
}

export interface UploadOfParts {
  readonly storageKey: string;
  readonly partsHandle: string;
  readonly leftMs: number;
}

function secondsOf(leftMs: number): number {
  return Math.max(1, Math.floor(leftMs / SECOND));
}

/** The address that takes the file whole, until the upload expires. */
export function signWhole(
  { storage, signUpload }: AddressServices,
  storageKey: string,
  sizeBytes: number,
  leftMs: number,
): string {
  const own = storage.uploadUrl(storageKey, { sizeBytes, expiresInS: secondsOf(leftMs) });
  return own ?? signUpload(storageKey, leftMs);
}

/** The parts with addresses that hold until the upload expires. */
export async function signParts(
  { storage, signUpload }: AddressServices,
  { storageKey, partsHandle, leftMs }: UploadOfParts,
  parts: readonly StoredPart[],
): Promise<PartAddress[]> {
  const expiresInS = secondsOf(leftMs);
  const sign = async ({ number, sizeBytes }: StoredPart): Promise<PartAddress> => {
    const own = await storage.parts.partUrl(storageKey, partsHandle, { number, sizeBytes }, expiresInS);
    return { number, sizeBytes, url: own ?? signUpload(storageKey, leftMs, number) };
  };
  const signed: PartAddress[] = [];
  for (let first = 0; first < parts.length; first += STORAGE_LIMITS.partUrlsAtOnce) {
    const some = parts.slice(first, first + STORAGE_LIMITS.partUrlsAtOnce);
    signed.push(...(await Promise.all(some.map(sign))));
  }
  return signed;
}
