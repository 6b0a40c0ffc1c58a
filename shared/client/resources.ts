// The parts of a client beside the tasks themselves: what creates them, uploads, and the catalogue.
import type {
  AnnouncedUpload,
  ClipDetails,
  ClipQuery,
  DeletedUpload,
  Model,
  Template,
  TemplatesQuery,
  Upload,
  UploadRequest,
} from "./api-types.ts";
import { type CallOptions, type Connection, callApi, openReply } from "./call-api.ts";
import type { BodyOf } from "./operations.ts";
import { listAll, listPage, type Page } from "./pages.ts";
import { SURFACES, type TaskOf } from "./surfaces.ts";
import { type TaskReference, TaskResource, taskIdOf } from "./task-resource.ts";

/** What creates a task of each kind. */
interface Creates {
  readonly clip: "createClipJob";
  readonly highlight: "createHighlightJob";
  readonly transcription: "createTranscriptionJob";
  readonly generation: "createGenerationTask";
}

/**
 * Creates a task and charges for it. Without an `idempotency_key` the client makes one, so that its own repeats create
 * nothing twice; give one of yours for repeats of your program's.
 * @throws ClipmillError INVALID_REQUEST, INSUFFICIENT_MOODS, IDEMPOTENCY_CONFLICT
 */
export type Create<Kind extends keyof Creates> = (
  body: BodyOf<Creates[Kind]>,
  options?: CallOptions,
) => Promise<TaskOf<Kind>>;

/** What a resource's `create` does: the method of one operation, which takes its body and gives its task. */
export function createWith<Kind extends keyof Creates>(
  connection: Connection,
  operation: Creates[Kind],
): Create<Kind> {
  return async (body, { signal } = {}) =>
    (await callApi(connection, operation, { body, signal })).data as unknown as TaskOf<Kind>;
}

function pathOf(job: TaskReference, clipId: string): { jobId: string; clipId: string } {
  return { jobId: taskIdOf(job), clipId };
}

/** Clip jobs, and the clips that they have made. */
export class ClipResource {
  readonly #connection: Connection;
  readonly create: Create<"clip">;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.create = createWith<"clip">(connection, "createClipJob");
  }

  /** A finished clip with what its render was made of: words, cuts, framing. @throws ClipmillError NOT_TERMINAL */
  async get(
    job: TaskReference,
    clipId: string,
    { signal, ...query }: ClipQuery & CallOptions = {},
  ): Promise<ClipDetails> {
    return (await callApi(this.#connection, "readClip", { path: pathOf(job, clipId), query, signal })).data;
  }

  /** What is said in a clip, as SubRip. @throws ClipmillError NOT_FOUND, NOT_TERMINAL */
  async srt(job: TaskReference, clipId: string, { signal }: CallOptions = {}): Promise<string> {
    return (await callApi(this.#connection, "exportClipSrt", { path: pathOf(job, clipId), signal })).data;
  }

  /** As WebVTT. */
  async vtt(job: TaskReference, clipId: string, { signal }: CallOptions = {}): Promise<string> {
    return (await callApi(this.#connection, "exportClipVtt", { path: pathOf(job, clipId), signal })).data;
  }

  /** As plain text. */
  async txt(job: TaskReference, clipId: string, { signal }: CallOptions = {}): Promise<string> {
    return (await callApi(this.#connection, "exportClipTxt", { path: pathOf(job, clipId), signal })).data;
  }

  /** Renders a finished clip again, with changes. @throws ClipmillError SOURCE_EXPIRED, INSUFFICIENT_MOODS */
  async render(
    job: TaskReference,
    clipId: string,
    body: BodyOf<"createRender"> = {},
    { signal }: CallOptions = {},
  ): Promise<TaskOf<"render">> {
    const path = pathOf(job, clipId);
    const { data } = await callApi(this.#connection, "createRender", { path, body, signal });
    return data as unknown as TaskOf<"render">;
  }
}

/** A finished job's clips for other programs. Each throws ClipmillError NOT_FOUND, NOT_TERMINAL. */
export class ExportResource {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  otio = (job: TaskReference, options?: CallOptions): Promise<string> =>
    this.#text("exportJobOtio", job, options);
  fcpxml = (job: TaskReference, options?: CallOptions): Promise<string> =>
    this.#text("exportJobFcpxml", job, options);
  srt = (job: TaskReference, options?: CallOptions): Promise<string> =>
    this.#text("exportJobSrt", job, options);
  vtt = (job: TaskReference, options?: CallOptions): Promise<string> =>
    this.#text("exportJobVtt", job, options);
  txt = (job: TaskReference, options?: CallOptions): Promise<string> =>
    this.#text("exportJobTxt", job, options);

  /** The archive as it comes, which may be larger than memory: read the body, or cancel it. */
  async zip(job: TaskReference, { signal }: CallOptions = {}): Promise<Response> {
    const path = { jobId: taskIdOf(job) };
    return openReply(this.#connection, "exportJobZip", path, signal);
  }

  async #text(
    name: "exportJobOtio" | "exportJobFcpxml" | "exportJobSrt" | "exportJobVtt" | "exportJobTxt",
    job: TaskReference,
    { signal }: CallOptions = {},
  ): Promise<string> {
    const path = { jobId: taskIdOf(job) };
    return (await callApi(this.#connection, name, { path, signal })).data;
  }
}

/** Transcription jobs, and their captions. */
export class TranscriptionResource {
  readonly #connection: Connection;
  readonly create: Create<"transcription">;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.create = createWith<"transcription">(connection, "createTranscriptionJob");
  }

  /** A finished transcription as SubRip. @throws ClipmillError NOT_TERMINAL */
  async srt(job: TaskReference, { signal }: CallOptions = {}): Promise<string> {
    const path = { jobId: taskIdOf(job) };
    return (await callApi(this.#connection, "readCaptionsSrt", { path, signal })).data;
  }

  /** A finished transcription as WebVTT. @throws ClipmillError NOT_TERMINAL */
  async vtt(job: TaskReference, { signal }: CallOptions = {}): Promise<string> {
    const path = { jobId: taskIdOf(job) };
    return (await callApi(this.#connection, "readCaptionsVtt", { path, signal })).data;
  }
}

/** Generation tasks: images, and whatever else models make. */
export class GenerationTaskResource extends TaskResource<"generation", "listGenerationTasks"> {
  readonly create: Create<"generation">;

  constructor(connection: Connection) {
    super(connection, SURFACES["generation-tasks"]);
    this.create = createWith<"generation">(connection, "createGenerationTask");
  }
}

/** The calls of which `upload` is made, for programs that send the parts themselves. */
export class UploadResource {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Announces a file: the answer says where its content, or each part of it, is sent. */
  async create(body: UploadRequest, { signal }: CallOptions = {}): Promise<AnnouncedUpload> {
    return (await callApi(this.#connection, "createUpload", { body, signal })).data;
  }

  /** What has come of the upload. @throws ClipmillError NOT_FOUND */
  async get(uploadId: string, { signal }: CallOptions = {}): Promise<Upload> {
    return (await callApi(this.#connection, "readUpload", { path: { uploadId }, signal })).data;
  }

  /** Joins the parts once all have been sent. @throws ClipmillError PARTS_MISSING */
  async complete(uploadId: string, { signal }: CallOptions = {}): Promise<Upload> {
    return (await callApi(this.#connection, "completeUpload", { path: { uploadId }, signal })).data;
  }

  /** Removes the upload, unless a task that has not ended needs it. @throws ClipmillError NOT_TERMINAL */
  async delete(uploadId: string, { signal }: CallOptions = {}): Promise<DeletedUpload> {
    return (await callApi(this.#connection, "deleteUpload", { path: { uploadId }, signal })).data;
  }
}

/** What generation tasks may name as their `model`. */
export class ModelResource {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All models that media nodes offer, with their tiers, prices and input schemas. */
  async list({ signal }: CallOptions = {}): Promise<Model[]> {
    return (await callApi(this.#connection, "listModels", { signal })).data;
  }
}

/** Templates of images and reels. */
export class TemplateResource {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** All templates, page by page as they are read. */
  list(query?: TemplatesQuery, options?: CallOptions): AsyncGenerator<Template> {
    return listAll<Template>(this.#connection, "listTemplates", query, options);
  }

  /** One page, with how many templates there are. */
  listPage(query?: TemplatesQuery, options?: CallOptions): Promise<Page<Template>> {
    return listPage<Template>(this.#connection, "listTemplates", query, options);
  }

  /** @throws ClipmillError NOT_FOUND */
  async get(templateId: string, { signal }: CallOptions = {}): Promise<Template> {
    return (await callApi(this.#connection, "readTemplate", { path: { templateId }, signal })).data;
  }
}
