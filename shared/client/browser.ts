// What `clipmill/client` is in a browser. A key does not belong there: the client calls a proxy of yours, which adds it.

export type * from "./api-types.ts";
export type { CallOptions, ClientOptions } from "./call-api.ts";
// biome-ignore lint/performance/noBarrelFile: a package's entry is one.
export { Clipmill, type UploadContent } from "./client.ts";
export type { ClientErrorCode, ErrorCode, ErrorDetail } from "./client-error.ts";
export { ClipmillError, TaskFailedError } from "./client-error.ts";
export type { FollowOptions, TaskUpdate } from "./follow-task.ts";
export type { FinishedTask, TaskKind, TaskOf } from "./surfaces.ts";
export type { WaitOptions } from "./task-resource.ts";
export type { DownloadOptions } from "./transfers/download.ts";
export type { UploadOptions, UploadProgress } from "./transfers/upload.ts";
