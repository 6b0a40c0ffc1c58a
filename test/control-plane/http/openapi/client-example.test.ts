// The client's calls that the documentation page shows: one for each operation that the client has, each a call that its
// types allow.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { clientExample } from "../../../../control-plane/http/openapi/client-example.ts";
import { listOperations } from "../../../../control-plane/http/openapi/docs-operation.ts";
import type { OpenApiDocument } from "../../../../control-plane/http/openapi/openapi-types.ts";
import { OPERATIONS } from "../../../../shared/client/operations.ts";
import { testControlPlane } from "../../../support/control-plane/control-plane.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const HEAD = `import { Clipmill } from "clipmill/client";
declare const clipmill: Clipmill;
declare const jobId: string, taskId: string, clipId: string, uploadId: string, templateId: string;
`;
const OPTIONS = {
  target: "es2023",
  module: "nodenext",
  types: ["node"],
  typeRoots: [join(ROOT, "node_modules/@types")],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  paths: { "clipmill/client": [join(ROOT, "shared/client/node.ts")] },
};

/** What the compiler complains of in a program; empty where it does not. */
async function complaintsOf(folder: string, program: string): Promise<string> {
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await writeFile(join(folder, "calls.ts"), program);
  const config = { compilerOptions: OPTIONS, files: ["calls.ts"] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const run = promisify(execFile)(process.execPath, [compiler, "-p", folder]);
  return run.then(
    () => "",
    (error: { stdout?: string }) => error.stdout ?? String(error),
  );
}

test("every operation's call by the client is on the page, and is one that its types allow", async (t) => {
  const plane = await testControlPlane(t);
  const document = (await (await fetch(`${plane.url}/api/v1/openapi.json`)).json()) as OpenApiDocument;
  const page = await (await fetch(`${plane.url}/api/v1/docs`)).text();
  const calls = listOperations(document).flatMap(({ operation }) => {
    const body = operation.requestBody?.content["application/json"]?.example;
    return clientExample(operation.operationId, body) ?? [];
  });
  assert.equal(calls.length, Object.keys(OPERATIONS).length, "each operation of the client has its call");
  for (const call of calls) {
    const [line = ""] = call.split("\n");
    assert.ok(page.includes(line.replaceAll('"', "&quot;")), `the page shows ${line}`);
  }
  const program = HEAD + calls.map((call) => `{\n${call}\n}`).join("\n");
  assert.equal(await complaintsOf(await temporaryFolder(t), program), "");
});

test("keys need no quotes where programs need none, and values keep theirs", () => {
  const body = { video_url: 'https://example.com/"a": b', "odd-key": 1, nested: { list: ["x"] } };
  assert.equal(
    clientExample("createClipJob", body),
    `const task = await clipmill.clips.create({
  video_url: "https://example.com/\\"a\\": b",
  "odd-key": 1,
  nested: {
    list: [
      "x"
    ]
  }
});`,
  );
  assert.equal(clientExample("readDocs", undefined), undefined);
});
