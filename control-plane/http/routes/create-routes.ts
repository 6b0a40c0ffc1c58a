// POST of each kind of task: `/clips`, `/generation-tasks`, and so on. What they take and do is in the table of kinds.
import { Task } from "../../../shared/schemas/task.ts";
import { unknownFieldsOf } from "../../../shared/schemas/unknown-fields.ts";
import {
  kindsOn,
  TASK_KINDS,
  type TaskKindName,
  type TaskSurfaceName,
} from "../../../shared/tasks/task-kinds.ts";
import type { Caller } from "../../accounts/admission.ts";
import { CONTROL_KINDS } from "../../tasks/kinds.ts";
import type { ViewTask } from "../../tasks/read/task-view.ts";
import type { ControlKind, KindServices } from "../../tasks/task-kind.ts";
import { nameInError, nameInMessage } from "../name-unknown-fields.ts";
import { type Call, jsonReply, type Route } from "../route.ts";

export interface CreateRoutesServices extends KindServices {
  readonly viewTask: ViewTask;
}

/** The creates of all kinds that a surface shows. */
export function createRoutes(services: CreateRoutesServices, surface: TaskSurfaceName): Route[] {
  return kindsOn(surface).map((kind) => createRoute(services, kind, CONTROL_KINDS[kind]));
}

function createRoute(services: CreateRoutesServices, kind: TaskKindName, row: ControlKind): Route {
  const { scope, operation, created, requireTarget } = row;
  const { body, create } = row.takes(services.bounds);
  const findUnknown = unknownFieldsOf(body);
  return {
    method: "POST",
    path: TASK_KINDS[kind].createPath,
    creates: true,
    access: "key",
    scope,
    body: row.isBodyOptional === true ? "optional-json" : "json",
    operation: {
      ...operation,
      description: row.describe(services),
      body,
      reply: { status: 201, schema: Task },
    },
    ...(requireTarget === undefined
      ? {}
      : {
          requireTarget: ({ params }: Call, { accountId }: Caller) =>
            requireTarget(services, accountId, params),
        }),
    async handle(call, { accountId }) {
      const { answer, params } = call;
      const unknown = findUnknown(call.body);
      try {
        const task = await create(services, { kind, accountId, params, body: call.body, answer });
        const view = await services.viewTask(task, { showRun: false });
        const message = answer.isRepeat ? `${created} before, with this idempotency_key` : created;
        return jsonReply(201, nameInMessage(message, unknown), view);
      } catch (error) {
        throw nameInError(error, unknown);
      }
    },
  };
}
