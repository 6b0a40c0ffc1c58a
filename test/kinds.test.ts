// Kinds of tasks are named in their tables alone: whoever has a task asks its kind's row, so that a new kind is rows and
// no search for the places that would have to know it.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { TASK_KIND_NAMES } from "../shared/tasks/task-kinds.ts";

const TABLES = [
  "control-plane/tasks/kinds.ts",
  "media-node/worker/kinds.ts",
  // The console's forms, one for each kind that is made by one.
  "control-plane/console/web/pages/playground/forms.ts",
  // What the API's document shows of them.
  "control-plane/http/openapi/task-examples.ts",
  // How the console calls them, to developers and to operators.
  "control-plane/console/web/pages/tasks/task-types.ts",
  "control-plane/console/web/pages/operator/names.ts",
];

/** A kind's name as text, one kind's properties, or a table of its own. */
const NAMED = new RegExp(`["'\`](${TASK_KIND_NAMES.join("|")})["'\`]|TASK_KINDS[.]|Record<TaskKindName`);

/** What is written like a kind and is none. */
const NO_KINDS: readonly RegExp[] = [
  // Ids of clips.
  /\b(newId|newIdOf|isId)\("clip"/,
  // The family of models.
  /siglip|\bfamily\b/,
  // The lane and the stage in which clips are rendered.
  /\b(runStage|laneWidth)\("render"|^ {2}"render",$|LANE_NAMES = /,
  // What an operation's description tells clients.
  /^\s+"A new task of kind /,
  // One clip, two clips.
  /"clip" : "clips"/,
];

function namesIn(file: string): string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
    .filter(({ line }) => NAMED.test(line) && !NO_KINDS.some((pattern) => pattern.test(line)))
    .map(({ line, place }) => `${place}: ${line.trim()}`);
}

test("kinds of tasks are named in their tables alone", () => {
  const files = globSync("{control-plane,media-node}/**/*.{ts,tsx}", {
    exclude: (path) => path === "control-plane/console/web/dist",
  });
  for (const table of TABLES) assert.ok(files.includes(table), `${table} is looked at`);
  assert.deepEqual(files.filter((file) => !TABLES.includes(file)).flatMap(namesIn), []);
});
