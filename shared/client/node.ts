// What `clipmill/client` is in Node: the client with files by their paths.
import type { Upload } from "./api-types.ts";
import type { ClientOptions } from "./call-api.ts";
import { Clipmill as BaseClient, type UploadContent } from "./client.ts";
import type { DownloadOptions } from "./transfers/download.ts";
import { downloadTo, fileSource } from "./transfers/file-on-disk.ts";
import { type UploadOptions, uploadSource } from "./transfers/upload.ts";

export type * from "./api-types.ts";
export type { CallOptions, ClientOptions } from "./call-api.ts";
export type { UploadContent } from "./client.ts";
export type { ClientErrorCode, ErrorCode, ErrorDetail } from "./client-error.ts";
// biome-ignore lint/performance/noBarrelFile: a package's entry is one.
export { ClipmillError, TaskFailedError } from "./client-error.ts";
export type { FollowOptions, TaskUpdate } from "./follow-task.ts";
export type { FinishedTask, TaskKind, TaskOf } from "./surfaces.ts";
export type { WaitOptions } from "./task-resource.ts";
export type { DownloadOptions } from "./transfers/download.ts";
export type { UploadOptions, UploadProgress } from "./transfers/upload.ts";

/** A control plane, called with an account's key. */
export class Clipmill extends BaseClient {
  /** @param options by default what `CLIPMILL_URL` and `CLIPMILL_API_KEY` say */
  constructor(options: Partial<ClientOptions> = {}) {
    const { CLIPMILL_URL = "", CLIPMILL_API_KEY } = process.env;
    super({ ...options, url: options.url ?? CLIPMILL_URL, apiKey: options.apiKey ?? CLIPMILL_API_KEY });
  }

  /** Uploads a file by its path, a Blob or a stream, or goes on with an upload by its id. */
  override async upload(content: UploadContent | string, options?: UploadOptions): Promise<Upload> {
    if (typeof content !== "string") return super.upload(content, options);
    return uploadSource(this.connection, await fileSource(content), options);
  }

  /** Writes what is behind a signed link to a path, which has the whole file or none. */
  async downloadFile(url: string, path: string, options?: DownloadOptions): Promise<void> {
    await downloadTo(this.connection, url, path, options);
  }
}
