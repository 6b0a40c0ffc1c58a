// SQL of models that operators have installed, on this plane: a node says what it has and could have, takes what it was
// asked for, and writes down how far it is. Every write names the node, and does nothing once another has taken over or
// an operator has changed their mind.
import type { Queryable } from "../../shared/db/connect.ts";
import { QUEUE_LIMITS } from "../../shared/limits/queue.ts";

/** A model as a node has it. */
export interface HeldModel {
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  readonly sizeBytes: number;
  readonly isBuiltIn: boolean;
}

export interface ReportedModels {
  readonly nodeId: string;
  readonly folderId: string;
  readonly path: string;
  readonly freeBytes: number | null;
  readonly canInstall: readonly string[];
  readonly recommended: readonly string[];
  readonly installed: readonly HeldModel[];
}

/** Adds models of the catalogue, or brings what is known of them up to date; what is the same is not touched. */
export async function upsertCatalogue(
  sql: Queryable,
  models: readonly { readonly name: string }[],
): Promise<void> {
  await sql`
    insert into catalogue_models as m (name, described)
    select model->>'name', model from jsonb_array_elements(${sql.json(models as never)}) model
    order by model->>'name'
    on conflict (name) do update set described = excluded.described, updated_at = now()
      where m.described is distinct from excluded.described`;
}

/** Says what a node has. @throws the database's error where its lease is not there */
export async function upsertNodeModels(sql: Queryable, models: ReportedModels): Promise<void> {
  const { nodeId, folderId, path, freeBytes, canInstall, recommended, installed } = models;
  await sql`
    insert into node_models (node_id, folder_id, path, free_bytes, can_install, recommended, installed)
    values (${nodeId}, ${folderId}, ${path}, ${freeBytes}, ${canInstall as string[]}, ${recommended as string[]},
      ${sql.json(installed as never)})
    on conflict (node_id) do update set folder_id = excluded.folder_id, path = excluded.path,
      free_bytes = excluded.free_bytes, can_install = excluded.can_install, recommended = excluded.recommended,
      installed = excluded.installed, reported_at = now()`;
}

export interface ModelsLook {
  /** Whether it is known what this node has. */
  readonly isKnown: boolean;
  /** Whether operators ask for a model in its folder. */
  readonly isAsked: boolean;
}

/** What each beat of a node's lease asks. */
export async function lookAtInstalls(
  sql: Queryable,
  { nodeId, folderId }: Pick<ReportedModels, "nodeId" | "folderId">,
): Promise<ModelsLook> {
  const [row] = await sql<ModelsLook[]>`
    select exists (select from node_models where node_id = ${nodeId}) as "isKnown",
      exists (select from model_installs where folder_id = ${folderId} and state in ('waiting', 'downloading'))
        as "isAsked"`;
  return row ?? { isKnown: false, isAsked: false };
}

export interface TakenInstall {
  readonly id: string;
  readonly model: string;
}

/**
 * Takes the install that waits longest in this folder, or that a node that is gone has left; undefined where there is none
 * that this version knows.
 */
export async function takeInstall(
  sql: Queryable,
  { nodeId, folderId, canInstall }: Pick<ReportedModels, "nodeId" | "folderId" | "canInstall">,
  host: string,
): Promise<TakenInstall | undefined> {
  const [row] = await sql<TakenInstall[]>`
    update model_installs set state = 'downloading', node_id = ${nodeId}, host = ${host}, error = null,
      received_bytes = 0, total_bytes = null, started_at = now(), ended_at = null, updated_at = now()
    where id = (
      select id from model_installs i
      where folder_id = ${folderId} and model = any (${canInstall as string[]}) and (state = 'waiting'
        or (state = 'downloading' and (node_id = ${nodeId} or not exists (
          select from worker_leases l where l.id = i.node_id
            and l.renewed_at > now() - ${QUEUE_LIMITS.leaseTtlMs} * interval '1 millisecond'))))
      order by asked_at, id limit 1 for update skip locked)
    returning id, model`;
  return row;
}

/** False where this node is not to go on with it. */
export async function recordInstallProgress(
  sql: Queryable,
  { id, nodeId }: { readonly id: string; readonly nodeId: string },
  { receivedBytes, totalBytes }: { readonly receivedBytes: number; readonly totalBytes: number | null },
): Promise<boolean> {
  const result = await sql`
    update model_installs set received_bytes = ${receivedBytes}, total_bytes = ${totalBytes}, updated_at = now()
    where id = ${id} and node_id = ${nodeId} and state = 'downloading'`;
  return result.count === 1;
}

/** How an install ended, or that it waits for another try: one that its node could not end. */
export type InstallEnd =
  | { readonly state: "installed" }
  | { readonly state: "waiting" }
  | { readonly state: "failed"; readonly error: string };

/** Writes it down, unless that is another's by now. */
export async function endInstall(
  sql: Queryable,
  { id, nodeId }: { readonly id: string; readonly nodeId: string },
  end: InstallEnd,
): Promise<void> {
  const error = end.state === "failed" ? end.error : null;
  await sql`
    update model_installs set state = ${end.state}, error = ${error}, updated_at = now(),
      received_bytes = case when ${end.state} = 'installed' then coalesce(total_bytes, received_bytes) else received_bytes end,
      ended_at = case when ${end.state} = 'waiting' then null else now() end
    where id = ${id} and node_id = ${nodeId} and state = 'downloading'`;
}
