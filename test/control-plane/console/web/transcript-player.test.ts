// The media of a transcript beside its lines, played in a real browser.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { assertAccessible } from "../../../support/browser/axe.ts";
import { NO_CHROMIUM } from "../../../support/browser/chromium.ts";
import type { ConsoleTab } from "../../../support/browser/console-tab.ts";
import { ensureConsole } from "../../../support/browser/ensure-console.ts";
import { openTalk, SENTENCES, silence } from "../../../support/browser/talk-page.ts";
import { until } from "../../../support/until.ts";

const skip = NO_CHROMIUM;
before(async () => {
  if (skip === false) await ensureConsole();
});

/** Whether the line that is said stands wholly in the panel. */
const IS_IN_SIGHT = `(() => {
  const [line, panel] = [".line-said", ".transcript"].map((name) => document.querySelector(name).getBoundingClientRect());
  return line.top >= panel.top && line.bottom <= panel.bottom;
})()`;

/**
 * Waits until the player plays at a time or shortly behind it, and holds it there: by the page, which misses nothing. A player
 * says that it is at a time as soon as that is asked for, and once it is loaded the page brings it there, from wherever a
 * test has it by then; it tells of its time only after that.
 */
function playsFrom({ page }: ConsoleTab, timeS: number): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    const hold = ({ target: player }) => {
      if (player.paused || player.seeking || player.readyState < 2) return;
      if (player.currentTime < ${timeS} || player.currentTime >= ${timeS + 3}) return;
      player.pause();
      document.removeEventListener("timeupdate", hold, true);
      resolve();
    };
    document.addEventListener("timeupdate", hold, true);
  })`);
}

function goTo({ page }: ConsoleTab, timeS: number): Promise<unknown> {
  return page.evaluate(`document.querySelector("video").currentTime = ${timeS}`);
}

test("a line of a transcript plays the upload from where it is said, by its words, its time and by keys", {
  skip,
}, async (t) => {
  const { tab } = await openTalk(t, 12, { media: silence(60) });
  const { page } = tab;
  await page.getByRole("button", { name: "Play from 0:07" }).click();
  await playsFrom(tab, 7.2);
  const said = page.locator("li[aria-current=true]");
  assert.equal(await said.locator(".line-play").textContent(), "0:07");
  await page.getByText(SENTENCES[4]).first().click();
  await playsFrom(tab, 14.4);
  await page.getByRole("region", { name: "What is said" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await playsFrom(tab, 18);
  assert.equal(await said.locator(".line-play").textContent(), "0:18");
  await page.evaluate(`getSelection().selectAllChildren(document.querySelector("h1"))`);
  await page.getByText(SENTENCES[1]).first().click();
  await playsFrom(tab, 0);
  await page.getByRole("button", { name: "Play from 0:07" }).focus();
  await page.evaluate(
    `getSelection().selectAllChildren(document.querySelector(".transcript li:last-child"))`,
  );
  await page.keyboard.press("Enter");
  await playsFrom(tab, 7.2);
  const isPlayerFirst = `document.querySelector("video").compareDocumentPosition(document.querySelector(".transcript"))
    === Node.DOCUMENT_POSITION_FOLLOWING`;
  assert.equal(await page.evaluate(isPlayerFirst), true, "whoever hears the page meets the player first");
  await assertAccessible(page, "transcript with its player");
  await tab.screenshot("transcript-played");
});

test("the line that is said stays in sight wherever the player goes, while its reader looks at it", {
  skip,
}, async (t) => {
  const { tab } = await openTalk(t, 60, { media: silence(220) });
  const { page } = tab;
  await page.getByRole("button", { name: "Play from 0:07" }).click();
  await playsFrom(tab, 7.2);
  const topOf = (): Promise<number> =>
    page.evaluate<number>(`document.querySelector(".transcript").scrollTop`);
  for (const time of ["3:00", "0:36", "2:24"]) {
    const [minutes = 0, seconds = 0] = time.split(":").map(Number);
    await goTo(tab, 60 * minutes + seconds + 0.1);
    await page.locator(".line-said").getByText(time, { exact: true }).waitFor();
    assert.equal(await page.evaluate(IS_IN_SIGHT), true, `the line at ${time}`);
  }
  await page.evaluate(`document.querySelector(".transcript").scrollTop = 0`);
  await goTo(tab, 180.1);
  await page.locator(".line-said").getByText("3:00", { exact: true }).waitFor();
  assert.equal(await topOf(), 0, "who reads elsewhere stays there");
});

test("who goes back to before the first line is brought to it as soon as it is said", { skip }, async (t) => {
  const { tab } = await openTalk(t, 60, { media: silence(226), introS: 10 });
  const { page } = tab;
  await page.getByRole("button", { name: "Play from 0:17" }).click();
  await playsFrom(tab, 17.2);
  await goTo(tab, 190.1);
  await page.locator(".line-said").getByText("3:10", { exact: true }).waitFor();
  await goTo(tab, 1);
  await page.locator(".line-said").waitFor({ state: "detached" });
  await goTo(tab, 10.1);
  await page.locator(".line-said").first().waitFor();
  assert.equal(await page.evaluate(IS_IN_SIGHT), true);
});

/** What happens where a link has expired, or the network is gone, which a file of memory does not show. */
function breakPlayer({ page }: ConsoleTab): Promise<unknown> {
  return page.evaluate(`document.querySelector("video").dispatchEvent(new Event("error"))`);
}

/** Where the file is there, a player that failed loads it once more. */
function loadsAgain({ page }: ConsoleTab): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    const video = document.querySelector("video");
    video.addEventListener("loadedmetadata", resolve, { once: true });
    video.dispatchEvent(new Event("error"));
  })`);
}

test("media that a busy control plane does not give at first comes by itself", { skip }, async (t) => {
  let refusals = 0;
  const { tab } = await openTalk(t, 12, {
    media: silence(60),
    prepare: ({ page }) =>
      page
        .route("**/files/**", (route) => {
          if (refusals === 2) return route.continue();
          refusals += 1;
          return route.fulfill({ status: 503, headers: { "retry-after": "1" } });
        })
        .then(() => undefined),
  });
  const { page } = tab;
  await page.getByText("It is asked for again by itself.").waitFor();
  await page.locator(".line-play").first().waitFor();
  const isLoaded = `document.querySelector("video").readyState > 0`;
  await until("the media to come", () => page.evaluate<boolean>(isLoaded));
  assert.equal(await page.getByText("It is asked for again by itself.").count(), 0);
  await page.getByRole("button", { name: "Play from 0:07" }).click();
  await playsFrom(tab, 7.2);
});

test("a player whose link breaks plays on with a new one, from the line that was asked for", {
  skip,
}, async (t) => {
  const busy = { error: { statusCode: 503, code: "UNAVAILABLE", message: "The service is busy." } };
  let reads = 0;
  let isExpired = false;
  const held = Promise.withResolvers<void>();
  const { tab } = await openTalk(t, 12, {
    media: silence(60),
    async prepare({ page }) {
      await page.route("**/source", async (route) => {
        reads += 1;
        if (reads === 1) return route.fulfill({ status: 503, json: busy });
        if (reads === 3) await held.promise;
        isExpired = false;
        return route.continue();
      });
      await page.route("**/files/**", (route) =>
        isExpired ? route.fulfill({ status: 403 }) : route.continue(),
      );
    },
  });
  const { page } = tab;
  await page.getByRole("button", { name: "Play from 0:07" }).click();
  // A link that is signed later than a second after another one is another one.
  const isLater = `document.querySelector("video").currentTime > 8.5`;
  await until("more than a second to be played", () => page.evaluate<boolean>(isLater));
  const address = await page.locator("video").getAttribute("src");
  isExpired = true;
  await breakPlayer(tab);
  await page.getByRole("button", { name: "Play from 0:14" }).click();
  held.resolve();
  const isAnother = `document.querySelector("video").getAttribute("src") !== ${JSON.stringify(address)}`;
  await until("another link to be played", () => page.evaluate<boolean>(isAnother));
  await playsFrom(tab, 14.4);
  assert.equal(reads, 3);
  await page.reload();
  const isLoaded = `document.querySelector("video")?.readyState > 0`;
  await until("the player to know what it has", () => page.evaluate<boolean>(isLoaded));
  await loadsAgain(tab);
  await breakPlayer(tab);
  await page.getByText("The media cannot be played").waitFor();
  assert.equal(await page.locator("video, .line-play").count(), 0, "the transcript stands by itself");
  assert.equal(reads, 4, "a link that is not dead is not renewed");
  await tab.screenshot("transcript-unplayable");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Play from 0:07" }).click();
  await playsFrom(tab, 7.2);
});

test("a link whose time was up before anything was played is renewed", { skip }, async (t) => {
  let reads = 0;
  let isExpired = false;
  const { tab } = await openTalk(t, 12, {
    media: silence(60),
    async prepare({ page }) {
      await page.route("**/source", (route) => {
        reads += 1;
        isExpired = false;
        return route.continue();
      });
      await page.route("**/files/**", (route) =>
        isExpired ? route.fulfill({ status: 403 }) : route.continue(),
      );
    },
  });
  const { page } = tab;
  const isLoaded = `document.querySelector("video")?.readyState > 0`;
  await until("the player to know what it has", () => page.evaluate<boolean>(isLoaded));
  isExpired = true;
  await breakPlayer(tab);
  await until("another link to be asked for", () => reads === 2);
  await page.getByRole("button", { name: "Play from 0:07" }).click();
  await playsFrom(tab, 7.2);
});

test("a transcript stands by itself where its media is not kept, or the browser cannot play it", {
  skip,
}, async (t) => {
  const held = Promise.withResolvers<void>();
  const { tab } = await openTalk(t, 12, {
    media: Buffer.from("not a film"),
    async prepare({ page }) {
      await page.route("**/files/**", async (route) => {
        await held.promise;
        await route.continue();
      });
    },
  });
  const { page } = tab;
  await page.locator("video").waitFor();
  await page.locator(".line-play").first().waitFor();
  held.resolve();
  await page.locator("video").waitFor({ state: "detached" });
  await page.locator(".transcript li > span.numeric").first().waitFor();
  await page.getByText("The media cannot be played").waitFor();
  const asked = Promise.withResolvers<string>();
  const other = await openTalk(t, 12, {
    media: silence(1),
    async prepare(opened, { sql }) {
      await sql`update uploads set deleted_at = now()`;
      opened.page.on("response", (response) => {
        if (response.url().endsWith("/source")) response.text().then(asked.resolve, asked.reject);
      });
    },
  });
  assert.match(await asked.promise, /"url":null/);
  await other.tab.page.waitForLoadState("networkidle");
  assert.equal(await other.tab.page.locator("video, .line-play").count(), 0);
});
