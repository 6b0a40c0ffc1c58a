// Announcements of uploads: which are refused, and what the answer to one says beside its address.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { callApi, failureOf, testControlPlane } from "../../../support/control-plane/control-plane.ts";

const VALID = { filename: "a.mp4", content_type: "video/mp4", size_bytes: 1 };

/** Announces this, as an account of a plane of its own. */
async function announcer(t: TestContext) {
  const plane = await testControlPlane(t);
  const { key } = await plane.account();
  return (body: Record<string, unknown>) => callApi(plane, "POST", "/api/v1/uploads", { key, body });
}

test("a content type that no header can carry is refused by its field, and one with parameters is not", async (t) => {
  const announce = await announcer(t);
  for (const name of ["Grüße", "1\u20132", "a\u0001b", "a\u007f", "a\nb"]) {
    const reply = await announce({ ...VALID, content_type: `video/mp4; name=${name}` });
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", JSON.stringify(name));
    assert.equal(reply.body.error?.details?.[0]?.path, "/content_type");
  }
  const known = await announce({ ...VALID, content_type: 'video/mp4; codecs="avc1.42E01E, mp4a.40.2"' });
  assert.equal(known.status, 201);
});

test("an announcement that is not possible answers 400 and names its field", async (t) => {
  const announce = await announcer(t);
  const wrong: readonly [Record<string, unknown>, string][] = [
    [{ size_bytes: 0 }, "/size_bytes"],
    [{ size_bytes: 2 ** 50 }, "/size_bytes"],
    [{ size_bytes: "1" }, "/size_bytes"],
    [{ filename: "" }, "/filename"],
    [{ filename: undefined }, "/filename"],
    [{ content_type: "video" }, "/content_type"],
    [{ content_type: "video/mp4\r\nx: y" }, "/content_type"],
  ];
  for (const [change, path] of wrong) {
    const reply = await announce({ ...VALID, ...change });
    assert.equal(failureOf(reply), "400 INVALID_REQUEST", JSON.stringify(change));
    assert.equal(reply.body.error?.details?.[0]?.path, path);
  }
});

test("an announcement of what no job takes is told what jobs take, and one of media is not", async (t) => {
  const announce = await announcer(t);
  const messageOn = async (content_type: string, more = {}): Promise<string | undefined> => {
    const reply = await announce({ ...VALID, content_type, ...more });
    assert.equal(reply.status, 201, content_type);
    return reply.body.message;
  };
  for (const type of ["video/mp2t", "Audio/WAV", "image/png", "application/octet-stream", "application/mxf"])
    assert.equal(await messageOn(type), "Upload announced", type);
  const told = "Upload announced. content_type says text/plain, and jobs take video, sound and images";
  assert.equal(await messageOn("text/plain"), told);
  assert.equal(
    await messageOn("text/plain", { part_size_byte: 1 }),
    `${told}. \`part_size_byte\` is not known, did you mean \`part_size_bytes\`?`,
  );
});

test("a field of an announcement that is missing because it is misspelt is named with the error", async (t) => {
  const announce = await announcer(t);
  const reply = await announce({ filename: "a.mp4", contentType: "video/mp4", size_bytes: 1 });
  assert.deepEqual(reply.body.error?.details, [
    { path: "/content_type", message: "is required" },
    { path: "/contentType", message: "is not known, did you mean content_type?" },
  ]);
  assert.equal(
    reply.body.error?.message,
    "/content_type is required. /contentType is not known, did you mean content_type?",
  );
});
