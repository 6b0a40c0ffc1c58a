// A file that is sent in parts: its announcement, its parts at their signed addresses, and the job that uses it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type ApiReply, callApi, testControlPlane } from "./control-plane.ts";

/** Of the smallest parts that may be. */
export const PART = 5 * 2 ** 20;
/** Two parts and a bit. */
export const CONTENT = Buffer.alloc(2 * PART + 1_000, "a long video, more or less ");

export interface Part {
  readonly number: number;
  readonly size_bytes: number;
  readonly url: string;
}

export interface Upload {
  readonly upload_id: string;
  readonly s3_key: string;
  readonly upload_url: string;
  readonly expires_at: string;
  readonly received: readonly number[];
  readonly complete: boolean;
  readonly parts: readonly Part[];
}

export function contentOf({ number, size_bytes }: Part): Buffer {
  return CONTENT.subarray((number - 1) * PART, (number - 1) * PART + size_bytes);
}

/** An account that announces CONTENT in three parts, and what it does with them. */
export async function partsScene(t: TestContext) {
  const plane = await testControlPlane(t);
  const account = await plane.account();
  const call = (method: string, path: string, body?: unknown, key = account.key): Promise<ApiReply> =>
    callApi(plane, method, `/api/v1/uploads${path}`, { key, ...(body === undefined ? {} : { body }) });
  const announce = async (): Promise<Upload> => {
    const body = { filename: "long.mp4", content_type: "video/mp4", size_bytes: CONTENT.length };
    const reply = await call("POST", "", { ...body, part_size_bytes: PART });
    assert.equal(reply.status, 201);
    return reply.body.data as unknown as Upload;
  };
  const put = (url: string, body: Uint8Array): Promise<ApiReply> =>
    callApi({ url: "" }, "PUT", url, { body, headers: { "content-type": "video/mp4" } });
  const putPart = (part: Part): Promise<ApiReply> => put(part.url, contentOf(part));
  const read = async (id: string): Promise<Upload> => {
    const reply = await call("GET", `/${id}`);
    assert.equal(reply.status, 200);
    return reply.body.data as unknown as Upload;
  };
  const clip = (storageKey: string): Promise<ApiReply> =>
    callApi(plane, "POST", "/api/v1/clips", {
      key: account.key,
      body: { s3_key: storageKey, video_duration_seconds: 60 },
    });
  const lies = (storageKey: string): Promise<Buffer> => readFile(join(plane.storageFolder, storageKey));
  return { plane, account, call, announce, put, putPart, read, clip, lies };
}
