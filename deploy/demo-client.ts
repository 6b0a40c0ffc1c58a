// What the demo does as a client: nothing that any developer could not do through the public HTTP API.
import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";

export interface Job {
  readonly task_id: string;
  readonly status: "queued" | "running" | "finished" | "failed";
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly progress: {
    readonly percent: number;
    readonly stage: string;
    readonly message: string | null;
  } | null;
  readonly output: { readonly notice: string | null; readonly clips: readonly Clip[] } | null;
}

export interface Clip {
  readonly id: string;
  readonly index: number;
  readonly title: string;
  readonly start: number;
  readonly end: number;
  readonly viralityScore: number;
  readonly editingStyle: string;
  readonly videoUrl: string;
}

export interface ApiClient {
  upload(path: string): Promise<string>;
  createClips(body: unknown): Promise<Job>;
  readJob(jobId: string): Promise<Job>;
  download(url: string, path: string): Promise<void>;
}

/** A failed call, in the API's own words. */
export class ApiError extends Error {}

async function dataOf(response: Response): Promise<unknown> {
  const body = (await response.json()) as { data?: unknown; error?: { code: string; message: string } };
  if (body.error !== undefined) throw new ApiError(`${body.error.code}: ${body.error.message}`);
  return body.data;
}

/**
 * The API as a program without the client calls it. All methods throw ApiError with the service's own words.
 */
export function createApiClient(baseUrl: string, apiKey: string, signal: AbortSignal): ApiClient {
  const headers = { "x-service-api-key": apiKey, "content-type": "application/json" };
  const post = async (path: string, body: unknown): Promise<unknown> =>
    dataOf(
      await fetch(`${baseUrl}/api/v1${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
        signal,
      }),
    );
  return {
    async upload(path) {
      const { size } = await stat(path);
      const announced = {
        filename: basename(path),
        content_type: "application/octet-stream",
        size_bytes: size,
      };
      const upload = (await post("/uploads", announced)) as { s3_key: string; upload_url: string };
      const body = Readable.toWeb(createReadStream(path)) as ReadableStream;
      const put = {
        method: "PUT",
        headers: { "content-length": String(size) },
        body,
        duplex: "half",
        signal,
      } as const;
      await dataOf(await fetch(upload.upload_url, put));
      return upload.s3_key;
    },
    createClips: async (body) => (await post("/clips", body)) as Job,
    readJob: async (jobId) =>
      (await dataOf(await fetch(`${baseUrl}/api/v1/jobs/${jobId}`, { headers, signal }))) as Job,
    async download(url, path) {
      const response = await fetch(url, { signal });
      if (!response.ok || response.body === null)
        throw new ApiError(`A clip could not be read: ${response.status}.`);
      await writeFile(path, Readable.fromWeb(response.body as never));
    },
  };
}
