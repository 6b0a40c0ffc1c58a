// A bucket that a test reaches through a proxy, which fails requests as the test says.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { S3Storage } from "../../../shared/storage/s3/s3-storage.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Fault, type FaultyProxy, faultyProxy, type SeenRequest } from "./faulty-proxy.ts";
import { bucketWith, type TestBucket, testBucket } from "./test-bucket.ts";

export interface ProxiedBucket extends TestBucket {
  readonly proxy: FaultyProxy;
  /** The same bucket through the proxy. */
  readonly through: S3Storage;
}

export async function proxiedBucket(t: TestContext): Promise<ProxiedBucket> {
  const bucket = await testBucket();
  const proxy = await faultyProxy(t, { target: bucket.server.url });
  const { storage: through } = await bucketWith({ ...bucket.settings, endpoint: proxy.url });
  return { ...bucket, proxy, through };
}

/** Fails at most `count` of the requests that match. */
export function failTimes(count: number, fault: Fault, matches: (seen: SeenRequest) => boolean) {
  let left = count;
  return (seen: SeenRequest): Fault | undefined => {
    if (!matches(seen) || left === 0) return undefined;
    left -= 1;
    return fault;
  };
}

export function isPart({ method, url }: SeenRequest): boolean {
  return method === "PUT" && url.includes("partNumber=");
}

export function isGet({ method }: SeenRequest): boolean {
  return method === "GET";
}

/** A file of a folder that the test removes. */
export async function localFile(t: TestContext, content: Buffer): Promise<string> {
  const path = join(await temporaryFolder(t), "source.mp4");
  await writeFile(path, content);
  return path;
}
