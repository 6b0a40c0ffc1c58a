// Models for media nodes, as operators see and want them: what can be installed and what each node has, by the folders in
// which nodes keep models. What is asked for is a model for a folder, because nodes that share one share its models, and
// a node that starts again is known by its folder and not by its id.
import type { Queryable } from "../../shared/db/connect.ts";
import { AppError } from "../../shared/errors.ts";
import { newId } from "../../shared/ids.ts";
import type {
  CatalogueModelView,
  ModelCatalogueView,
  ModelsFolderView,
} from "../console/api-types/operator-models.ts";
import {
  cancelInstall,
  deleteEndedInstall,
  deleteOldInstalls,
  type InstallRow,
  insertInstalls,
  type NodeModelsRow,
  retryInstall,
  selectCatalogue,
  selectInstall,
  selectInstalls,
  selectNodeModels,
} from "../db/operators/model-installs.ts";

function foldersOf(nodes: readonly NodeModelsRow[]): ModelsFolderView[] {
  return [...Map.groupBy(nodes, ({ folderId }) => folderId)].map(([id, sharers]) => ({
    id,
    path: sharers[0]?.path ?? "",
    freeBytes: sharers.find(({ freeBytes }) => freeBytes !== null)?.freeBytes ?? null,
    nodes: sharers.map(({ id: nodeId, host }) => ({ id: nodeId, host })),
  }));
}

function foldersWhere(nodes: readonly NodeModelsRow[], holds: (node: NodeModelsRow) => boolean): string[] {
  return [...new Set(nodes.filter(holds).map(({ folderId }) => folderId))];
}

/** What living nodes can install, and have. */
export async function readModelCatalogue(sql: Queryable): Promise<ModelCatalogueView> {
  const nodes = await selectNodeModels(sql);
  const described = await selectCatalogue(sql, [...new Set(nodes.flatMap(({ canInstall }) => canInstall))]);
  const models = described.map((model): CatalogueModelView => {
    const installedOn = foldersWhere(nodes, ({ installed }) =>
      installed.some(({ name }) => name === model.name),
    );
    const recommendedFor = foldersWhere(nodes, ({ recommended }) => recommended.includes(model.name));
    return {
      ...model,
      installableOn: foldersWhere(nodes, ({ canInstall }) => canInstall.includes(model.name)),
      installedOn,
      recommendedFor: recommendedFor.filter((id) => !installedOn.includes(id)),
    };
  });
  return { folders: foldersOf(nodes), models };
}

export interface InstallView extends InstallRow {
  /** Of the folder's living nodes, or of the last one that was at it. */
  readonly hosts: readonly string[];
  /** Whether a node lives that has the folder. */
  readonly isReachable: boolean;
}

function viewInstall(row: InstallRow, nodes: readonly NodeModelsRow[]): InstallView {
  const hosts = [
    ...new Set(nodes.filter(({ folderId }) => folderId === row.folderId).map(({ host }) => host)),
  ];
  const isReachable = hosts.length > 0;
  return { ...row, isReachable, hosts: isReachable || row.host === null ? hosts : [row.host] };
}

/** What was asked for: what is under way first. */
export async function listInstalls(sql: Queryable): Promise<InstallView[]> {
  const [rows, nodes] = await Promise.all([selectInstalls(sql), selectNodeModels(sql)]);
  return rows.map((row) => viewInstall(row, nodes));
}

/** A model for a folder. */
export interface WantedInstall {
  readonly model: string;
  readonly folderId: string;
}

/**
 * Asks for models. What a folder has is left out, and what is under way goes on.
 * @throws AppError NOT_FOUND for a folder of no living node; INVALID_REQUEST for a model that its nodes do not know
 */
export async function askForInstalls(
  sql: Queryable,
  wanted: readonly WantedInstall[],
  askedBy: string,
): Promise<InstallView[]> {
  const nodes = await selectNodeModels(sql);
  const missing = wanted.filter(({ model, folderId }) => {
    const sharers = nodes.filter((node) => node.folderId === folderId);
    if (sharers.length === 0) {
      throw new AppError("NOT_FOUND", `No media node with the models folder ${folderId} lives now.`);
    }
    if (!sharers.some(({ canInstall }) => canInstall.includes(model))) {
      throw new AppError("INVALID_REQUEST", `The catalogue of ${sharers[0]?.host} has no ${model}.`);
    }
    return !sharers.some(({ installed }) => installed.some(({ name }) => name === model));
  });
  await deleteOldInstalls(sql);
  const unique = new Map(missing.map((each) => [`${each.folderId} ${each.model}`, each]));
  const asked = [...unique.values()].map((each) => ({ ...each, id: newId("install") }));
  const rows = await insertInstalls(sql, asked, askedBy);
  return rows.map((row) => viewInstall(row, nodes));
}

/** @throws AppError NOT_FOUND */
async function readInstall(sql: Queryable, id: string): Promise<InstallView> {
  const row = await selectInstall(sql, id);
  if (row === undefined) throw new AppError("NOT_FOUND", `There is no install ${id}.`);
  return viewInstall(row, await selectNodeModels(sql));
}

/** Takes a request back; what has arrived is removed. @throws AppError NOT_FOUND; ALREADY_TERMINAL */
export async function stopInstall(sql: Queryable, id: string): Promise<InstallView> {
  const before = await readInstall(sql, id);
  if (!(await cancelInstall(sql, id))) {
    throw new AppError("ALREADY_TERMINAL", `The install of ${before.model} has ended already.`);
  }
  return readInstall(sql, id);
}

/** Takes what has ended off the list; the model itself stays as it is. @throws AppError NOT_FOUND; NOT_TERMINAL */
export async function forgetInstall(sql: Queryable, id: string): Promise<InstallView> {
  const before = await readInstall(sql, id);
  if (!(await deleteEndedInstall(sql, id))) {
    throw new AppError("NOT_TERMINAL", `The install of ${before.model} is under way: cancel it first.`);
  }
  return before;
}

/** Asks again for what failed or was cancelled. @throws AppError NOT_FOUND; INVALID_REQUEST for another one */
export async function repeatInstall(sql: Queryable, id: string, askedBy: string): Promise<InstallView> {
  const before = await readInstall(sql, id);
  if (!(await retryInstall(sql, id, askedBy))) {
    throw new AppError(
      "INVALID_REQUEST",
      `The install of ${before.model} is ${before.state}: only what failed or was cancelled is tried again.`,
    );
  }
  return readInstall(sql, id);
}
