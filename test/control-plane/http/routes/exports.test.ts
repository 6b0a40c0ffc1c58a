// Exports of finished jobs' clips: whole frames, files that others read, names that every system takes.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { HTTP_LIMITS } from "../../../../shared/limits/requests.ts";
import {
  type ClipJobOptions,
  clipScene,
  type FinishedClipJob,
} from "../../../support/control-plane/clip-jobs.ts";
import { type ApiReply, callApi, failureOf } from "../../../support/control-plane/control-plane.ts";
import { readZip, streamedContents } from "../../../support/control-plane/read-zip.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";
import { until } from "../../../support/until.ts";

const PATIENCE_MS = 300_000;

async function exportScene(t: TestContext) {
  const scene = await clipScene(t);
  const { plane, account } = scene;
  const get = (path: string, key = account.key): Promise<ApiReply> =>
    callApi(plane, "GET", `/api/v1${path}`, { key });
  const ntsc = (options: ClipJobOptions = {}): Promise<FinishedClipJob> =>
    scene.job({
      ...options,
      changes: {
        media: { durationS: 60, width: 1920, height: 1080, frameRate: 29.97002997, hasAudio: true },
        ...options.changes,
      },
    });
  return { ...scene, get, ntsc };
}

interface Otio {
  readonly OTIO_SCHEMA: string;
  readonly children: readonly Otio[];
  readonly tracks: Otio;
  readonly name: string;
  readonly source_range: Range;
  readonly media_references: {
    readonly DEFAULT_MEDIA: { readonly target_url: string; readonly available_range: Range };
  };
}
interface Time {
  readonly rate: number;
  readonly value: number;
}
interface Range {
  readonly start_time: Time;
  readonly duration: Time;
}

test("a timeline has the clips as cuts of the source, in whole frames of the clips' rate", async (t) => {
  const { ntsc, get } = await exportScene(t);
  const { id } = await ntsc();
  const reply = await get(`/jobs/${id}/exports/otio`);
  assert.equal(reply.headers.get("content-type"), "application/vnd.pixar.opentimelineio+json");
  assert.equal(
    reply.headers.get("content-disposition"),
    `attachment; filename="A talk.otio"; filename*=UTF-8''A%20talk.otio`,
  );
  const timeline = JSON.parse(reply.text) as Otio;
  assert.deepEqual([timeline.OTIO_SCHEMA, timeline.tracks.OTIO_SCHEMA], ["Timeline.1", "Stack.1"]);
  assert.deepEqual(
    timeline.tracks.children.map(({ OTIO_SCHEMA, name }) => [OTIO_SCHEMA, name]),
    [
      ["Track.1", "Video"],
      ["Track.1", "Audio"],
    ],
  );
  const rate = 30_000 / 1_001;
  for (const { children } of timeline.tracks.children) {
    assert.deepEqual(
      children.map(({ OTIO_SCHEMA, source_range: { start_time, duration } }) => [
        OTIO_SCHEMA,
        start_time.value,
        duration.value,
        start_time.rate,
      ]),
      [
        ["Clip.2", 300, 300, rate],
        ["Clip.2", 900, 185, rate],
      ],
    );
    const { target_url, available_range } = children[0]?.media_references.DEFAULT_MEDIA ?? {};
    assert.deepEqual([target_url, available_range?.duration.value], ["talk.mp4", 1_798]);
  }
});

test("Final Cut Pro's XML tells the same frames as fractions of seconds", async (t) => {
  const { ntsc, job, get } = await exportScene(t);
  const { text } = await get(`/jobs/${(await ntsc()).id}/exports/fcpxml`);
  assert.match(text, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<!DOCTYPE fcpxml>\n<fcpxml version="1.10">/);
  assert.match(text, /frameDuration="1001\/30000s" width="1920" height="1080"/);
  assert.match(text, /frameDuration="1001\/30000s" width="1080" height="1920"/);
  const clips = [...text.matchAll(/offset="(\S+)" start="(\S+)" duration="(\S+)"/g)].map(
    ([, ...times]) => times,
  );
  assert.deepEqual(clips, [
    ["0s", "300300/30000s", "300300/30000s"],
    ["300300/30000s", "900900/30000s", "185185/30000s"],
  ]);
  assert.match(text, /<sequence format="clip-format" duration="485485\/30000s"/);
  const even = await get(`/jobs/${(await job()).id}/exports/fcpxml`);
  assert.match(even.text, /start="250\/25s" duration="250\/25s"/);
});

test("timelines name the source's file as its owner knows it, and of a page's video as the job is called", async (t) => {
  const { plane, account, job, get } = await exportScene(t);
  const storageKey = "uploads/up_1/source.mp4";
  const name = "100%25 Bees: #1.mp4";
  await plane.sql`
    insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, expires_at)
    values ('up_1', ${account.id}, ${storageKey}, ${name}, 'video/mp4', 5, now() + interval '1 day')`;
  const sources = [
    { kind: "upload", storageKey },
    { kind: "url", url: "https://93.184.215.14/watch?v=1" },
  ] as const;
  const named = [];
  for (const source of sources) {
    const { id } = await job({ source });
    const { text } = await get(`/jobs/${id}/exports/fcpxml`);
    const otio = JSON.parse((await get(`/jobs/${id}/exports/otio`)).text) as Otio;
    const media = otio.tracks.children[0]?.children[0]?.media_references.DEFAULT_MEDIA;
    named.push([/<asset id="source" name="([^"]*)"/, /src="([^"]*)"/].map((part) => part.exec(text)?.[1]));
    named.push(media?.target_url);
  }
  assert.deepEqual(named, [
    [name, "./100%2525%20Bees%3A%20%231.mp4"],
    name,
    ["A talk.mp4", "./A%20talk.mp4"],
    "A talk.mp4",
  ]);
});

test("what a job without a title exports is named as the job is, and by its id where it has no name", async (t) => {
  const { plane, job, get } = await exportScene(t);
  const { id } = await job({ request: { title: null } });
  const savedAs = async (format: string): Promise<string | undefined> => {
    const { headers } = await get(`/jobs/${id}/exports/${format}`);
    return /filename="([^"]*)"/.exec(headers.get("content-disposition") ?? "")?.[1];
  };
  for (const format of ["otio", "srt", "zip"]) assert.equal(await savedAs(format), `talk.${format}`);
  assert.match((await get(`/jobs/${id}/exports/fcpxml`)).text, /<project name="talk">/);
  await plane.sql`update tasks set name = null where id = ${id}`;
  assert.equal(await savedAs("otio"), `${id}.otio`);
});

test("cuts of a source with timecode are where its timecode says, and those of the timeline are not", async (t) => {
  const { ntsc, get } = await exportScene(t);
  const timecode = { startS: 1_527_930 / (30_000 / 1_001), isDropFrame: true };
  const media = { durationS: 60, width: 1920, height: 1080, frameRate: 30_000 / 1_001, timecode };
  const { id } = await ntsc({ changes: { media } });
  const otio = JSON.parse((await get(`/jobs/${id}/exports/otio`)).text) as Otio;
  const [first, second] = otio.tracks.children[0]?.children ?? [];
  const { available_range } = first?.media_references.DEFAULT_MEDIA ?? {};
  assert.deepEqual(
    [available_range, first?.source_range, second?.source_range].map((range) => range?.start_time.value),
    [1_527_930, 1_528_230, 1_528_830],
  );
  const { text } = await get(`/jobs/${id}/exports/fcpxml`);
  assert.match(text, new RegExp(`<asset id="source" name="talk.mp4" start="${1_527_930 * 1_001}/30000s"`));
  const clips = [...text.matchAll(/offset="(\S+)" start="(\S+)" .* tcFormat="(\S+)"/g)].map(
    ([, ...told]) => told,
  );
  assert.deepEqual(clips, [
    ["0s", `${1_528_230 * 1_001}/30000s`, "DF"],
    ["300300/30000s", `${1_528_830 * 1_001}/30000s`, "DF"],
  ]);
});

test("a timeline has the rate of the clips where the source's is an average, and subtitles follow it", async (t) => {
  const { job, get } = await exportScene(t);
  const { id } = await job({
    changes: { media: { durationS: 60, width: 1920, height: 1080, frameRate: 1.3 } },
  });
  const { text } = await get(`/jobs/${id}/exports/fcpxml`);
  assert.deepEqual(
    [...text.matchAll(/frameDuration="(\S+)"/g)].map(([, duration]) => duration),
    ["1/30s", "1/30s"],
  );
  assert.match(text, /offset="300\/30s" start="901\/30s" duration="185\/30s"/);
  assert.match((await get(`/jobs/${id}/exports/srt`)).text, /00:00:10,060 --> [^\n]*\nw30/);
  const fast = await job({
    changes: { media: { durationS: 60, width: 1920, height: 1080, frameRate: 120 } },
  });
  const even = await get(`/jobs/${fast.id}/exports/fcpxml`);
  assert.match(even.text, /<format id="source-format" frameDuration="1\/120s"/);
  assert.match(even.text, /<format id="clip-format" frameDuration="1\/60s"/);
});

test("subtitles and text of one clip begin with it, and those of all follow the timeline", async (t) => {
  const { job, get } = await exportScene(t);
  const { id, clips } = await job();
  const one = await get(`/jobs/${id}/clips/${clips[1]?.id}/exports/srt`);
  assert.equal(one.headers.get("content-type"), "application/x-subrip; charset=utf-8");
  assert.match(one.text, /^1\n00:00:00,060 --> [\s\S]*w30/);
  const vtt = await get(`/jobs/${id}/clips/${clips[0]?.id}/exports/vtt`);
  assert.match(vtt.text, /^WEBVTT\n\n00:00:00.100 --> /);
  assert.ok(vtt.text.includes("w10") && vtt.text.includes("w19") && !vtt.text.includes("w20"));
  const txt = await get(`/jobs/${id}/clips/${clips[0]?.id}/exports/txt`);
  assert.match(txt.text, /^Clip 1\n\nw10 /);
  const all = await get(`/jobs/${id}/exports/srt`);
  assert.match(
    all.text,
    /00:00:10,060 --> [^\n]*\nw30/,
    "the second begins when the first, of 10 s, is over",
  );
  const texts = await get(`/jobs/${id}/exports/txt`);
  assert.match(texts.text, /^Clip 1\n\n[\s\S]*\n\n\nClip 2\n\nw30[\s\S]*\n$/);
  assert.match((await get(`/jobs/${id}/exports/vtt`)).text, /^WEBVTT/);
});

test("an archive has all clips with their texts and the timelines, as they are, and as long as it says", async (t) => {
  const { plane, account, job, storage, get } = await exportScene(t);
  const { id, clips } = await job({ request: { title: '../Bees: "why"?' } });
  const large = Buffer.alloc(3_000_000, "video ");
  await storage.write(clips[0]?.videoKey ?? "", large);
  await storage.write(clips[1]?.thumbnailKey ?? "", "");
  const reply = await fetch(`${plane.url}/api/v1/jobs/${id}/exports/zip`, {
    headers: { "x-service-api-key": account.key },
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  assert.equal(reply.headers.get("content-type"), "application/zip");
  assert.equal(reply.headers.get("content-length"), String(bytes.length));
  assert.match(reply.headers.get("content-disposition") ?? "", /filename="Bees why.zip"/);
  const entries = readZip(bytes);
  assert.deepEqual(
    entries.map(({ name }) => name),
    [
      ...["01 Clip 1", "02 Clip 2"].flatMap((name) =>
        ["mp4", "jpg", "srt", "vtt", "txt"].map((ending) => `${name}/${name}.${ending}`),
      ),
      ...["otio", "fcpxml", "srt", "vtt", "txt"].map((ending) => `Bees why.${ending}`),
    ],
  );
  assert.ok(entries.every(({ method, isSound }) => method === 8 && isSound));
  assert.deepEqual(
    streamedContents(bytes),
    entries.map(({ content }) => content),
  );
  assert.ok(entries[0]?.content.equals(large));
  const srt = await get(`/jobs/${id}/exports/srt`);
  assert.equal(entries.find(({ name }) => name === "Bees why.srt")?.content.toString(), srt.text);
});

test("a client that leaves an archive frees its place, and many at once are refused", async (t) => {
  // None that waits for its reader is given up before all have begun.
  const limits: { idleStreamTimeoutMs: number; replyTimeoutMs: number } = HTTP_LIMITS;
  t.mock.property(limits, "idleStreamTimeoutMs", PATIENCE_MS);
  t.mock.property(limits, "replyTimeoutMs", PATIENCE_MS);
  const { plane, account, job, storage } = await exportScene(t);
  const { id, clips } = await job();
  await storage.write(clips[0]?.videoKey ?? "", Buffer.alloc(40_000_000));
  const headers = { "x-service-api-key": account.key };
  const begin = async (): Promise<{ status: number; response: Response; leave: () => void }> => {
    const controller = new AbortController();
    const { signal } = controller;
    // A response that nobody holds is given up.
    const response = await fetch(`${plane.url}/api/v1/jobs/${id}/exports/zip`, { headers, signal });
    return { status: response.status, response, leave: () => controller.abort() };
  };
  const begun = await Promise.all(Array.from({ length: 16 }, begin));
  assert.ok(begun.every(({ status }) => status === 200));
  const refused = await begin();
  assert.equal(refused.status, 503);
  for (const { leave } of begun) leave();
  await until("a place to be free", async () => {
    const next = await begin();
    next.leave();
    return next.status === 200;
  });
});

test("only finished jobs with clips are exported, to their owner, while their files are there", async (t) => {
  const { plane, account, job, storage, get } = await exportScene(t);
  const { id, clips } = await job();
  const stranger = await plane.account();
  const formats = ["otio", "fcpxml", "srt", "vtt", "txt", "zip"];
  for (const format of formats) {
    assert.equal(failureOf(await get(`/jobs/${id}/exports/${format}`, stranger.key)), "404 NOT_FOUND");
    assert.equal(failureOf(await get(`/jobs/task_1/exports/${format}`)), "404 NOT_FOUND");
  }
  assert.equal(failureOf(await get(`/jobs/${id}/exports/mov`)), "404 NOT_FOUND");
  assert.equal(failureOf(await get(`/jobs/${id}/clips/clip_1/exports/srt`)), "404 NOT_FOUND");
  const open = await newTask(plane.sql, account.id);
  assert.equal(failureOf(await get(`/jobs/${open}/exports/otio`)), "409 NOT_TERMINAL");
  const earlier = await job({ isEarlier: true });
  assert.equal(failureOf(await get(`/jobs/${earlier.id}/exports/otio`)), "404 NOT_FOUND");
  assert.match((await get(`/jobs/${earlier.id}/exports/txt`)).text, /It was the best\nof times/);
  assert.equal((await get(`/jobs/${earlier.id}/exports/zip`)).status, 200);
  await storage.remove(clips[0]?.videoKey ?? "");
  assert.equal(failureOf(await get(`/jobs/${id}/exports/zip`)), "404 NOT_FOUND");
  assert.equal((await get(`/jobs/${id}/exports/otio`)).status, 200);
});
