// Addresses that take single parts: the storage's own where it has such, else this control plane's.
import { STORAGE_LIMITS } from "../../../shared/limits/storage.ts";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import type { StoredPart } from "../../../shared/storage/part-uploads.ts";

/** Signs an address of this control plane that takes an upload, or one part of it, until a time. */
export type SignUpload = (storageKey: string, expiresAt: Date, partNumber?: number) => string;

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
  readonly expiresAt: Date;
}

function secondsUntil(time: Date): number {
  return Math.max(1, Math.floor((time.getTime() - Date.now()) / 1_000));
}

/** The address that takes the file whole, until the upload expires. */
export function signWhole(
  { storage, signUpload }: AddressServices,
  storageKey: string,
  sizeBytes: number,
  expiresAt: Date,
): string {
  const own = storage.uploadUrl(storageKey, { sizeBytes, expiresInS: secondsUntil(expiresAt) });
  return own ?? signUpload(storageKey, expiresAt);
}

/** The parts with addresses that hold until the upload expires. */
export async function signParts(
  { storage, signUpload }: AddressServices,
  { storageKey, partsHandle, expiresAt }: UploadOfParts,
  parts: readonly StoredPart[],
): Promise<PartAddress[]> {
  const expiresInS = secondsUntil(expiresAt);
  const sign = async ({ number, sizeBytes }: StoredPart): Promise<PartAddress> => {
    const own = await storage.parts.partUrl(storageKey, partsHandle, { number, sizeBytes }, expiresInS);
    return { number, sizeBytes, url: own ?? signUpload(storageKey, expiresAt, number) };
  };
  const signed: PartAddress[] = [];
  for (let first = 0; first < parts.length; first += STORAGE_LIMITS.partUrlsAtOnce) {
    const some = parts.slice(first, first + STORAGE_LIMITS.partUrlsAtOnce);
    signed.push(...(await Promise.all(some.map(sign))));
  }
  return signed;
}
