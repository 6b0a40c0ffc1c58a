// What a command says where a disk that it writes to is full: the system names no file, and a stack names none either.
import { AppError } from "../../shared/errors.ts";
import { isOutOfSpace } from "../../shared/storage/free-space.ts";

/** @param place what lies on the disk, such as "the data folder /var/lib/clipmill" @throws AppError INSUFFICIENT_STORAGE */
export async function nameFullDisk<T>(place: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (!isOutOfSpace(cause)) throw cause;
    const message = `The disk of ${place} is full: make room on it, and try again.`;
    throw new AppError("INSUFFICIENT_STORAGE", message, { cause });
  }
}
