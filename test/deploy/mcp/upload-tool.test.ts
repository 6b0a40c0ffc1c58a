import assert from "node:assert/strict";
import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { uploadTool } from "../../../deploy/mcp/tools/upload-tool.ts";
import { clientScene } from "../../support/client/client-scene.ts";
import type { SeenRequest } from "../../support/s3/faulty-proxy.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const MIB = 1024 * 1024;
const isPut = ({ method }: SeenRequest): boolean => method === "PUT";

test("an upload that was given up goes on when it is asked for again, and begins anew when it has expired", async (t) => {
  const scene = await clientScene(t);
  const { client: clipmill, proxy } = scene;
  const folder = await temporaryFolder(t);
  const path = join(folder, "talk.mp4");
  await writeFile(path, "a film");
  await truncate(path, 20 * MIB);
  const tool = uploadTool([folder]);
  const stop = new AbortController();
  // Parts of 8 MiB, sent at once: the last one stands still, and what was given up is so when the other two have arrived.
  const stalled = Promise.withResolvers<void>();
  proxy.fail((seen) => {
    if (!isPut(seen) || Number(seen.headers["content-length"]) !== 4 * MIB) return undefined;
    stalled.resolve();
    return { kind: "stall", afterBytes: 0 };
  });
  const percents: number[] = [];
  const given = tool.run(
    { path },
    {
      clipmill,
      signal: stop.signal,
      onProgress: (percent) => {
        percents.push(percent);
        if (percent >= 80) void stalled.promise.then(() => stop.abort(new Error("given up")));
      },
    },
  );
  await assert.rejects(given, /given up/);
  proxy.fail(() => undefined);
  const before = scene.seen(isPut);
  const call = { clipmill, signal: new AbortController().signal, onProgress: () => undefined };
  const { s3_key } = await tool.run({ path }, call);
  assert.ok(scene.seen(isPut) - before <= 1, "the two that had arrived are not sent again");
  const upload = (await tool.run({ path }, call)).s3_key;
  assert.equal(upload, s3_key);
  const { upload_id } = await clipmill.upload(path);
  assert.notEqual(upload_id, "");
  const id = String(s3_key).match(/upl_\w+/)?.[0] ?? "";
  await clipmill.uploads.delete(id);
  assert.notEqual((await tool.run({ path }, call)).s3_key, s3_key);
});
