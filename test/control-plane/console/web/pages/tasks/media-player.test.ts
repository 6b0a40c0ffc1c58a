// Players of clips whose media is refused, in a real browser.
import assert from "node:assert/strict";
import { before, type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { createFileStorage } from "../../../../../../shared/storage/file-storage.ts";
import { NO_CHROMIUM } from "../../../../../support/browser/chromium.ts";
import { consoleTab } from "../../../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../../../support/browser/ensure-console.ts";
import { openAs, testPerson } from "../../../../../support/browser/people.ts";
import { silence } from "../../../../../support/browser/talk-page.ts";
import { finishedClipJob } from "../../../../../support/control-plane/clip-jobs.ts";
import { testControlPlane } from "../../../../../support/control-plane/control-plane.ts";
import { until } from "../../../../../support/until.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

interface OpenedClips {
  readonly page: Page;
  /** What a clip's file is answered with instead of it, by its address. */
  refuse: (url: string) => number | undefined;
  /** How often the page has read what it shows. */
  reads: number;
}

/** The page of a job with two clips that can be played, or the editor of the first one. */
async function openClips(t: TestContext, view: "job" | "editor"): Promise<OpenedClips> {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { moods: "10" });
  const storage = createFileStorage(plane.storageFolder);
  const { id, clips } = await finishedClipJob({ sql: plane.sql, storage }, person.accountId);
  for (const { videoKey } of clips) await storage.write(videoKey, silence(20));
  const tab = await consoleTab(t, plane);
  const { page } = tab;
  const opened: OpenedClips = { page, refuse: () => undefined, reads: 0 };
  await page.route("**/files/**/video.mp4?*", (route) => {
    const status = opened.refuse(route.request().url());
    return status === undefined
      ? route.continue()
      : route.fulfill({ status, headers: { "retry-after": "1" } });
  });
  const place = view === "job" ? `/jobs/${id}` : `/jobs/${id}/clips/${clips[0]?.id}`;
  await page.route(
    (url) => url.pathname === `/api/v1${place}`,
    (route) => {
      opened.reads += 1;
      return route.continue();
    },
  );
  await openAs(tab, person, `/tasks${place}`);
  return opened;
}

/** Plays a player of the page from a time. A clip's player is drawn once its card has come to sight. */
async function play(page: Page, player: number, timeS: number): Promise<void> {
  await page.locator("video").nth(player).waitFor();
  await page.evaluate(`(() => {
    const video = document.querySelectorAll("video")[${player}];
    video.muted = true;
    video.currentTime = ${timeS};
    void video.play().catch(() => undefined);
  })()`);
}

function playsFrom(page: Page, player: number, timeS: number): Promise<unknown> {
  const isPlaying = `(() => {
    const { paused, readyState, currentTime } = document.querySelectorAll("video")[${player}];
    return !paused && readyState > 2 && currentTime >= ${timeS} && currentTime < ${timeS + 10};
  })()`;
  return until(`player ${player} to play from ${timeS} s`, () => page.evaluate<boolean>(isPlaying));
}

test("a clip that a busy control plane refuses plays as soon as it comes, from where it was to play", {
  skip,
}, async (t) => {
  const opened = await openClips(t, "job");
  const { page } = opened;
  await page.locator(".clip-card").first().waitFor();
  opened.refuse = () => 503;
  await play(page, 0, 5);
  const note = page.getByText("It is asked for again by itself.");
  await note.waitFor();
  opened.refuse = () => undefined;
  await playsFrom(page, 0, 5);
  await note.waitFor({ state: "detached" });
});

test("clips whose links are behind their time play with those of another read, from where they were to play", {
  skip,
}, async (t) => {
  const opened = await openClips(t, "job");
  const { page } = opened;
  await page.locator(".clip-card").first().waitFor();
  const links = await page.evaluate<string[]>(
    `[...document.querySelectorAll("video")].map(({ src }) => src)`,
  );
  opened.refuse = (url) => (links.includes(url) ? 403 : undefined);
  const [reads, openedAt] = [opened.reads, Date.now()];
  // Links that are signed within the same second are the same.
  await until("another second", () => Date.now() >= openedAt + 1_000);
  for (const player of [0, 1]) {
    await play(page, player, 5);
    await playsFrom(page, player, 5);
  }
  assert.equal(opened.reads, reads + 1, "one read for both");
});

test("the editor reads its clip again where its link is dead, once by itself and at its reader's wish", {
  skip,
}, async (t) => {
  const opened = await openClips(t, "editor");
  const { page } = opened;
  const isLoaded = `document.querySelector("video")?.readyState > 0`;
  await until("the clip to be loaded", () => page.evaluate<boolean>(isLoaded));
  opened.refuse = () => 403;
  await page.evaluate(`document.querySelector("video").load()`);
  await page.getByText("The media cannot be played.").waitFor();
  assert.equal(opened.reads, 2, "once by itself");
  opened.refuse = () => undefined;
  await page.getByRole("button", { name: "Try again" }).click();
  await until("the clip to be loaded again", () => page.evaluate<boolean>(isLoaded));
  await page.getByText("The media cannot be played.").waitFor({ state: "detached" });
  assert.equal(opened.reads, 3, "and once more");
});
