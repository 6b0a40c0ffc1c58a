// The page of a transcribed talk, with its upload where it was one.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { TranscriptionJobOutput } from "../../../shared/tasks/transcription-job.ts";
import { callApi, type TestControlPlane, testControlPlane } from "../control-plane/control-plane.ts";
import { reportRunOf } from "../control-plane/large-outputs.ts";
import { newTask, taskEnded } from "../control-plane/tasks.ts";
import { type ConsoleTab, consoleTab, type TabOptions } from "./console-tab.ts";
import { openAs, testPerson } from "./people.ts";

export const SENTENCES = [
  "So the question that everybody asks is how bees find a new home.",
  "They send scouts, hundreds of them, and every scout that finds a hollow tree comes back and dances.",
  "Yes.",
  "And the longer she dances, the better it is.",
  "Nobody counts votes, and yet they agree within a day or two.",
] as const;
/** What is said once, far from the beginning. */
const RARE = "We met at the Café Zürich to talk about swarms.";

/** A talk of so many lines, two of which begin at the same time. */
function talk(lines: number, introS: number): TranscriptionJobOutput {
  const captions = Array.from({ length: lines }, (_, line) => {
    const start = introS + (line === 1 ? 0 : line * 3.6);
    const text = line === lines - 40 ? RARE : (SENTENCES[line % SENTENCES.length] ?? "");
    const words = text
      .split(" ")
      .map((word, at) => ({ word, start: start + at * 0.2, end: start + at * 0.2 + 0.15, score: 0.9 }));
    return { text, start, end: start + 3.4, words };
  });
  return {
    notice: null,
    segments: lines,
    captions,
    language: "en",
    model: "parakeet",
    duration: introS + lines * 3.6,
  };
}

export interface OpenedTalk {
  readonly tab: ConsoleTab;
  readonly taskId: string;
}

interface TalkOptions extends TabOptions {
  /** The upload that was transcribed, if it was one. */
  readonly media?: Buffer<ArrayBuffer>;
  /** How long nothing is said before the first line. */
  readonly introS?: number;
  /** Called before the page is opened. */
  readonly prepare?: (tab: ConsoleTab, plane: TestControlPlane) => Promise<void>;
}

/** Uploads media as a client does, and returns the request that names it. */
async function uploadOf(plane: TestControlPlane, accountId: string, media: Buffer<ArrayBuffer>) {
  const { key } = await plane.key(accountId);
  const body = { filename: "talk.wav", content_type: "audio/wav", size_bytes: media.length };
  const { data } = (await callApi(plane, "POST", "/api/v1/uploads", { key, body })).body;
  assert.equal((await fetch(String(data?.upload_url), { method: "PUT", body: media })).status, 200);
  return { source: { kind: "upload", storageKey: String(data?.s3_key) } };
}

/** Opens the page of a talk of so many lines. */
export async function openTalk(
  t: TestContext,
  lines: number,
  { media, prepare, introS = 0, ...options }: TalkOptions = {},
): Promise<OpenedTalk> {
  const plane = await testControlPlane(t);
  const person = await testPerson(plane, { moods: "10" });
  const { accountId } = person;
  const request = media === undefined ? {} : { request: await uploadOf(plane, accountId, media) };
  const taskId = await newTask(plane.sql, accountId, { kind: "transcription", ...request });
  await reportRunOf(plane.sql, createFileStorage(plane.storageFolder), taskId, {
    output: talk(lines, introS),
  });
  await taskEnded(plane.sql, taskId);
  const tab = await consoleTab(t, plane, options);
  await prepare?.(tab, plane);
  await openAs(tab, person, `/tasks/jobs/${taskId}`);
  await tab.page.locator(".transcript li").first().waitFor();
  return { tab, taskId };
}

/** Silence, as a WAVE file of 8,000 samples a second with 8 bits each. */
export function silence(seconds: number): Buffer<ArrayBuffer> {
  const samples = Buffer.alloc(seconds * 8_000, 128);
  const header = Buffer.alloc(44);
  header.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
  header.writeUInt32LE(36 + samples.length, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8_000, 24);
  header.writeUInt32LE(8_000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
