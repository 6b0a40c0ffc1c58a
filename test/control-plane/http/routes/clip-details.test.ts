// A finished clip by itself: what its render was made of, and for how long it can be rendered again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { OUTPUT_LIMITS } from "../../../../shared/limits/storage.ts";
import { clipScene, JOB_S } from "../../../support/control-plane/clip-jobs.ts";
import { type ApiReply, callApi, failureOf } from "../../../support/control-plane/control-plane.ts";
import { newTask } from "../../../support/control-plane/tasks.ts";

interface Word {
  readonly index: number;
  readonly word: string;
  readonly start: number;
  readonly end: number;
}
interface Details extends Record<string, unknown> {
  readonly words: readonly Word[];
  readonly wordsBefore: readonly Word[];
  readonly wordsAfter: readonly Word[];
  readonly subtitle: Readonly<Record<string, unknown>>;
  readonly source_expires_at: string;
}

function detailsOf(reply: ApiReply): Details {
  assert.equal(reply.status, 200, reply.text);
  return reply.body.data as unknown as Details;
}

const DAY_MS = 86_400_000;

test("each clip that a job lists can be read with its words, its captions' style, its cuts and its framing", async (t) => {
  const { plane, account, job } = await clipScene(t);
  const { id } = await job();
  const { key } = account;
  const listed = (await callApi(plane, "GET", `/api/v1/jobs/${id}`, { key })).body.data?.output as {
    clips: readonly { id: string; start: number; end: number }[];
  };
  assert.equal(listed.clips.length, 2);
  assert.ok(!JSON.stringify(listed).includes("planKey"), "nothing of our own is shown");
  for (const shown of listed.clips) {
    const reply = await callApi(plane, "GET", `/api/v1/jobs/${id}/clips/${shown.id}`, { key });
    const { words, wordsBefore, wordsAfter, subtitle, cuts, framing, source, jobId, ...clip } =
      detailsOf(reply);
    const { source_expires_at: _, ...rest } = clip;
    assert.deepEqual(Object.keys(rest).sort(), Object.keys(shown).sort());
    assert.deepEqual([jobId, rest.start, rest.end], [id, shown.start, shown.end]);
    assert.deepEqual(words[0], {
      index: 0,
      word: `w${Math.ceil(shown.start - 0.5)}`,
      start: Math.ceil(shown.start - 0.5) + 0.1,
      end: Math.ceil(shown.start - 0.5) + 0.9,
    });
    assert.deepEqual(
      words.map(({ index }) => index),
      words.map((_word, place) => place),
    );
    assert.ok(
      words.every(({ start, end }) => (start + end) / 2 >= shown.start && (start + end) / 2 < shown.end),
    );
    assert.deepEqual([wordsBefore, wordsAfter], [[], []]);
    assert.deepEqual(
      [subtitle.with_subtitle, subtitle.font_style, subtitle.animation, "position_y" in subtitle],
      [true, "Montserrat ExtraBold", "pop", false],
    );
    assert.deepEqual(cuts, [shown.start + 2]);
    const areas = [{ x: 656, y: 0, width: 608, height: 1080 }];
    assert.deepEqual(framing, [{ start: shown.start, end: shown.end, layout: "crop", areas }]);
    assert.deepEqual(source, { duration: JOB_S, width: 1920, height: 1080, frameRate: 25 });
  }
});

test("words around a clip are told as far as is asked, counted from its first word", async (t) => {
  const { plane, account, job } = await clipScene(t);
  const { id, clips } = await job();
  const path = `/api/v1/jobs/${id}/clips/${clips[0]?.id}`;
  const read = (around: string): Promise<ApiReply> =>
    callApi(plane, "GET", `${path}?around=${around}`, { key: account.key });
  const { wordsBefore, words, wordsAfter } = detailsOf(await read("2.4"));
  assert.deepEqual(
    [wordsBefore, words, wordsAfter].map((some) => some.map(({ index, word }) => `${index} ${word}`)),
    [
      ["-2 w8", "-1 w9"],
      Array.from({ length: 10 }, (_, place) => `${place} w${10 + place}`),
      ["10 w20", "11 w21"],
    ],
  );
  const all = detailsOf(await read("180"));
  assert.deepEqual([all.wordsBefore.length, all.wordsAfter.length], [10, 40]);
  assert.equal(failureOf(await read("181")), "400 INVALID_REQUEST");
});

test("a word that was corrected says what was recognized", async (t) => {
  const { plane, account, job } = await clipScene(t);
  const { plan } = await job();
  const texts = plan.words.texts.with(11, "Bees").with(12, "");
  const words = { ...plan.words, texts, recognized: { "11": "w11", "12": "w12" } };
  const { id, clips } = await job({ changes: { words } });
  // The plan of the second job names the clips of its own.
  const reply = await callApi(plane, "GET", `/api/v1/jobs/${id}/clips/${clips[0]?.id}`, { key: account.key });
  assert.deepEqual(detailsOf(reply).words.slice(0, 3), [
    { index: 0, word: "w10", start: 10.1, end: 10.9 },
    { index: 1, word: "Bees", start: 11.1, end: 11.9, original: "w11" },
    { index: 2, word: "", start: 12.1, end: 12.9, original: "w12" },
  ]);
});

test("a word before which a space is written, where its script has none, says so", async (t) => {
  const { plane, account, job } = await clipScene(t);
  const { plan } = await job();
  const texts = plan.words.texts.with(11, "很好").with(12, "我们").with(13, "走");
  const { id, clips } = await job({ changes: { words: { ...plan.words, texts, spaces: [12] } } });
  const path = `/api/v1/jobs/${id}/clips/${clips[0]?.id}`;
  const { words } = detailsOf(await callApi(plane, "GET", path, { key: account.key }));
  assert.deepEqual(words.slice(1, 4), [
    { index: 1, word: "很好", start: 11.1, end: 11.9 },
    { index: 2, word: "我们", start: 12.1, end: 12.9, followsSpace: true },
    { index: 3, word: "走", start: 13.1, end: 13.9 },
  ]);
  const srt = await callApi(plane, "GET", `/api/v1/jobs/${id}/exports/srt`, { key: account.key });
  assert.match(srt.text, /很好(?: |\n)我们走/);
});

test("a clip can be rendered again for as long as its source is there", async (t) => {
  const { plane, account, job, storage } = await clipScene(t, {
    env: { CLIPMILL_WORK_KEPT_MINUTES: "120", CLIPMILL_UPLOADS_KEPT_DAYS: "3" },
  });
  const { sql } = plane;
  const expiryOf = async (jobId: string, clipId = ""): Promise<number> => {
    const reply = await callApi(plane, "GET", `/api/v1/jobs/${jobId}/clips/${clipId}`, { key: account.key });
    return Date.parse(detailsOf(reply).source_expires_at);
  };
  const downloaded = await job();
  const [row] = await sql<{ completed_at: Date }[]>`
    select completed_at from tasks where id = ${downloaded.id}`;
  const endedMs = row?.completed_at.getTime() ?? 0;
  assert.equal(await expiryOf(downloaded.id, downloaded.clips[0]?.id), endedMs + 120 * 60_000);
  await sql`update tasks set work_removed_at = now() where id = ${downloaded.id}`;
  assert.ok((await expiryOf(downloaded.id, downloaded.clips[0]?.id)) <= Date.now());

  const storageKey = `uploads/${account.id}/talk.mp4`;
  await storage.write(storageKey, "a film");
  await sql`
    insert into uploads (id, account_id, storage_key, filename, content_type, size_bytes, stored_at, expires_at)
    values ('upl_1', ${account.id}, ${storageKey}, 'talk.mp4', 'video/mp4', 6, now(), now())`;
  const uploaded = await job({ source: { kind: "upload", storageKey } });
  const leftMs = (await expiryOf(uploaded.id, uploaded.clips[0]?.id)) - Date.now();
  assert.ok(leftMs > 3 * DAY_MS - 60_000 && leftMs <= 3 * DAY_MS, String(leftMs));
  await sql`update uploads set deleted_at = now() - interval '1 minute' where id = 'upl_1'`;
  assert.ok((await expiryOf(uploaded.id, uploaded.clips[0]?.id)) < Date.now());
});

test("clips of jobs that ended before plans were kept have the words of their captions", async (t) => {
  const { plane, account, job } = await clipScene(t);
  const { id, clips } = await job({ isEarlier: true });
  const reply = await callApi(plane, "GET", `/api/v1/jobs/${id}/clips/${clips[0]?.id}`, { key: account.key });
  const { words, cuts, framing, source, source_expires_at } = detailsOf(reply);
  assert.equal(words.map(({ word }) => word).join(" "), "It was the best of times.");
  assert.deepEqual([words[0]?.start, words[4]?.start, words[5]?.end], [10, 14.5, 15.5]);
  assert.deepEqual([cuts, framing, source], [[], [], null]);
  assert.ok(Date.parse(source_expires_at) <= Date.now(), "nothing was kept of its download");
});

test("clips are read by their owner, of jobs that have any, once these are finished", async (t) => {
  const { plane, account, job } = await clipScene(t);
  const { id, clips } = await job();
  const other = await job();
  const read = (jobId: string, clipId: string | undefined, key = account.key): Promise<ApiReply> =>
    callApi(plane, "GET", `/api/v1/jobs/${jobId}/clips/${clipId}`, { key });
  const clipId = clips[0]?.id;
  assert.equal((await read(id, clipId)).status, 200);
  assert.equal(failureOf(await read(id, clipId, (await plane.account()).key)), "404 NOT_FOUND");
  assert.equal(failureOf(await read(other.id, clipId)), "404 NOT_FOUND");
  for (const wrong of ["clip_1", "%00", "x".repeat(300)]) {
    assert.equal(failureOf(await read(id, wrong)), "404 NOT_FOUND");
  }
  assert.equal(failureOf(await read("task_1", clipId)), "404 NOT_FOUND");
  const transcription = await newTask(plane.sql, account.id, { kind: "transcription" });
  assert.equal(failureOf(await read(transcription, clipId)), "404 NOT_FOUND");
  const open = await newTask(plane.sql, account.id);
  assert.equal(failureOf(await read(open, clipId)), "409 NOT_TERMINAL");
  await callApi(plane, "POST", `/api/v1/jobs/${open}/cancel`, { key: account.key });
  assert.equal(failureOf(await read(open, clipId)), "404 NOT_FOUND");
  await callApi(plane, "DELETE", `/api/v1/jobs/${id}`, { key: account.key });
  assert.equal(failureOf(await read(id, clipId)), "404 NOT_FOUND");
});

test("a plan that no talk could fill is not read", async (t) => {
  const { plane, account, job } = await clipScene(t);
  const words = { texts: ["x".repeat(OUTPUT_LIMITS.planBytes)], startsMs: [10_000], endsMs: [11_000] };
  const { id, clips } = await job({ changes: { words } });
  const get = (path: string): Promise<ApiReply> =>
    callApi(plane, "GET", `/api/v1/jobs/${id}${path}`, { key: account.key });
  for (const path of [`/clips/${clips[0]?.id}`, "/exports/txt", "/exports/zip", "/exports/otio"])
    assert.equal(failureOf(await get(path)), "404 NOT_FOUND", path);
  const render = await callApi(plane, "POST", `/api/v1/jobs/${id}/clips/${clips[0]?.id}/renders`, {
    key: account.key,
    body: {},
  });
  assert.equal(failureOf(render), "404 NOT_FOUND");
  assert.equal((await get("")).status, 200);
});
