// The Task envelope: what every create and every read of a generation task or a video job replies with.
import { Type } from "typebox";
import { TASK_NAME_LIMITS } from "../limits/requests.ts";
import { TASK_KIND_NAMES, TASK_SURFACES } from "../tasks/task-kinds.ts";
import { PROGRESS_STAGES, TASK_STATES, TERMINAL_STATES } from "../tasks/task-states.ts";
import { TASK_ERROR_CODES } from "./error.ts";
import { TaskOutput } from "./job-output.ts";
import { Nullable } from "./nullable.ts";
import { WebhookDelivery } from "./webhook-delivery.ts";

const Time = (description: string) =>
  Type.String({ format: "date-time", description: `${description} ISO 8601, UTC, milliseconds.` });
const Moods = (description: string) => Type.Number({ minimum: 0, description });

export const TaskFailure = Type.Object(
  {
    code: Type.Enum([...TASK_ERROR_CODES], { description: "Stable reason." }),
    message: Type.String({ description: "One sentence for a person." }),
    retryable: Type.Boolean({ description: "Whether the same request may succeed later." }),
  },
  { description: "Why a task failed." },
);

export const Progress = Type.Object(
  {
    percent: Type.Number({ minimum: 0, maximum: 100, description: "Never goes down within a run." }),
    stage: Type.Enum([...PROGRESS_STAGES], { description: "What is being done." }),
    message: Nullable(Type.String({ description: "One sentence for a person." })),
    queue_position: Nullable(
      Type.Integer({
        minimum: 0,
        description:
          "How many tasks come before this one for the same kind of job or the same model, by the fair shares of all accounts; null unless it waits in the queue.",
      }),
    ),
  },
  { description: "Where a task is; null before its first run, unless no media node could start one now." },
);

export const Billing = Type.Object(
  {
    base_moods: Moods("List price."),
    charged_moods: Moods("What was charged: the list price times the account's price multiplier."),
    extra_moods_charged: Moods("What was debited after creation."),
    refunded_moods: Moods(
      "What came back: all of a task that failed, and of one that finished the share of its outputs that could not be made.",
    ),
  },
  { description: "What a task cost, in moods." },
);

export const ResultItem = Type.Object(
  {
    id: Type.String({ description: "Id of the output.", examples: ["res_01k9a1b2c3d4e5f6g7h8j9k0m1"] }),
    status: Type.Enum(["SUCCESS", "FAILED"], { description: "Whether this output was made." }),
    file_url: Nullable(
      Type.String({ format: "uri", description: "The file, signed for 24 hours; null where it failed." }),
    ),
    file_type: Nullable(Type.String({ description: "MIME type; null where it failed." })),
    thumbnail_url: Type.Optional(
      Type.String({ format: "uri", description: "A small WebP of an image, signed like the file." }),
    ),
    external_task_id: Type.Optional(
      Type.String({ description: "The run that made it. Absent from create replies and webhook payloads." }),
    ),
  },
  { description: "One output of a generation task." },
);

export const Task = Type.Object(
  {
    task_id: Type.String({
      description: "Id of a generation task or a job alike; `taskId` and `jobId` in paths.",
      examples: ["task_01k9a1b2c3d4e5f6g7h8j9k0m1"],
    }),
    kind: Type.Enum([...TASK_KIND_NAMES], { description: "What kind of work it is." }),
    name: Nullable(
      Type.String({
        maxLength: TASK_NAME_LIMITS.characters,
        description:
          "What people call what it was made of: the title in its request, else the name of an upload's file or the last part of an address, of a render what its job's was, of a generation task the beginning of its prompt; null where there is none. One line, shortened with an ellipsis; not unique.",
        examples: ["talk.mp4"],
      }),
    ),
    status: Type.Enum([...TASK_STATES], { description: "`finished` and `failed` are final." }),
    model: Nullable(Type.String({ description: "Model slug; null for video jobs." })),
    template_id: Nullable(Type.String({ description: "The template that it started from, or null." })),
    callback_url: Nullable(Type.String({ description: "Echo of the request." })),
    created_at: Time("When it was created."),
    updated_at: Time("When it last changed."),
    started_at: Nullable(
      Time(
        "When a media node first began to work on it; null until then. What lies between this and `created_at` is its time in the queue.",
      ),
    ),
    completed_at: Nullable(Time("When it ended; null until then.")),
    deleted_at: Nullable(
      Time("When its files were removed by DELETE, and `output` and `result` with them; null of all others."),
    ),
    error: Nullable(TaskFailure),
    progress: Nullable(Progress),
    billing: Billing,
    result: Type.Array(ResultItem, { description: "Files of a generation task; empty for video jobs." }),
    output: TaskOutput({
      description: "Data of a video job, by its kind; null until it is finished, and for generation tasks.",
    }),
    webhooks: Type.Array(WebhookDelivery, { description: "Deliveries to callback_url, oldest first." }),
  },
  { description: "A generation task or a video job." },
);

export const ListedTask = Type.Omit(Task, ["output", "webhooks"], {
  description: "A generation task or a video job in a list: a read of it has its `output` and `webhooks`.",
});

export const Tasks = Type.Array(ListedTask);

const TASK_EVENTS = Object.values(TASK_SURFACES).flatMap(({ event }) =>
  TERMINAL_STATES.map((state) => `${event}.${state}` as const),
);

export const WebhookPayload = Type.Object(
  {
    event: Type.Enum(TASK_EVENTS, {
      description: "`generation.…` for generation tasks, `job.…` for video jobs.",
    }),
    task_id: Type.String({ description: "Handlers should be idempotent, keyed on this." }),
    status: Type.Enum(["finished", "failed"], { description: "How the task ended." }),
    model: Nullable(Type.String({ description: "Model slug; null for video jobs." })),
    result: Type.Array(Type.Omit(ResultItem, ["external_task_id"]), {
      description: "Files of a generation task; empty on failure.",
    }),
    error: Nullable(TaskFailure),
    created_at: Time("When the task was created."),
    completed_at: Time("When it ended."),
    kind: Type.Optional(Type.Enum([...TASK_KIND_NAMES], { description: "Of video jobs." })),
    output: Type.Optional(TaskOutput({ description: "Of video jobs: the same as a read of the job shows." })),
  },
  { description: "Body of the POST to a task's callback_url when it has ended." },
);
