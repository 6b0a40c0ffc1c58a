// The kinds of actions by which operators filter the audit log.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ACTION_KINDS } from "../../../../../../../control-plane/console/web/pages/operator/audit/action-kinds.ts";
import { ADMIN_COMMANDS } from "../../../../../../../deploy/admin/admin-commands.ts";
import { wordsOf } from "../../../../../../../deploy/admin/command-usage.ts";

test("the filter has the kinds of all commands that leave a line", () => {
  const changes = ADMIN_COMMANDS.filter((command) => !("read" in command));
  const kinds = new Set(changes.map((command) => wordsOf(command)[0] ?? ""));
  assert.deepEqual([...kinds].sort(), [...ACTION_KINDS]);
});

test("what the control plane writes by itself is of these kinds, too", () => {
  const named = globSync("control-plane/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\baction: ["`](\w+) /g)].map(([, kind = ""]) => kind),
  );
  assert.ok(named.length > 15, "actions must be found, or this test proves nothing");
  assert.deepEqual(
    named.filter((kind) => !ACTION_KINDS.some((known) => known === kind)),
    [],
  );
});
