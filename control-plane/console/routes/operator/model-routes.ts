// Models that operators have media nodes install: the catalogue, and what was asked for.
import { Type } from "typebox";
import type { Sql } from "../../../../shared/db/connect.ts";
import { MODEL_INSTALL_LIMITS } from "../../../../shared/limits/models.ts";
import type { OperatorWork } from "../../../audit/operator-actions.ts";
import type { Route } from "../../../http/route.ts";
import { type InstallView, listInstalls, readModelCatalogue } from "../../../nodes/model-installs.ts";
import {
  cancelModelInstall,
  dismissModelInstall,
  installModels,
  retryModelInstall,
} from "../../../operators/model-work.ts";
import type { ModelCatalogueView, ModelInstallView } from "../../api-types/operator-models.ts";
import { bodyOf } from "../console-bodies.ts";
import { changeRoute, param, readRoute } from "./operator-route.ts";

export interface ModelRoutesOptions {
  readonly reads: Sql;
  readonly writes: Sql;
}

const INSTALLS = "/model-installs";
const Name = Type.String({ minLength: 1, maxLength: 100 });
const InstallsBody = bodyOf({
  installs: Type.Array(bodyOf({ model: Name, folderId: Name }), {
    minItems: 1,
    maxItems: MODEL_INSTALL_LIMITS.atOnce,
  }),
});

function viewInstall(install: InstallView): ModelInstallView {
  const { host: _last, startedAt, endedAt, ...rest } = install;
  return {
    ...rest,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  };
}

/** The same work, with its result as the page gets it. */
function shown<T, View>(work: OperatorWork<T>, view: (result: T) => View): OperatorWork<View> {
  return async (transaction) => {
    const done = await work(transaction);
    return { ...done, result: view(done.result) };
  };
}

/** The catalogue with what nodes have of it; installs that were asked for, withdrawn, tried again and cleared away. */
export function modelRoutes({ reads, writes }: ModelRoutesOptions): Route[] {
  return [
    readRoute<ModelCatalogueView>("/model-catalog", "Models that can be installed", () =>
      readModelCatalogue(reads),
    ),
    readRoute<readonly ModelInstallView[]>(INSTALLS, "Installs listed", async () =>
      (await listInstalls(reads)).map(viewInstall),
    ),
    changeRoute({
      writes,
      method: "POST",
      path: INSTALLS,
      action: "model install",
      message: "Models are installed",
      schema: InstallsBody,
      work: ({ body, session }) =>
        shown(installModels(body.installs, session.user.email), (rows) => rows.map(viewInstall)),
    }),
    changeRoute({
      writes,
      method: "POST",
      path: `${INSTALLS}/:installId/cancel`,
      action: "model cancel",
      message: "The install is taken back",
      schema: null,
      work: ({ call }) => shown(cancelModelInstall(param(call, "installId")), viewInstall),
    }),
    changeRoute({
      writes,
      method: "POST",
      path: `${INSTALLS}/:installId/retry`,
      action: "model retry",
      message: "The install is tried again",
      schema: null,
      work: ({ call, session }) =>
        shown(retryModelInstall(param(call, "installId"), session.user.email), viewInstall),
    }),
    changeRoute({
      writes,
      method: "DELETE",
      path: `${INSTALLS}/:installId`,
      action: "model dismiss",
      message: "The install is off the list",
      schema: null,
      work: ({ call }) => shown(dismissModelInstall(param(call, "installId")), viewInstall),
    }),
  ];
}
