// The client as others install it: its package in a project without anything of ours, compiled, run and bundled.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { packClient } from "../../../deploy/client/pack-client.ts";
import { NAMED_SCHEMAS, QUERY_SCHEMAS } from "../../../shared/schemas/named-schemas.ts";
import { consumerProject } from "../../support/client/consumer-project.ts";
import { CLIP_BODY, testControlPlane } from "../../support/control-plane/control-plane.ts";
import { endRun, FINISHED, newRun } from "../../support/control-plane/tasks.ts";
import { setEnvironment } from "../../support/environment.ts";
import { localServer } from "../../support/local-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

const RIGHT = `
  import { Clipmill, ClipmillError, TaskFailedError, type Clip, type Task } from "clipmill/client";
  const clipmill = new Clipmill({ url: "http://127.0.0.1", apiKey: "key" });
  export async function make(): Promise<Clip[]> {
    const { s3_key } = await clipmill.upload("talk.mp4", { partsAtOnce: 2 });
    const job = await clipmill.clips.create({ s3_key, video_duration_seconds: 60, subtitle: { animation: "pop" } });
    try {
      const { output } = await clipmill.waitFor(job, { onProgress: ({ percent }) => console.log(percent.toFixed(0)) });
      return output.clips;
    } catch (error) {
      if (error instanceof TaskFailedError) console.log(error.task.error?.retryable);
      if (error instanceof ClipmillError && error.code === "INSUFFICIENT_MOODS") console.log(error.requestId);
      throw error;
    }
  }
  export async function words(jobId: string): Promise<string[]> {
    const job = await clipmill.transcriptions.create({ video_url: "https://example.com/a.mp4" });
    const { output } = await clipmill.jobs.waitFor(job);
    const read: Task = await clipmill.jobs.get(jobId);
    for await (const { task_id } of clipmill.jobs.list({ kind: "clip", status: "finished" })) console.log(task_id);
    console.log(read.kind);
    return output.captions.flatMap((caption) => caption.words.map(({ word }) => word));
  }
`;

const WRONG = `
  import { Clipmill } from "clipmill/client";
  const clipmill = new Clipmill();
  await clipmill.clips.create({ video_url: "…" });
  await clipmill.clips.create({ video_url: "…", video_duration_seconds: 60, clip_cuont: 3 });
  await clipmill.clips.create({ video_url: "…", video_duration_seconds: 60, target_resolution: "1081p" });
  const reel = await clipmill.waitFor(await clipmill.highlights.create({ url: "…" }));
  console.log(reel.output.clips);
  await clipmill.jobs.listPage({ kind: "generation" });
`;

test("a project compiles what is right against the package, and nothing that is wrong", async (t) => {
  const project = await consumerProject(t);
  const installed = await readdir(join(project.folder, "node_modules"));
  assert.deepEqual(
    installed.filter((name) => !name.startsWith(".")).toSorted(),
    ["@types", "clipmill", "undici-types"],
    "no dependencies came along",
  );
  await project.write("right.ts", RIGHT);
  await project.write("wrong.ts", WRONG);
  assert.equal(await project.compile(["right.ts"], { exactOptionalPropertyTypes: true }), "");
  const bundler = { module: "esnext", moduleResolution: "bundler", lib: ["es2023", "dom", "dom.iterable"] };
  assert.equal(await project.compile(["right.ts"], bundler), "");
  const complaints = await project.compile(["wrong.ts"]);
  const lines = [...complaints.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  assert.deepEqual([...new Set(lines)], [4, 5, 6, 8, 9], complaints);
});

test("the package's types have every schema of the API, with what it is for", async (t) => {
  const project = await consumerProject(t);
  const path = join(project.folder, "node_modules/clipmill/shared/client/dist/api-types.d.ts");
  const text = await readFile(path, "utf8");
  const own = readFileSync("shared/client/api-types.ts", "utf8");
  for (const name of [...Object.keys(NAMED_SCHEMAS), ...Object.keys(QUERY_SCHEMAS)]) {
    assert.match(text, new RegExp(`export (interface|type) ${name}\\b`), name);
    assert.match(own, new RegExp(`export type ${name} =`), `${name} has a name in api-types.ts too`);
  }
  assert.match(text, /Wherever|That many come wherever they can be cut .* From 1 to 20\. Default: `5`\./);
  assert.match(text, /\/\*\* Model slug; null for video jobs\. \*\/\n\s+model: string \| null;/);
});

test("the package runs under plain Node", async (t) => {
  const project = await consumerProject(t);
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const program = `
    import { Clipmill } from "clipmill/client";
    console.log((await new Clipmill().balance()).moodsGranted);`;
  await project.write("balance.mjs", program);
  const env = { CLIPMILL_URL: plane.url, CLIPMILL_API_KEY: key };
  assert.equal((await project.run(["balance.mjs"], env)).stdout, "100\n");
});

/** What a page has and Node has too; nothing else. */
const OF_BROWSERS = {
  AbortController,
  AbortSignal,
  Blob,
  DOMException,
  Headers,
  ReadableStream,
  TextDecoder,
  URL,
  URLSearchParams,
  clearTimeout,
  crypto,
  fetch,
  performance,
  setTimeout,
};

test("a page's bundle has nothing of Node, and works by a proxy that has the key", async (t) => {
  const project = await consumerProject(t);
  const page = `
    import { Clipmill } from "clipmill/client";
    export async function make(url, body) {
      const clipmill = new Clipmill({ url });
      const upload = await clipmill.upload(new Blob(["a film"], { type: "video/mp4" }));
      const job = await clipmill.clips.create(body);
      const seen = [];
      const finished = await clipmill.waitFor(job, { onProgress: ({ stage }) => seen.push(stage) });
      return { uploaded: upload.complete, seen, status: finished.status, named: clipmill.downloadFile };
    }`;
  await project.write("page.js", page);
  const { outputFiles, metafile } = await build({
    entryPoints: [join(project.folder, "page.js")],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "page",
    platform: "browser",
    metafile: true,
  });
  const text = outputFiles[0]?.text ?? "";
  assert.doesNotMatch(text, /node:|require\(|process\.env/);
  assert.deepEqual(
    Object.keys(metafile.inputs)
      .map((path) => path.split("/").at(-1))
      .toSorted(),
    ["browser.js", "page.js"],
  );
  const minified = await build({ stdin: { contents: text }, minify: true, write: false });
  t.diagnostic(`${minified.outputFiles[0]?.contents.length} bytes, minified`);
  assert.ok((minified.outputFiles[0]?.contents.length ?? 0) < 30_000);

  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  const proxy = await localServer(t, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { "content-type": type = "" } = request.headers;
    const answer = await fetch(`${plane.url}${request.url?.replace(/^\/clipmill/, "")}`, {
      method: request.method ?? "GET",
      headers: { "x-service-api-key": key, ...(type === "" ? {} : { "content-type": type }) },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    for await (const bytes of answer.body ?? []) response.write(bytes);
    response.end();
  });
  const context = createContext({ ...OF_BROWSERS });
  runInContext(text, context);
  const { make } = runInContext("page", context) as {
    make(
      url: string,
      body: object,
    ): Promise<{ uploaded: boolean; seen: string[]; status: string; named: unknown }>;
  };
  const making = make(`${proxy.url}/clipmill`, CLIP_BODY);
  const taskId = await until("the job", async () => {
    const [row] = await plane.sql<{ id: string }[]>`select id from tasks`;
    return row?.id;
  });
  await endRun(plane.sql, await newRun(plane.sql, taskId), FINISHED);
  const { uploaded, status, named } = await making;
  assert.deepEqual([uploaded, status, named], [true, "finished", undefined]);
});

test("the browser's types do without Node's", async (t) => {
  const project = await consumerProject(t);
  const page = `
    import { Clipmill } from "clipmill/client";
    const clipmill = new Clipmill({ url: "/clipmill" });
    export const send = (file: File) => clipmill.upload(file, { onProgress: ({ sentBytes }) => sentBytes });
    // @ts-expect-error a page has no paths
    export const wrong = () => clipmill.upload("talk.mp4");
    export const play = async (url: string) => {
      const parts: BlobPart[] = [];
      for await (const bytes of clipmill.download(url)) parts.push(new Uint8Array(bytes));
      return URL.createObjectURL(new Blob(parts));
    };`;
  await project.write("page.ts", page);
  const options = {
    module: "esnext",
    moduleResolution: "bundler",
    customConditions: ["browser"],
    types: [],
    lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
  };
  assert.equal(await project.compile(["page.ts"], options), "");
});

test("npm that hangs is ended, its time is told, and nothing is left of the package", async (t) => {
  const [programs, temporary, folder] = [
    await temporaryFolder(t),
    await temporaryFolder(t),
    await temporaryFolder(t),
  ];
  await writeFile(join(programs, "npm"), "#!/bin/sh\nexec sleep 3600\n", { mode: 0o755 });
  setEnvironment(t, { PATH: `${programs}:${process.env.PATH}`, TMPDIR: temporary });
  const message = "npm did not pack within 0.001 minutes.";
  await assert.rejects(packClient(folder, 60), { message });
  assert.deepEqual([await readdir(folder), await readdir(temporary)], [[], []]);
});

test("`npm pack` of the whole project carries the built client and no data of tests", () => {
  const stdout = execFileSync("npm", ["pack", "--dry-run", "--json"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 16 * 1024 * 1024,
  });
  const json = stdout.slice(stdout.indexOf("[\n"));
  const [{ files }] = JSON.parse(json) as [{ files: { path: string }[] }];
  const paths = new Set(files.map(({ path }) => path));
  const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as { exports: object };
  const named = JSON.stringify(exports).match(/(?<=\.\/)[^"]+\.(?:js|d\.ts)(?=")/g) ?? [];
  assert.equal(named.length, 4);
  for (const path of named) assert.ok(paths.has(path), path);
  assert.ok(existsSync("shared/client/dist/node.js"));
  assert.deepEqual(
    [...paths].filter((path) => path.startsWith("test/")),
    [],
  );
});
