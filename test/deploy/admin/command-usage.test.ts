// What a command takes is read from its usage line alone.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parseArgs } from "node:util";
import { ADMIN_COMMANDS } from "../../../deploy/admin/admin-commands.ts";
import { findCommand, nameOf, optionTypes, usageProblem } from "../../../deploy/admin/command-usage.ts";

const RETRY = { usage: "queue retry ID|--all" };
const CREATE = { usage: "key create ACCOUNT [NODE] --name N [--ips CIDR,…] [--known]" };

test("a name ends where arguments or options begin", () => {
  const names = [RETRY, CREATE, { usage: "backup --to DIR" }, { usage: "template import FILE.json" }].map(
    nameOf,
  );
  assert.deepEqual(names, ["queue retry", "key create", "backup", "template import"]);
});

test("options with a value behind them are texts, and the others are flags", () => {
  const types = Object.entries(optionTypes([RETRY, CREATE])).map(([name, { type }]) => `${name} ${type}`);
  assert.deepEqual(types, [
    "json boolean",
    "help boolean",
    "all boolean",
    "name string",
    "ips string",
    "known boolean",
  ]);
});

test("no option has a value in one command and none in another", () => {
  const all = optionTypes(ADMIN_COMMANDS);
  for (const command of ADMIN_COMMANDS) {
    for (const [name, { type }] of Object.entries(optionTypes([command]))) {
      assert.equal(all[name]?.type, type, `--${name} of ${nameOf(command)}`);
    }
  }
});

test("the command with the longest name is meant, and only by whole words", () => {
  const commands = [{ usage: "queue" }, { usage: "queue failed [--page N]" }];
  assert.equal(findCommand(commands, ["queue", "failed", "more"]), commands[1]);
  assert.equal(findCommand(commands, ["queue", "fail"]), commands[0]);
  assert.equal(findCommand(commands, ["que"]), undefined);
});

test("what is missing and what is not taken is named", () => {
  const given = { name: "desk" };
  assert.equal(usageProblem(CREATE, ["acct_1"], given), undefined);
  assert.equal(usageProblem(CREATE, ["acct_1", "mill"], { ...given, known: true, json: true }), undefined);
  assert.equal(usageProblem(CREATE, [], given), "ACCOUNT is missing.");
  assert.equal(usageProblem(CREATE, ["acct_1"], {}), "--name is missing.");
  assert.equal(usageProblem(CREATE, ["acct_1", "mill", "more"], given), "key create does not take more.");
  assert.equal(usageProblem(CREATE, ["acct_1"], { ...given, all: true }), "key create does not take --all.");
});

test("an option that stands for an argument replaces it", () => {
  assert.equal(usageProblem(RETRY, [], { all: true }), undefined);
  assert.equal(usageProblem(RETRY, ["7"], {}), undefined);
  assert.equal(usageProblem(RETRY, [], {}), "ID|--all is missing.");
});

test("commands that the guides show exist, with the options that are shown", () => {
  const guides = globSync(["README.md", "deploy/*.md", "deploy/helm/**/NOTES.txt"]);
  const shown = guides.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?:npm run admin --|deploy\/admin\.ts) ([^`#|;&\n]+)/g)].map(
      ([, line = ""]) => ({ file, line }),
    ),
  );
  assert.ok(shown.length > 30, "commands must be found, or this test proves nothing");
  for (const { file, line } of shown) {
    const args = line.match(/"[^"]*"|\S+/g) ?? [];
    const options = optionTypes(ADMIN_COMMANDS);
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true, strict: true });
    if (values.help === true) continue;
    const command = findCommand(ADMIN_COMMANDS, positionals);
    assert.ok(command, `${file}: ${line}`);
    const given = positionals.slice(nameOf(command).split(" ").length);
    // A text may name a command without all that it takes.
    assert.doesNotMatch(usageProblem(command, given, values) ?? "", /does not take/, `${file}: ${line}`);
  }
});
