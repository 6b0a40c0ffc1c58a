// Commands that are tried: real ones, by a real shell.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { tryCommands } from "../../../media-node/ffmpeg/try-commands.ts";
import { waitForEnd } from "../../../shared/process/process-table.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const SHELL = "/bin/sh";
const TIMEOUT_MS = 30_000;

test("each command is told of by itself, whatever it does", async () => {
  const commands = [
    ["true"],
    ["false"],
    [SHELL, "-c", "echo 0; echo 0 >&2; exit 3"],
    ["/no/such/program"],
    [SHELL, "-c", "kill -KILL $$"],
    ["cat"],
    ["true"],
  ];
  const expected = [true, false, false, false, false, true, true];
  assert.deepEqual(await tryCommands(SHELL, commands, TIMEOUT_MS), expected);
});

test("arguments reach a command as they are, whatever is in them", async (t) => {
  const path = join(await temporaryFolder(t), "it's $HOME");
  await writeFile(path, "");
  const words = ["", "a b", "$HOME", "`id`", "'", '"', "\\", "--", "\n", "*"];
  const script = 'path=$1; shift; for word; do printf "%s|" "$word"; done >"$path"';
  assert.deepEqual(await tryCommands(SHELL, [[SHELL, "-c", script, "sh", path, ...words]], TIMEOUT_MS), [
    true,
  ]);
  assert.equal(await readFile(path, "utf8"), words.map((word) => `${word}|`).join(""));
});

test("a command that hangs ends in time, with what it has started, and those before it count", async (t) => {
  const path = join(await temporaryFolder(t), "pid");
  const hanging = [SHELL, "-c", `echo $$ >'${path}'; exec sleep 600`];
  assert.deepEqual(await tryCommands(SHELL, [["true"], hanging, ["true"]], 500), [true, false, false]);
  const pid = Number(await readFile(path, "utf8"));
  assert.ok(await waitForEnd([pid], 10_000));
});

test("where the shell cannot be started nothing succeeds", async () => {
  assert.deepEqual(await tryCommands("/no/such/shell", [["true"], ["true"]], TIMEOUT_MS), [false, false]);
});
