// A finished clip once more: what was asked for is different in its frames, its captions and its texts, and all else is
// as it was.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { RATE_TITLES } from "../../../../media-node/clips/sentences/judge-sentences.ts";
import { ANALYZE_FRAMING } from "../../../../media-node/framing/analyze-framing.ts";
import { rerenderClip } from "../../../../media-node/pipelines/clips/rerender-clip.ts";
import { RENDER_CLIP } from "../../../../media-node/render/render-clip.ts";
import { observeTask } from "../../../../media-node/threads/observe-task.ts";
import type { ObjectStorage } from "../../../../shared/storage/object-storage.ts";
import { taskPrefix } from "../../../../shared/storage/task-keys.ts";
import type { ClipResult } from "../../../../shared/tasks/clip-job.ts";
import { wordsBetween } from "../../../../shared/tasks/clip-plan.ts";
import type { RenderJobRequest } from "../../../../shared/tasks/render-job.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { type DecodedFrame, readFrames, readMedia } from "../../../support/media/read-media.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { runContext } from "../../../support/media-node/run-context.ts";
import { finishedTalk, planOf, TALK_S, type TalkJob } from "../../../support/media-node/talk-jobs.ts";
import { PRESET_STYLES } from "../../../support/preset-styles.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

function requestFor(
  { taskId, output, plan }: TalkJob,
  changes: Partial<RenderJobRequest> = {},
): RenderJobRequest {
  const [clip] = output.clips as readonly [ClipResult, ...ClipResult[]];
  const [planned] = plan.clips as readonly [(typeof plan.clips)[number]];
  assert.ok(plan.source !== null && output.planKey !== undefined);
  const { viralityScore, scoreBreakdown, reason } = clip;
  return {
    jobId: taskId,
    clipId: clip.id,
    plan: { storageKey: output.planKey },
    source: plan.source,
    jobs: [{ storageKey: taskPrefix(taskId) }],
    startS: planned.startS,
    endS: planned.endS,
    title: clip.title,
    words: [],
    editingStyles: plan.editingStyles,
    captions: plan.captions,
    scored: { viralityScore, scoreBreakdown, reason },
    ...changes,
  };
}

interface Rendered extends TalkJob {
  readonly clip: ClipResult;
  readonly frames: Awaited<ReturnType<typeof readFrames>>;
  readonly srt: string;
}

async function render(t: TestContext, storage: ObjectStorage, request: RenderJobRequest): Promise<Rendered> {
  const context = await runContext(t, tools, { storage });
  const output = await rerenderClip(context, request);
  assert.equal(output.clips.length, 1);
  const [clip] = output.clips as readonly [ClipResult];
  return {
    taskId: context.taskId,
    output,
    plan: await planOf(storage, output),
    clip,
    frames: await readFrames(await storage.localPath(clip.videoKey, ""), 90, 160),
    srt: (await storage.read(clip.captionsKey ?? "none"))?.toString() ?? "",
  };
}

/** What a test runs in threads, by task. */
function counted(t: TestContext): { analyses: number; renders: number; ratings: number } {
  const counts = { analyses: 0, renders: 0, ratings: 0 };
  t.after(
    observeTask(ANALYZE_FRAMING, (input, run) => {
      counts.analyses += 1;
      return run(input);
    }),
  );
  t.after(
    observeTask(RENDER_CLIP, (input, run) => {
      counts.renders += 1;
      return run(input);
    }),
  );
  t.after(
    observeTask(RATE_TITLES, (input, run) => {
      counts.ratings += 1;
      return run(input);
    }),
  );
  return counts;
}

/** Mean difference of two frames' pixels, 0 to 255. */
function difference(one: DecodedFrame | undefined, other: DecodedFrame | undefined): number {
  assert.ok(one !== undefined && other !== undefined);
  const rows = one.rowDifferences(other);
  return rows.reduce((sum, value) => sum + value, 0) / rows.length;
}

test("a clip without changes is the same clip, measured once", async (t) => {
  const job = await finishedTalk(t, tools);
  const { storage, folder } = job;
  const [before] = job.output.clips as readonly [ClipResult];
  const counts = counted(t);
  const { clip, plan, frames } = await render(t, storage, requestFor(job));
  assert.deepEqual(counts, { analyses: 0, renders: 1, ratings: 0 });
  const { id, videoKey, thumbnailKey, captionsKey, ...same } = clip;
  const { id: _, videoKey: _1, thumbnailKey: _2, captionsKey: _3, features: _4, ...expected } = before;
  assert.deepEqual(same, expected);
  assert.notEqual(id, before.id);
  assert.ok([videoKey, thumbnailKey, captionsKey].every((key) => key?.includes(id)));
  const original = await readFrames(join(folder, before.videoKey), 90, 160);
  assert.equal(frames.length, original.length);
  for (const [index, frame] of frames.entries()) {
    assert.ok(difference(frame, original[index]) < 1, `frame ${index}`);
  }
  assert.deepEqual({ ...plan.clips[0], id: "" }, { ...job.plan.clips[0], id: "" });
});

test("words, style, ends, title and captions are what was asked for", async (t) => {
  const job = await finishedTalk(t, tools, { editingStyles: ["BLURRED_WINGS"] });
  const { storage } = job;
  const [before] = job.output.clips as readonly [ClipResult];
  const [planned] = job.plan.clips as readonly [(typeof job.plan.clips)[number]];
  const { first } = wordsBetween(job.plan.words, planned.startS, planned.endS);
  const startS = planned.startS > 1 ? planned.startS - 1 : planned.startS + 0.4;
  const counts = counted(t);
  const { clip, plan, frames, srt } = await render(
    t,
    storage,
    requestFor(job, {
      startS,
      title: "Another title",
      words: [
        { place: first, text: "Mended" },
        { place: first + 1, text: "" },
      ],
      editingStyles: ["STATIC_CROP"],
      captions: PRESET_STYLES.boxed,
    }),
  );
  assert.deepEqual(counts, { analyses: 1, renders: 1, ratings: 0 }, "another stretch is measured");
  assert.deepEqual([clip.title, clip.editingStyle], ["Another title", "STATIC_CROP"]);
  assert.ok(Math.abs(clip.start - startS) < 0.001 && clip.end === before.end);
  const { durationS } = await readMedia(await storage.localPath(clip.videoKey, ""));
  assert.ok(Math.abs(durationS - (before.end - startS)) < 0.06);
  const [wrong = "", gone = ""] = before.transcript.split(" ");
  assert.match(clip.transcript, /\bMended\b/);
  assert.ok(!clip.transcript.split(" ").includes(wrong) && !clip.transcript.split(" ").includes(gone));
  assert.match(srt, /Mended/);
  assert.ok(!srt.split(/\s/).includes(gone), srt);
  const wings = await readFrames(await storage.localPath(before.videoKey, ""), 90, 160);
  assert.ok(difference(frames[30], wings[30]) > 20, "another picture");
  assert.equal(plan.words.recognized?.[String(first)], wrong);
  assert.equal(plan.words.recognized?.[String(first + 1)], gone);
  const { viralityScore, scoreBreakdown } = clip;
  assert.deepEqual([viralityScore, scoreBreakdown], [before.viralityScore, before.scoreBreakdown]);
});

test("a reason quotes what is said in the clip as it was mended", async (t) => {
  const job = await finishedTalk(t, tools);
  const [planned] = job.plan.clips as readonly [(typeof job.plan.clips)[number]];
  const { first, next } = wordsBetween(job.plan.words, planned.startS, planned.endS);
  const [opens = "", gone = "", ...others] = job.plan.words.texts.slice(first, next);
  assert.ok(gone !== "" && !others.includes(gone));
  const reason = `Has a good length. It says “${opens} ${gone}”.`;
  const request = requestFor(job);
  const withReason = { ...request, scored: { ...request.scored, reason } };
  const corrected = { ...withReason, words: [{ place: first + 1, text: "seventeen" }] };
  const later = { ...withReason, startS: (job.plan.words.endsMs[first + 1] ?? 0) / 1_000 };
  for (const mended of [corrected, later]) {
    const { clip } = await render(t, job.storage, mended);
    assert.match(clip.reason, /^Has a good length\./);
    assert.ok(!clip.reason.includes(gone), clip.reason);
  }
});

test("a clip that begins with a pause now is not said to get to the point at once", async (t) => {
  const job = await finishedTalk(t, tools);
  const [planned] = job.plan.clips as readonly [(typeof job.plan.clips)[number]];
  const { first } = wordsBetween(job.plan.words, planned.startS, planned.endS);
  const request = requestFor(job, { startS: planned.startS - 1.1 });
  assert.equal(wordsBetween(job.plan.words, request.startS, planned.endS).first, first);
  const reason = `Gets to the point at once and has a good length. It says “${job.plan.words.texts[first]}”.`;
  const { clip } = await render(t, job.storage, { ...request, scored: { ...request.scored, reason } });
  assert.match(clip.reason, /^Has a good length\./);
});

test("a render is rendered again: what was taken out comes back", async (t) => {
  const job = await finishedTalk(t, tools, { captions: null });
  const { storage } = job;
  const [planned] = job.plan.clips as readonly [(typeof job.plan.clips)[number]];
  const { first } = wordsBetween(job.plan.words, planned.startS, planned.endS);
  const heard = job.plan.words.texts[first] ?? "";
  const mended = await render(t, storage, requestFor(job, { words: [{ place: first, text: "" }] }));
  assert.equal(mended.clip.captionsKey, null, "it has no captions, as before");
  assert.deepEqual(mended.plan.source, job.plan.source);
  const restored = await render(
    t,
    storage,
    requestFor(mended, { words: [{ place: first, text: heard }], captions: PRESET_STYLES.minimal }),
  );
  assert.deepEqual(restored.plan.words.recognized, {});
  assert.equal(restored.clip.transcript, job.output.clips[0]?.transcript);
  assert.match(restored.srt, new RegExp(heard.replace(/\W/g, ".")));
});

test("a run that takes over does not render again what is finished", async (t) => {
  const job = await finishedTalk(t, tools);
  const { storage } = job;
  const counts = counted(t);
  const context = await runContext(t, tools, { storage });
  const request = requestFor(job, { title: "Once" });
  // The node dies when its clip is written down, before it reports.
  const power = new AbortController();
  const write = storage.write.bind(storage);
  const dying = t.mock.method(storage, "write", async (...[key, content]: Parameters<typeof write>) => {
    await write(key, content);
    if (/work\/clip-clip_\w+\.json$/.test(key)) {
      power.abort(new Error("The power is gone."));
      throw power.signal.reason;
    }
  });
  await assert.rejects(rerenderClip({ ...context, signal: power.signal }, request), /power is gone/);
  dying.mock.restore();
  const second = await runContext(t, tools, { storage, taskId: context.taskId });
  const output = await rerenderClip(second, request);
  assert.deepEqual(counts, { analyses: 0, renders: 1, ratings: 0 });
  assert.equal(output.clips[0]?.title, "Once");
  assert.equal((await planOf(storage, output)).clips[0]?.id, output.clips[0]?.id);
});

test("a clip may grow beyond what was listened to, which is said, but not beyond its source", async (t) => {
  const range = { startS: 10, endS: 25 };
  const job = await finishedTalk(t, tools, { range });
  const { storage } = job;
  const { output, clip } = await render(t, storage, requestFor(job, { startS: 2, endS: 12 }));
  assert.equal(clip.duration, 10);
  assert.equal(
    output.notice,
    "Only what is said from 0:10 to 0:25 was transcribed, so the clip has no captions beyond that.",
  );
  for (const wrong of [{ startS: TALK_S + 1, endS: TALK_S + 9 }, { endS: TALK_S + 1 }]) {
    await assert.rejects(render(t, storage, requestFor(job, wrong)), { code: "RANGE_OUTSIDE_SOURCE" });
  }
});

test("a clip behind the job's range is read from where it begins", async (t) => {
  const job = await finishedTalk(t, tools, { range: { startS: 0, endS: 10 } });
  const { decodableS = TALK_S } = job.plan.media ?? {};
  assert.ok(decodableS < 10, "the job has seen no more than its range");
  const skipsS: (number | undefined)[] = [];
  t.after(
    observeTask(ANALYZE_FRAMING, (input, run) => {
      skipsS.push(input.skipS);
      return run(input);
    }),
  );
  const { plan } = await render(t, job.storage, requestFor(job, { startS: 20, endS: 26 }));
  assert.deepEqual(skipsS, [0]);
  assert.equal(plan.media?.decodableS, decodableS, "a render of this one may lie in the range");
});

test("a render whose job or source was removed meanwhile ends, and says why", async (t) => {
  const job = await finishedTalk(t, tools);
  const { storage } = job;
  const gone = requestFor(job, { source: { kind: "upload", storageKey: "tasks/task_x/source/source.bin" } });
  await assert.rejects(render(t, storage, gone), { code: "SOURCE_UNREACHABLE", retryable: false });
  await storage.remove(job.output.planKey ?? "");
  await assert.rejects(render(t, storage, requestFor(job)), {
    code: "SOURCE_UNREACHABLE",
    retryable: false,
    message: "The job of this clip was removed.",
  });
});
