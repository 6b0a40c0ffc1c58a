import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { NO_CHROMIUM, sharedBrowser } from "./browser/chromium.ts";
import { setEnvironment } from "./environment.ts";
import { shortFilm } from "./faults/films.ts";
import { madeOnce } from "./made-once.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("what is made once is shared, and what failed is tried anew", async () => {
  let tries = 0;
  const shared = madeOnce(async () => {
    tries += 1;
    if (tries === 1) throw new Error("The machine is busy.");
    return tries;
  });
  await assert.rejects(shared.get(), { message: "The machine is busy." });
  assert.equal(shared.peek(), undefined);
  assert.deepEqual(await Promise.all([shared.get(), shared.get()]), [2, 2]);
});

test("a film that could not be cut is cut for the next who asks", async (t) => {
  const folder = await temporaryFolder(t);
  setEnvironment(t, { TMPDIR: "/does/not/exist" });
  await assert.rejects(shortFilm(), { code: "ENOENT" });
  setEnvironment(t, { TMPDIR: folder });
  assert.ok((await shortFilm()).length > 0);
  assert.deepEqual(await readdir(folder), []);
});

test("a browser that is gone is started anew", { skip: NO_CHROMIUM }, async () => {
  const gone = await sharedBrowser();
  await gone.close();
  const browser = await sharedBrowser();
  assert.ok(browser.isConnected() && browser !== gone);
});
