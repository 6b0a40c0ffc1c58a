// A highlight job against a whole appliance: from the upload of a match to files that play, and what cannot become a
// reel back to the balance.
import assert from "node:assert/strict";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Job } from "../../deploy/demo-client.ts";
import type { HighlightJobOutput } from "../../shared/tasks/highlight-job.ts";
import {
  admin,
  clientOf,
  createClientKey,
  hasEnded,
  pollJob,
  startStandalone,
} from "../support/control-plane/standalone.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { GOAL_S, makeSmallMatch } from "../support/matches/small-match.ts";
import { generated, makeMedia } from "../support/media/media-fixture.ts";
import { readMedia, readSamples } from "../support/media/read-media.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

after(assertNoChildren);

type Shown = Omit<HighlightJobOutput, "rawVideoKey" | "templatedVideoKey" | "thumbnailKey"> & {
  readonly rawVideoUrl: string;
  readonly templatedVideoUrl: string | null;
  readonly thumbnailUrl: string;
};

test("a match is uploaded, becomes a reel, is dressed in a template, and its files are there to download", async (t) => {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o711);
  const appliance = await startStandalone(t, join(folder, "data"));
  const { accountId, key } = await createClientKey(join(folder, "data"));
  const client = clientOf(t, appliance.url, key);
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { "x-service-api-key": key, "content-type": "application/json" };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${appliance.url}/api/v1${path}`, { method, headers, ...init });
    const reply = (await response.json()) as { data: unknown; error?: unknown };
    assert.ok(response.ok, JSON.stringify(reply.error));
    return reply.data;
  };
  // The project's own templates are brought once a media node has said that it can render them.
  let templateId: string | undefined;
  await until(
    "a template to be there",
    async () => {
      const templates = (await call("GET", "/templates?limit=100")) as {
        template_id: string;
        model: string;
      }[];
      templateId = templates.find(({ model }) => model === "highlight-render")?.template_id;
      return templateId !== undefined;
    },
    60_000,
  );
  const created = (await call("POST", "/highlights", {
    s3_key: await client.upload(await makeSmallMatch(t)),
    category: "football",
    layout: "SQUARE",
    target_resolution: "360p",
    title: "Rovers – United",
    template_id: templateId,
  })) as Job;
  const job = await pollJob(client, created.task_id, hasEnded);
  assert.equal(job.status, "finished", JSON.stringify(job.error));
  const output = job.output as unknown as Shown;
  assert.equal(output.notice, null);
  const holds = (timeS: number): boolean =>
    output.moments.some(({ start, end }) => start <= timeS && end >= timeS);
  assert.ok(holds(GOAL_S + 4), JSON.stringify(output.moments));
  const totalS = output.moments.reduce((sum, { start, end }) => sum + end - start, 0);
  assert.ok(Math.abs(totalS - output.duration) < 0.01, `${totalS} and ${output.duration} s`);

  const urls = {
    raw: output.rawVideoUrl,
    templated: output.templatedVideoUrl,
    thumbnail: output.thumbnailUrl,
  };
  const paths: Record<string, string> = {};
  for (const [name, url] of Object.entries(urls)) {
    if (url === null) continue;
    paths[name] = join(folder, `${name}.file`);
    await client.download(url, paths[name]);
  }
  const raw = await readMedia(paths.raw ?? "");
  assert.deepEqual([raw.video.width, raw.video.height], [360, 360]);
  // Twice the match's rate, which is slow.
  assert.equal(Number(raw.video.nb_frames), Math.round(output.duration * 24));
  const samples = await readSamples(paths.raw ?? "");
  assert.ok(Math.abs(samples.length / 48_000 - output.duration) <= 1_024 / 48_000);
  const dressed = await readMedia(paths.templated ?? "");
  assert.deepEqual([dressed.video.width, dressed.video.height], [360, 360]);
  assert.ok(Number(dressed.video.duration) > output.duration + 1);

  const silent = join(folder, "still.mp4");
  await makeMedia(...generated("color=c=gray:s=320x180:r=12:d=30"), "-c:v", "libx264", silent);
  const still = (await call("POST", "/highlights", { s3_key: await client.upload(silent) })) as Job;
  const ended = await pollJob(client, still.task_id, hasEnded);
  assert.equal(ended.error?.code, "NO_MOMENTS_FOUND");
  const account = await admin(join(folder, "data"), "account", "unblock", accountId);
  assert.equal(account.moodsUsed, 1, "only the reel was paid for");
  assert.equal(await appliance.stop(), 0);
});
