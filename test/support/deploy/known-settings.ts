// What files for deployments may name: the settings that the table of settings lists.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const LISTED = new Set(
  [...readFileSync("deploy/settings.md", "utf8").matchAll(/^\| `(CLIPMILL_\w+)` \|/gm)].map(
    ([, name]) => name,
  ),
);

/** Of these variables, those that nobody reads. */
export function unknownSettings(names: Iterable<string>): string[] {
  assert.ok(LISTED.size > 40, "the table of settings must be read, or nothing is proven");
  return [...names].filter((name) => name.startsWith("CLIPMILL_") && !LISTED.has(name));
}
