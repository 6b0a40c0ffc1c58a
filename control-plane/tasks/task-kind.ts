// What this plane has to know of a kind of task: how one is asked for, created and shown. The rows are files
// in kinds/, and kinds.ts is the table of them.
import type { Static, TSchema } from "typebox";
import type { CaptionPresets } from "../../shared/captions/caption-presets.ts";
import type { ErrorCode } from "../../shared/errors.ts";
import type { RequestBounds } from "../../shared/limits/request-bounds.ts";
import { compileSchema } from "../../shared/schemas/validate.ts";
import type { TaskKindName } from "../../shared/tasks/task-kinds.ts";
import type { Scope } from "../accounts/scopes.ts";
import type { InputChecks } from "../catalog/input-checks.ts";
import type { ModelCheck } from "../catalog/model-check.ts";
import type { ModelTimes } from "../catalog/models.ts";
import type { FileRetention } from "../db/expired-files.ts";
import type { TaskRow } from "../db/tasks/tasks.ts";
import type { CreateAnswer } from "./create/create-answer.ts";
import type { JobServices } from "./create/create-job.ts";
import type { ReadOutput } from "./read/stored-outputs.ts";

/** Makes a URL under which a stored file can be read for a while. */
export type SignFile = (storageKey: string) => string;

/** What creates of any kind need. */
export interface KindServices extends JobServices {
  readonly readOutput: ReadOutput;
  readonly fileRetention: FileRetention;
  readonly captionPresets: CaptionPresets;
  readonly inputChecks: InputChecks;
  readonly isUsable: ModelCheck;
  readonly modelTimes: ModelTimes;
  readonly bounds: RequestBounds;
}

/** A client's wish for a task. */
export interface Creation<Body> {
  readonly kind: TaskKindName;
  readonly accountId: string;
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly answer: CreateAnswer;
}

/** What the API's document says of the operation that creates one. */
export interface CreateOperation {
  /** Unique, lower camel case, such as `createClipJob`. */
  readonly id: string;
  readonly tag: "Clipping" | "Generation";
  readonly summary: string;
  /** Beside those that every authenticated route may answer. */
  readonly errors: readonly ErrorCode[];
}

interface TaskKindTraits {
  /** Of the key that creates one. */
  readonly scope: Scope;
  readonly operation: CreateOperation;
  /** Throws NOT_FOUND where what its path names is not there; of a kind whose path names something. */
  readonly requireTarget?: (
    services: KindServices,
    accountId: string,
    params: Creation<unknown>["params"],
  ) => Promise<unknown>;
  /** Whether a request may come without a body, as one with an empty object; not unless told. */
  readonly isBodyOptional?: true;
  /** The operation's description. */
  readonly describe: (services: Pick<KindServices, "captionPresets" | "bounds">) => string;
  /** What a create is answered with, beside the task. */
  readonly created: string;
  /** How clients see what it reports; null where they see just that, so that it need not even be parsed. */
  readonly viewOutput: ((output: unknown, signFile: SignFile) => unknown) | null;
  /** Whether reads show its `template_id`: not where the template is in the request and the id only counts its uses. */
  readonly showsTemplate: boolean;
  /** Whether its output is a transcription's, which can be read as a subtitle file. */
  readonly hasCaptions: boolean;
}

export interface KindRow<S extends TSchema> extends TaskKindTraits {
  /** The body of its create, within the bounds in force. */
  readonly body: (bounds: RequestBounds) => S;
  /**
   * Checks what a schema cannot say, prices the task, and creates it; a repeat returns the original.
   * @throws AppError INVALID_REQUEST, INPUT_SCHEMA_VIOLATION, INSUFFICIENT_MOODS, IDEMPOTENCY_CONFLICT, UNAVAILABLE
   */
  readonly create: (services: KindServices, creation: Creation<Static<S>>) => Promise<TaskRow>;
}

/** What clients may send for a kind, within this appliance's bounds, and what becomes of it. */
export interface KindIntake {
  readonly body: TSchema;
  /** As KindRow.create, for a body that anybody wrote. */
  readonly create: (services: KindServices, creation: Creation<unknown>) => Promise<TaskRow>;
}

export interface ControlKind extends TaskKindTraits {
  readonly takes: (bounds: RequestBounds) => KindIntake;
}

/** A row of the table: its bodies are parsed before its create sees them. */
export function controlKind<S extends TSchema>({ body: within, create, ...traits }: KindRow<S>): ControlKind {
  return {
    ...traits,
    takes: (bounds) => {
      const body = within(bounds);
      const parse = compileSchema(body);
      return {
        body,
        create: (services, creation) => create(services, { ...creation, body: parse(creation.body) }),
      };
    },
  };
}
