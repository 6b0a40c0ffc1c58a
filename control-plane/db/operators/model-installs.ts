// SQL of models that operators have media nodes install: what living nodes have and could have, and what was asked for.
// Nodes write how far they are (media-node/db/model-installs.ts); who asks, changes their mind or asks again stands here.
import type { Queryable } from "../../../shared/db/connect.ts";
import { MODEL_INSTALL_LIMITS } from "../../../shared/limits/models.ts";
import { QUEUE_LIMITS } from "../../../shared/limits/queue.ts";
import type { DescribedModel } from "../../console/api-types/operator-models.ts";

export interface NodeModelsRow {
  readonly id: string;
  readonly host: string;
  readonly folderId: string;
  readonly path: string;
  readonly freeBytes: number | null;
  readonly canInstall: readonly string[];
  readonly recommended: readonly string[];
  readonly installed: readonly {
    readonly name: string;
    readonly title: string;
    readonly kind: string;
    readonly sizeBytes: number;
    readonly isBuiltIn: boolean;
  }[];
}

function isLiving(sql: Queryable) {
  return sql`l.renewed_at > now() - ${QUEUE_LIMITS.leaseTtlMs} * interval '1 millisecond'`;
}

/** The models of living nodes, by machine. */
export async function selectNodeModels(sql: Queryable): Promise<NodeModelsRow[]> {
  return sql<NodeModelsRow[]>`
    select l.id, l.host, m.folder_id as "folderId", m.path, m.free_bytes::float8 as "freeBytes",
      m.can_install as "canInstall", m.recommended, m.installed
    from node_models m join worker_leases l on l.id = m.node_id
    where ${isLiving(sql)} order by l.host, l.id limit ${MODEL_INSTALL_LIMITS.nodes}`;
}

/** The models of these names that a node has described, in its catalogue's order. */
export async function selectCatalogue(sql: Queryable, names: readonly string[]): Promise<DescribedModel[]> {
  const rows = await sql<{ described: DescribedModel }[]>`
    select described - 'place' as described from catalogue_models where name = any (${names as string[]})
    order by (described->>'place')::int, name`;
  return rows.map(({ described }) => described);
}

export type InstallState = "waiting" | "downloading" | "installed" | "failed" | "cancelled";

export interface InstallRow {
  readonly id: string;
  readonly folderId: string;
  readonly model: string;
  readonly state: InstallState;
  readonly host: string | null;
  readonly receivedBytes: number;
  readonly totalBytes: number | null;
  readonly error: string | null;
  readonly askedBy: string;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

function columns(sql: Queryable) {
  return sql`id, folder_id as "folderId", model, state, host, received_bytes::float8 as "receivedBytes",
    total_bytes::float8 as "totalBytes", error, asked_by as "askedBy",
    started_at as "startedAt", ended_at as "endedAt"`;
}

/** What is under way first, in the order of its turns, then what changed last. */
export async function selectInstalls(sql: Queryable): Promise<InstallRow[]> {
  return sql<InstallRow[]>`
    select ${columns(sql)} from model_installs
    order by state = 'downloading' desc, state = 'waiting' desc,
      case when state in ('waiting', 'downloading') then asked_at end, updated_at desc, id limit ${MODEL_INSTALL_LIMITS.listed}`;
}

/** An install in whatever state; undefined once it is forgotten. */
export async function selectInstall(sql: Queryable, id: string): Promise<InstallRow | undefined> {
  const [row] = await sql<InstallRow[]>`select ${columns(sql)} from model_installs where id = ${id}`;
  return row;
}

export interface AskedInstall {
  readonly id: string;
  readonly folderId: string;
  readonly model: string;
}

/** Asks for models; what waits or is under way already stays as it is. Returns the rows that are new or start over. */
export async function insertInstalls(
  sql: Queryable,
  asked: readonly AskedInstall[],
  askedBy: string,
): Promise<InstallRow[]> {
  return sql<InstallRow[]>`
    insert into model_installs as i (id, folder_id, model, asked_by)
    select each->>'id', each->>'folderId', each->>'model', ${askedBy}
    from jsonb_array_elements(${sql.json(asked as never)}) each order by each->>'folderId', each->>'model'
    on conflict (folder_id, model) do update set state = 'waiting', error = null, received_bytes = 0, total_bytes = null,
      node_id = null, host = null, asked_by = excluded.asked_by, asked_at = now(), started_at = null, ended_at = null,
      updated_at = now()
      where i.state not in ('waiting', 'downloading')
    returning ${columns(sql)}`;
}

/** False where it has ended already. */
export async function cancelInstall(sql: Queryable, id: string): Promise<boolean> {
  const result = await sql`
    update model_installs set state = 'cancelled', ended_at = now(), updated_at = now()
    where id = ${id} and state in ('waiting', 'downloading')`;
  return result.count === 1;
}

/** False where it did not fail, nor was cancelled. */
export async function retryInstall(sql: Queryable, id: string, askedBy: string): Promise<boolean> {
  const result = await sql`
    update model_installs set state = 'waiting', error = null, received_bytes = 0, total_bytes = null, node_id = null,
      host = null, asked_by = ${askedBy}, asked_at = now(), started_at = null, ended_at = null, updated_at = now()
    where id = ${id} and state in ('failed', 'cancelled')`;
  return result.count === 1;
}

/** Forgets one that has ended; false where it has not. */
export async function deleteEndedInstall(sql: Queryable, id: string): Promise<boolean> {
  const result = await sql`
    delete from model_installs where id = ${id} and state in ('installed', 'failed', 'cancelled')`;
  return result.count === 1;
}

/** Forgets what ended long ago. */
export async function deleteOldInstalls(sql: Queryable): Promise<void> {
  await sql`
    delete from model_installs where state in ('installed', 'failed', 'cancelled')
      and updated_at < now() - ${MODEL_INSTALL_LIMITS.keptDays} * interval '1 day'`;
}
