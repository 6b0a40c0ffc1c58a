// An upload of three parts in a folder, and what its tests do with it.
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import type { TestContext } from "node:test";
import type { ObjectStorage } from "../../../shared/storage/object-storage.ts";
import { partOf } from "../../../shared/storage/part-uploads.ts";
import { emptyStorage } from "./file-storage.ts";

export const KEY = "uploads/u1";
export const LAYOUT = { contentType: "video/mp4", sizeBytes: 250_000, partSizeBytes: 100_000 };
export const CONTENT = Buffer.from(Array.from({ length: LAYOUT.sizeBytes }, (_, index) => index % 251));

export function contentOf(number: number, whole = CONTENT): Buffer {
  const { offsetBytes, sizeBytes } = partOf(LAYOUT, number);
  return whole.subarray(offsetBytes, offsetBytes + sizeBytes);
}

export async function put(
  storage: ObjectStorage,
  handle: string,
  number: number,
  whole = CONTENT,
): Promise<void> {
  const content = Readable.from([contentOf(number, whole)]);
  await storage.parts.putPart(KEY, handle, partOf(LAYOUT, number), content);
}

export async function begun(
  t: TestContext,
): Promise<{ root: string; storage: ObjectStorage; handle: string }> {
  const { root, storage } = await emptyStorage(t);
  return { root, storage, handle: await storage.parts.begin(KEY, LAYOUT) };
}

/** A stream that has brought some of a part and waits. */
export function halfSent(number: number, byte = 0): PassThrough {
  const content = new PassThrough();
  content.write(Buffer.alloc(contentOf(number).length / 2, byte));
  return content;
}

export async function contentBytes(root: string, handle: string): Promise<number> {
  return (await stat(join(root, ".parts", handle, "content"))).size;
}
