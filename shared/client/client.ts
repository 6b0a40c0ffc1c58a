// The client for developers as browsers have it, too: everything but files by their paths, which Node's entry adds.
import type { Balance, Task, Upload, Usage, UsageQuery, WebhookPayload } from "./api-types.ts";
import {
  type Call,
  type CallOptions,
  type ClientOptions,
  type Connection,
  callApi,
  connect,
  type Reply,
} from "./call-api.ts";
import { ClipmillError } from "./client-error.ts";
import type { CallName } from "./operations.ts";
import {
  ClipResource,
  type Create,
  createWith,
  ExportResource,
  GenerationTaskResource,
  ModelResource,
  TemplateResource,
  TranscriptionResource,
  UploadResource,
} from "./resources.ts";
import { type FinishedTask, SURFACES, surfaceOf, type TaskKind } from "./surfaces.ts";
import { TaskResource, type WaitOptions, waitForTask } from "./task-resource.ts";
import { type DownloadOptions, readFile } from "./transfers/download.ts";
import { type UploadOptions, uploadSource } from "./transfers/upload.ts";
import { type ByteStream, blobSource, streamSource, type UploadSource } from "./transfers/upload-source.ts";
import { confirmWebhook, parseWebhook } from "./webhooks.ts";

/** A Blob or a File; of a stream the size must be known. */
export type UploadContent = Blob | { readonly stream: ByteStream; readonly sizeBytes: number };

/** @throws ClipmillError INVALID_ARGUMENT */
function sourceOf(content: UploadContent): UploadSource {
  if (content instanceof Blob) return blobSource(content);
  const { stream, sizeBytes } = content;
  if (typeof stream === "object" && Number.isSafeInteger(sizeBytes)) return streamSource(stream, sizeBytes);
  throw new ClipmillError("INVALID_ARGUMENT", "An upload is a Blob, or a stream with its `sizeBytes`.");
}

/** A control plane, called with an account's key. */
export class Clipmill {
  protected readonly connection: Connection;
  /** Clips of a video's best moments. */
  readonly clips: ClipResource;
  /** A finished job's clips as files for other programs. */
  readonly exports: ExportResource;
  /** Highlight reels of matches. */
  readonly highlights: { readonly create: Create<"highlight"> };
  readonly transcriptions: TranscriptionResource;
  /** Video jobs of all kinds. */
  readonly jobs: TaskResource<"clip" | "highlight" | "transcription" | "render", "listJobs">;
  readonly generationTasks: GenerationTaskResource;
  readonly uploads: UploadResource;
  readonly models: ModelResource;
  readonly templates: TemplateResource;
  readonly webhooks: {
    /** Reads a webhook's body, of which nothing is to be believed. @throws ClipmillError INVALID_WEBHOOK */
    readonly parse: (body: unknown) => WebhookPayload;
    /**
     * The ended task that a webhook tells of, as the API has it; handle it once by its `task_id`.
     * @throws ClipmillError INVALID_WEBHOOK where the account has no task that ended so
     */
    readonly confirm: (body: unknown, options?: CallOptions) => Promise<Task>;
  };

  constructor(options: ClientOptions) {
    const connection = connect(options);
    this.connection = connection;
    this.clips = new ClipResource(connection);
    this.exports = new ExportResource(connection);
    this.highlights = { create: createWith<"highlight">(connection, "createHighlightJob") };
    this.transcriptions = new TranscriptionResource(connection);
    this.jobs = new TaskResource(connection, SURFACES.jobs);
    this.generationTasks = new GenerationTaskResource(connection);
    this.uploads = new UploadResource(connection);
    this.models = new ModelResource(connection);
    this.templates = new TemplateResource(connection);
    this.webhooks = {
      parse: parseWebhook,
      confirm: (body, callOptions) => confirmWebhook(connection, body, callOptions),
    };
  }

  /** Any operation by its id in the API's document, with the whole reply; archives have `exports.zip` alone. */
  call<Name extends CallName>(name: Name, call?: Call<Name>): Promise<Reply<Name>> {
    return callApi(this.connection, name, call);
  }

  /** Waits for the end of a task of any kind. @throws TaskFailedError where it failed; ClipmillError WAIT_TIMED_OUT */
  async waitFor<Kind extends TaskKind>(
    task: { readonly task_id: string; readonly kind: Kind },
    options?: WaitOptions,
  ): Promise<FinishedTask<Kind>> {
    const ended = await waitForTask(this.connection, surfaceOf(task), task.task_id, options);
    return ended as unknown as FinishedTask<Kind>;
  }

  /** Uploads a file in parts, or goes on with one by its id; `s3_key` of what comes back is what a job names. */
  async upload(content: UploadContent, options?: UploadOptions): Promise<Upload> {
    return uploadSource(this.connection, sourceOf(content), options);
  }

  /** The bytes behind a signed link, in order; a broken connection is taken up again. */
  download(url: string, options?: DownloadOptions): AsyncGenerator<Uint8Array> {
    return readFile(this.connection, url, options);
  }

  async balance({ signal }: CallOptions = {}): Promise<Balance> {
    return (await callApi(this.connection, "readBalance", { signal })).data;
  }

  async usage(query?: UsageQuery, { signal }: CallOptions = {}): Promise<Usage> {
    return (await callApi(this.connection, "readUsage", { query, signal })).data;
  }
}
