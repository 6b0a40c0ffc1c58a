// Renders that cannot be: the answer names the field, and nothing is charged.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../../../shared/ids.ts";
import { type ApiReply, callApi, failureOf } from "../../../support/control-plane/control-plane.ts";
import { renderScene } from "../../../support/control-plane/render-scene.ts";

function detailOf(reply: ApiReply): string {
  const [detail] = reply.body.error?.details ?? [];
  return `${reply.status} ${detail?.path} ${detail?.message}`;
}

function longWords(count: number) {
  return Array.from({ length: count }, (_, index) => ({ index, word: "x".repeat(100) }));
}

test("what cannot be rendered is refused with the field that is wrong, and costs nothing", async (t) => {
  const { job, render, used } = await renderScene(t);
  const made = await job();
  const before = await used();
  const refusals: readonly (readonly [object, string])[] = [
    [{ start: 61 }, "/start lies behind the source's end (60 s)"],
    [{ end: 60.2 }, "/end lies behind the source's end (60 s)"],
    [{ start: 25 }, "/start must be before the clip's end (20 s)"],
    [{ end: 9 }, "/end must be after the start (10 s)"],
    [{ start: 30, end: 30 }, "/end must be after the start (30 s)"],
    [{ start: 15.5 }, "/start leaves a clip of 4.5 s: clips last 5 to 180 s"],
    [{ end: 12 }, "/end leaves a clip of 2 s: clips last 5 to 180 s"],
    [{ start: -1 }, "/start must be >= 0"],
    [{ words: [{ index: 50, word: "x" }] }, "/words/0/index names no word: known words have -10 to 49"],
    [{ words: [{ index: -11, word: "x" }] }, "/words/0/index names no word: known words have -10 to 49"],
    [
      {
        words: [
          { index: 1, word: "x" },
          { index: 1, word: "y" },
        ],
      },
      "/words/1/index names a word that is named before",
    ],
    [{ words: longWords(241) }, "/words must have at most 24000 characters together"],
    [{ words: longWords(240) }, "/words/50/index names no word"],
    [{ words: [{ index: 0.5, word: "x" }] }, "/words/0/index must be an integer"],
    [{ title: "" }, "/title must not be empty"],
    [{ title: " \n\u0007" }, "/title must not be empty"],
    [{ title: "\u200b" }, "/title must not be empty"],
    [{ editing_style: "ROUND" }, "/editing_style must be one of"],
    [{ subtitle: { preset: "none" } }, "/subtitle/preset must be one of"],
    [{ subtitle: { font_style: "Comic Sans" } }, "/subtitle/font_style is not a font"],
    [{ callback_url: "http://127.0.0.1/" }, "/callback_url "],
  ];
  for (const [body, expected] of refusals) {
    const reply = await render(made, body);
    assert.ok(detailOf(reply).startsWith(`400 ${expected}`), `${JSON.stringify(body)}: ${detailOf(reply)}`);
  }
  assert.equal(await used(), before);
  const long = await job({
    changes: { media: { durationS: 600, width: 1920, height: 1080, frameRate: 25 } },
  });
  assert.ok(detailOf(await render(long, { end: 191 })).startsWith("400 /end leaves a clip of 181 s"));
});

test("of a source of which a part is kept, nothing outside it is rendered", async (t) => {
  const { job, render, used } = await renderScene(t);
  const made = await job({ changes: { isPartKept: true, range: { startS: 8, endS: 22 } } });
  const before = await used();
  const outside = "lies outside what the job read of its source, of which no more is kept (8 to 22 s)";
  assert.equal(detailOf(await render(made, { start: 7.9 })), `400 /start ${outside}`);
  assert.equal(detailOf(await render(made, { end: 22.1 })), `400 /end ${outside}`);
  assert.equal(await used(), before);
  assert.equal((await render(made, { start: 8, end: 22 })).status, 201);
});

test("what is not there is told before what is wrong with the body, whatever that is", async (t) => {
  const { job, plane, account, used } = await renderScene(t);
  const { id, clips } = await job();
  const before = await used();
  const bodies = [
    { headers: { "content-type": "text/plain" }, body: "{}", code: "415 UNSUPPORTED_MEDIA_TYPE" },
    { headers: { "content-type": "application/json" }, body: '{"start":', code: "400 INVALID_REQUEST" },
    {
      headers: { "content-type": "application/json" },
      body: `"${"x".repeat(2 ** 20)}"`,
      code: "413 BODY_TOO_LARGE",
    },
    { headers: { "content-type": "application/json" }, body: '{"start":-1}', code: "400 INVALID_REQUEST" },
  ];
  const post = async (
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    key = account.key,
  ) => failureOf(await callApi(plane, "POST", `/api/v1/jobs/${path}/renders`, { key, headers, body }));
  const stranger = await plane.account();
  for (const { headers, body, code } of bodies) {
    for (const path of [`${newId("task")}/clips/clip_x`, "x/clips/y", `${id}/clips/${newId("clip")}`])
      assert.equal(await post(path, headers, body), "404 NOT_FOUND", `${path}: ${code}`);
    const there = `${id}/clips/${clips[0]?.id}`;
    assert.equal(await post(there, headers, body, stranger.key), "404 NOT_FOUND", code);
    assert.equal(await post(there, headers, body), code);
  }
  assert.equal(await used(), before);
});
