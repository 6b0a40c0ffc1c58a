// The operators' guide to connections says what the code does.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { SESSION_SETTINGS } from "../../shared/db/pooler-settings.ts";
import { CONNECTION_LIMITS } from "../../shared/limits/database.ts";

const GUIDE = new URL("../../deploy/connections.md", import.meta.url);

test("the guide to connections names every pool with its bound, their sums, and the pooler's settings", async () => {
  const guide = await readFile(GUIDE, "utf8");
  const rows = guide.matchAll(/^\| [a-z ]*\| `(\w+)` \| [^|]+ \| (\d+) \|/gm);
  const { controlPlane, mediaNode } = CONNECTION_LIMITS;
  const pools = [controlPlane, mediaNode].flatMap((of) => Object.entries<number>(of));
  assert.deepEqual(
    [...rows].map(([, pool, bound]) => `${pool} ${bound}`).toSorted(),
    pools.map(([pool, bound]) => `${pool} ${bound}`).toSorted(),
  );
  const sumOf = (of: object): number =>
    Object.values(of).reduce((sum: number, bound: number) => sum + bound, 0);
  const sums = `So a control plane holds at most ${sumOf(controlPlane)} connections, and 8 or fewer at rest; a media node holds ${sumOf(mediaNode)},`;
  assert.ok(guide.includes(sums), sums);
  assert.ok(guide.includes(`for ${CONNECTION_LIMITS.idleMs / 1_000} s is closed`));
  assert.ok(guide.includes(`connect_query='${SESSION_SETTINGS}'`), SESSION_SETTINGS);
});
