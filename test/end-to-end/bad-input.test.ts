// Bad input against a whole appliance: each job fails with its own reason within seconds, is refunded, and the node
// goes on to the next.
import assert from "node:assert/strict";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  admin,
  clientOf,
  createClientKey,
  hasEnded,
  pollJob,
  startStandalone,
} from "../support/control-plane/standalone.ts";
import { assertNoChildren } from "../support/leaks.ts";
import { localServer } from "../support/local-server.ts";
import { generated, makeMedia } from "../support/media/media-fixture.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const WITHIN_MS = 60_000;

after(assertNoChildren);

test("bad sources fail with their reasons, are refunded, and leave the node working", async (t) => {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o711);
  const path = (name: string): string => join(folder, name);
  const video = generated("testsrc2=d=20:s=320x180:r=10");
  const sound = generated("sine=f=300:d=20");
  const encode = ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", "-movflags", "+faststart"];
  await makeMedia(...video, ...sound, ...encode, path("good.mp4"));
  await makeMedia(...sound, path("sound.m4a"));
  await writeFile(path("text.mp4"), "This is no video.\n".repeat(100));
  const whole = await readFile(path("good.mp4"));
  await writeFile(path("truncated.mp4"), whole.subarray(0, Math.floor(whole.length * 0.6)));
  await writeFile(path("playlist.mp4"), "#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n");
  const site = await localServer(t, (_request, response) => response.writeHead(404).end());

  const dataDir = path("data");
  const appliance = await startStandalone(t, dataDir);
  const { accountId, key } = await createClientKey(dataDir);
  const client = clientOf(t, appliance.url, key);
  const body = { video_duration_seconds: 20, clip_count: 1, clip_length: "5-10s", target_resolution: "360p" };
  const upload = async (name: string): Promise<{ s3_key: string }> => ({
    s3_key: await client.upload(path(name)),
  });
  const ends: Record<string, unknown> = {
    "a text called .mp4": { ...(await upload("text.mp4")) },
    "a truncated file": { ...(await upload("truncated.mp4")) },
    "a playlist called .mp4": { ...(await upload("playlist.mp4")) },
    "a file without video": { ...(await upload("sound.m4a")) },
    "an address that answers 404": { video_url: `${site.url}/video.mp4` },
    "a range outside the source, which is shorter than declared": {
      ...(await upload("good.mp4")),
      start_time: "00:01:00",
      video_duration_seconds: 120,
    },
  };
  const codes: Record<string, string | undefined> = {};
  for (const [name, source] of Object.entries(ends)) {
    const created = await client.createClips({ ...body, ...(source as object) });
    const job = await pollJob(client, created.task_id, hasEnded, WITHIN_MS);
    codes[name] = job.error?.code;
  }
  assert.deepEqual(codes, {
    "a text called .mp4": "SOURCE_UNSUPPORTED",
    "a truncated file": "SOURCE_UNSUPPORTED",
    "a playlist called .mp4": "SOURCE_UNSUPPORTED",
    "a file without video": "SOURCE_UNSUPPORTED",
    "an address that answers 404": "SOURCE_UNREACHABLE",
    "a range outside the source, which is shorter than declared": "RANGE_OUTSIDE_SOURCE",
  });
  const good = await client.createClips({ ...body, ...(await upload("good.mp4")) });
  const job = await pollJob(client, good.task_id, hasEnded);
  assert.equal(job.status, "finished", JSON.stringify(job.error));
  const account = await admin(dataDir, "account", "unblock", accountId);
  assert.equal(account.moodsUsed, 1, "only the job that finished was paid for");
  assert.equal(await appliance.stop(), 0);
});
