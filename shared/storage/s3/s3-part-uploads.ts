// Uploads in parts that clients send, straight to the service by presigned addresses, or through a control plane.
import { Readable } from "node:stream";
import { hasErrorCode } from "../../errors.ts";
import { S3_LIMITS } from "../../limits/storage.ts";
import { takeExactly } from "../exact-stream.ts";
import {
  type PartLayout,
  type PartToStore,
  type PartUploads,
  partsMissing,
  type StoredPart,
} from "../part-uploads.ts";
import { assertStorageKey } from "../storage-key.ts";
import {
  abandonMultipartUpload,
  beginMultipartUpload,
  joinParts,
  type SentPart,
} from "./multipart-upload.ts";
import type { S3Connection } from "./s3-connection.ts";
import { statObject } from "./s3-reads.ts";

interface ListedPart extends StoredPart, SentPart {}

export class S3PartUploads implements PartUploads {
  readonly #connection: S3Connection;
  readonly #idleTimeoutMs: number;

  constructor(connection: S3Connection, idleTimeoutMs: number) {
    this.#connection = connection;
    this.#idleTimeoutMs = idleTimeoutMs;
  }

  async begin(key: string, { contentType }: PartLayout): Promise<string> {
    assertStorageKey(key);
    return (await beginMultipartUpload(this.#connection, key, contentType)).uploadId;
  }

  async putPart(
    key: string,
    handle: string,
    part: PartToStore,
    content: Readable,
    signal?: AbortSignal,
  ): Promise<void> {
    const { number, sizeBytes } = part;
    const stream = { sizeBytes, idleTimeoutMs: this.#idleTimeoutMs, signal };
    try {
      await takeExactly(content, stream, async (chunks) => {
        const broken = new AbortController();
        const body = Readable.from(chunks, { objectMode: false });
        // The SDK would wait for the rest of a body that has failed.
        body.once("error", (error) => broken.abort(error));
        await this.#connection.call(
          (client, abortSignal) =>
            client.uploadPart(
              {
                ...this.#connection.at(key),
                UploadId: handle,
                PartNumber: number,
                Body: body,
                ContentLength: sizeBytes,
              },
              { abortSignal },
            ),
          {
            signal: broken.signal,
            timeoutMs: S3_LIMITS.partTimeoutMs,
            client: this.#connection.sender,
          },
        );
      });
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async listParts(key: string, handle: string): Promise<readonly StoredPart[]> {
    const parts = await this.#listParts(key, handle);
    return parts.map(({ number, sizeBytes }) => ({ number, sizeBytes }));
  }

  async join(
    key: string,
    handle: string,
    parts: readonly StoredPart[],
    signal?: AbortSignal,
  ): Promise<boolean> {
    const upload = { key, uploadId: handle };
    let listed: readonly ListedPart[];
    try {
      listed = await this.#listParts(key, handle, signal);
    } catch (error) {
      if (!hasErrorCode(error, "NOT_FOUND")) throw error;
      // Joined before: the key is this upload's alone, and had no other content when it began.
      const there = await statObject(this.#connection, key, signal);
      if (there === undefined) throw error;
      return there.sizeBytes === parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    }
    const bySize = new Map(listed.map((part) => [`${part.number}.${part.sizeBytes}`, part]));
    const sent = parts.flatMap(({ number, sizeBytes }) => bySize.get(`${number}.${sizeBytes}`) ?? []);
    if (sent.length < parts.length) {
      throw partsMissing(parts.filter((part) => !bySize.has(`${part.number}.${part.sizeBytes}`)));
    }
    const isOurs = await joinParts(this.#connection, upload, sent, { signal, replaces: false });
    // Where the content stood there before, the parts are still to be removed.
    await abandonMultipartUpload(this.#connection, upload);
    return isOurs;
  }

  async abandon(key: string, handle: string): Promise<void> {
    await abandonMultipartUpload(this.#connection, { key, uploadId: handle });
  }

  partUrl(key: string, handle: string, part: StoredPart, expiresInS: number): Promise<string> {
    const url = this.#connection.presign({
      method: "PUT",
      key,
      query: { partNumber: String(part.number), uploadId: handle },
      headers: { "content-length": String(part.sizeBytes) },
      expiresInS,
    });
    return Promise.resolve(url);
  }

  async #listParts(key: string, handle: string, signal?: AbortSignal): Promise<ListedPart[]> {
    const parts: ListedPart[] = [];
    let from = {};
    for (;;) {
      const page = await this.#connection.call(
        (client, abortSignal) =>
          client.listParts({ ...this.#connection.at(key), UploadId: handle, ...from }, { abortSignal }),
        { signal },
      );
      for (const { PartNumber = 0, Size = 0, ETag = "" } of page.Parts ?? []) {
        parts.push({ number: PartNumber, sizeBytes: Size, tag: ETag });
      }
      if (page.IsTruncated !== true || page.NextPartNumberMarker === undefined) return parts;
      from = { PartNumberMarker: page.NextPartNumberMarker };
    }
  }
}
