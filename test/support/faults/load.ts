// Clients at work while faults happen: they upload, create short jobs of all kinds, list, read and cancel, at either
// control plane, and write everything that they sent and got into the books. Each waits for its task's end before it
// creates another, so that the load follows what the machine can do.
import { setTimeout as pause } from "node:timers/promises";
import type { TestAccount } from "../database/test-account.ts";
import { until } from "../until.ts";
import { type Books, isUncertain, type RecordedCreate, taskIdOf } from "./books.ts";
import { type Answer, send } from "./client.ts";
import type { FaultBed } from "./fault-bed.ts";
import { SHORT_FILM_S } from "./films.ts";
import { RECEIVER_MANNERS } from "./receivers.ts";

export interface LoadOptions {
  readonly bed: FaultBed;
  readonly books: Books;
  readonly accounts: readonly TestAccount[];
  readonly random: () => number;
  readonly creators: number;
  readonly readers: number;
}

export interface Load {
  /** Lets every client end what it is at and resolves when all have. */
  stop(): Promise<void>;
}

const POLL_MS = 300;
const REPEAT_TIMEOUT_MS = 60_000;
const FILM_TYPE = "video/mp4";
const KINDS = ["/transcriptions", "/transcriptions", "/clips", "/clips", "/generation-tasks"] as const;

function pick<T>(random: () => number, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("Nothing to pick from.");
  return item;
}

/** Calls one plane or the other, as a load balancer without health checks would. */
function callAny(
  { bed, random }: Pick<LoadOptions, "bed" | "random">,
  call: { readonly method: string; readonly path: string; readonly key: string; readonly body?: unknown },
): Promise<Answer> {
  const { path, ...request } = call;
  return send({ ...request, url: `${pick(random, bed.planes).url}/api/v1${path}` });
}

interface AnnouncedFilm {
  readonly s3_key: string;
  readonly upload_url: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function uploadFilm(options: LoadOptions, account: TestAccount): Promise<string | undefined> {
  const { film } = options.bed;
  const body = { filename: "film.mp4", content_type: FILM_TYPE, size_bytes: film.length };
  const announced = await callAny(options, { method: "POST", path: "/uploads", key: account.key, body });
  if (announced.status !== 201) return undefined;
  const { s3_key: storageKey, upload_url: url, headers } = announced.body.data as AnnouncedFilm;
  const stored = await send({ method: "PUT", url, headers, body: film });
  return stored.status === 200 ? storageKey : undefined;
}

/** What a create of this kind says; sources and titles carry the mark. */
async function composeCreate(
  options: LoadOptions,
  path: (typeof KINDS)[number],
  account: TestAccount,
): Promise<{ readonly mark: string; readonly body: Record<string, unknown> }> {
  const { bed, books, random } = options;
  const tag = books.newTag();
  if (path === "/generation-tasks") {
    const input = { prompt: `waves ${tag}`, steps: 4 };
    return { mark: tag, body: { model: "image-abstract-small", model_tier: "lite", input } };
  }
  const uploaded = random() < 0.3 ? await uploadFilm(options, account) : undefined;
  const source = uploaded === undefined ? { video_url: bed.sources.film(tag) } : { s3_key: uploaded };
  const mark = uploaded ?? tag;
  if (path === "/transcriptions") return { mark, body: source };
  const clips = { clip_count: 1, clip_length: "5-6s", target_resolution: "360p" };
  return { mark, body: { ...source, ...clips, video_duration_seconds: SHORT_FILM_S } };
}

/** Sends a create, for the first time or again, and writes the answer down. */
async function sendCreate(
  options: Pick<LoadOptions, "bed" | "random">,
  create: RecordedCreate,
): Promise<Answer> {
  create.open += 1;
  const { path, body } = create;
  const answer = await callAny(options, { method: "POST", path, key: create.account.key, body });
  create.answers.push(answer);
  create.open -= 1;
  return answer;
}

export function readPath(create: Pick<RecordedCreate, "path">, taskId: string): string {
  return create.path === "/generation-tasks" ? `/generation-tasks/${taskId}` : `/jobs/${taskId}`;
}

function hasEnded(answer: Answer): boolean {
  const status = (answer.body.data as { status?: string } | undefined)?.status;
  return status === "finished" || status === "failed";
}

async function createAndFollow(options: LoadOptions, stopped: AbortSignal): Promise<void> {
  const { bed, books, random } = options;
  const account = pick(random, options.accounts);
  const path = pick(random, KINDS);
  const { mark, body } = await composeCreate(options, path, account);
  const hasIdempotencyKey = random() < 0.5;
  const called = random() < 0.6 ? { callback_url: bed.receivers.url(pick(random, RECEIVER_MANNERS)) } : {};
  const keyed = hasIdempotencyKey ? { idempotency_key: mark } : {};
  const whole = { ...body, ...called, ...keyed };
  const create = books.open({ mark, path, account, body: whole, hasIdempotencyKey });
  const taskId = taskIdOf(await sendCreate(options, create));
  if (taskId === undefined) return;
  if (hasIdempotencyKey && random() < 0.3) await sendCreate(options, create);
  const { key } = account;
  const isCancelled = random() < 0.15;
  for (let reads = 0; !stopped.aborted; reads += 1) {
    if (isCancelled && reads === 2)
      await callAny(options, { method: "POST", path: `${readPath(create, taskId)}/cancel`, key, body: {} });
    if (hasEnded(await callAny(options, { method: "GET", path: readPath(create, taskId), key }))) return;
    await pause(POLL_MS);
  }
}

const READS = ["/jobs?limit=20", "/generation-tasks?limit=20", "/balance", "/models", "/usage"] as const;

async function readSomething(options: LoadOptions): Promise<void> {
  const { key } = pick(options.random, options.accounts);
  await callAny(options, { method: "GET", path: pick(options.random, READS), key });
}

/** Repeats until stopped. A refused connection must not make a client spin. */
async function keepAt(work: () => Promise<void>, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await work();
    await pause(POLL_MS);
  }
}

export function startLoad(options: LoadOptions): Load {
  const stopping = new AbortController();
  const { signal } = stopping;
  const creators = Array.from({ length: options.creators }, () =>
    keepAt(() => createAndFollow(options, signal), signal),
  );
  const readers = Array.from({ length: options.readers }, () => keepAt(() => readSomething(options), signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all([...creators, ...readers]);
    },
  };
}

/**
 * Sends every create with an idempotency key again that is without an answer, until it has one, as a careful client
 * does. Call it when all faults are over.
 */
export async function repeatUncertain(
  options: Pick<LoadOptions, "bed" | "random" | "books">,
): Promise<number> {
  const uncertain = options.books.creates.filter(
    (create) => create.hasIdempotencyKey && isUncertain(create) && !create.answers.some(taskIdOf),
  );
  for (const create of uncertain) {
    const isAnswered = async (): Promise<Answer | undefined> => {
      const answer = await sendCreate(options, create);
      return answer.status === null || answer.status === 503 ? undefined : answer;
    };
    const answer = await until(`an answer to the repeat of ${create.mark}`, isAnswered, REPEAT_TIMEOUT_MS);
    if (answer.status !== 201) throw new Error(`the repeat of ${create.mark} was answered ${answer.status}`);
  }
  return uncertain.length;
}
