// The version after this one, as far as a database and its neighbours see it: this one's code, and a migration that
// this one does not know.
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./plane-process.ts";

export const NEXT_MIGRATION = "9000-next-version.sql";

const MIGRATION = `-- What a version adds that is upgraded to.
alter table tasks add column next_version_note text not null default 'none';
create table next_version_things (id text primary key, task_id text not null);
create index next_version_things_by_task on next_version_things (task_id);
`;

const COPIED = ["control-plane", "media-node", "shared", "package.json", "tsconfig.json"];
/** Large, and the same in both. */
const LINKED = ["node_modules", "media-node/models/built-in"];

/** Makes a checkout of it in an empty folder. */
export async function makeNextVersion(folder: string): Promise<void> {
  const linked = new Set(LINKED.map((path) => join(ROOT, path)));
  for (const path of COPIED) {
    await cp(join(ROOT, path), join(folder, path), { recursive: true, filter: (from) => !linked.has(from) });
  }
  for (const path of LINKED) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await symlink(join(ROOT, path), join(folder, path));
  }
  await writeFile(join(folder, "shared/db/migrations", NEXT_MIGRATION), MIGRATION);
}
