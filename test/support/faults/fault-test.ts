// What tests of faults share: a bed that ends with its test, creates that go into the books, and the account as an
// assertion.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { cleanUp } from "../clean-up.ts";
import type { TestAccount } from "../database/test-account.ts";
import { until } from "../until.ts";
import { describeViolations, takeAccount } from "./account.ts";
import { Books, type RecordedCreate, taskIdOf } from "./books.ts";
import { type Answer, send } from "./client.ts";
import { type FaultBed, type FaultBedOptions, startFaultBed } from "./fault-bed.ts";
import { SHORT_FILM_S } from "./films.ts";
import { tasksOpenStill } from "./invariants.ts";
import { readPath } from "./load.ts";
import type { PlaneProcess } from "./plane-process.ts";

/** For work that waits for leases to run out, on a machine that is busy with other tests. */
export const WORK_TIMEOUT_MS = 120_000;

export interface FaultTest {
  readonly bed: FaultBed;
  readonly books: Books;
  readonly owner: TestAccount;
  /** The plane that requests go to unless they name another. */
  readonly plane: PlaneProcess;
  call(method: string, path: string, body?: unknown, plane?: PlaneProcess): Promise<Answer>;
  /** The same again where a busy machine had no time for it, until it is answered with something else than 503. */
  callPatiently: FaultTest["call"];
  /** Sends a create and writes it down, with the others of its mark, which `body` holds. */
  create(path: string, mark: string, body: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Creates a transcription of a film that comes at once, with what else its body shall say. */
  createShort(rest?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** The same until it is answered with a task; its id. */
  createShortTask(rest?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Announces an upload of so many bytes. */
  announce(sizeBytes: number): Promise<AnnouncedUpload>;
  /** Creates a job whose source comes only when the bed's `sources.letGo` names its tag; its task's id and tag. */
  createHeld(path?: "/transcriptions" | "/clips"): Promise<HeldJob>;
  /** Waits until a node has begun with it. */
  untilHeld(job: HeldJob): Promise<void>;
  /** Has held sources come, and fails unless their jobs finish. */
  finishHeld(jobs: readonly HeldJob[]): Promise<void>;
  /** Waits for a task's end; how it ended, "finished" or its error's code. */
  endOf(taskId: string, timeoutMs?: number): Promise<string>;
  /** Fails with the violations where the account does not come out. */
  assertAccount(options?: { readonly afterKills?: boolean }): Promise<void>;
}

export interface AnnouncedUpload {
  readonly status: number | null;
  /** Of the error, where it was refused. */
  readonly code: string | undefined;
  readonly storageKey: string;
  readonly url: string;
}

export interface HeldJob {
  readonly taskId: string;
  readonly tag: string;
}

export async function faultTest(t: TestContext, options: FaultBedOptions = {}): Promise<FaultTest> {
  const bed = await startFaultBed(options);
  cleanUp(t, bed.close);
  const books = new Books();
  const owner = await bed.account({ moods: "1000" });
  const [plane] = bed.planes;
  assert.ok(plane !== undefined);
  const call: FaultTest["call"] = (method, path, body, to = plane) =>
    send({ method, url: `${to.url}/api/v1${path}`, key: owner.key, body });
  const callPatiently: FaultTest["call"] = (...request) =>
    until(`an answer to ${request[0]} ${request[1]}`, async () => {
      const answer = await call(...request);
      return answer.status !== 503 && answer;
    });
  const create: FaultTest["create"] = async (path, mark, body) => {
    const hasIdempotencyKey = body.idempotency_key !== undefined;
    const recorded: RecordedCreate =
      books.creates.find((known) => known.mark === mark) ??
      books.open({ mark, path, account: owner, body, hasIdempotencyKey });
    recorded.open += 1;
    const answer = await call("POST", path, body);
    recorded.answers.push(answer);
    recorded.open -= 1;
    return answer;
  };
  /** Each try has a mark of its own: what was answered 503 has no task. */
  const createTask = (what: string, tryToCreate: () => Promise<Answer>): Promise<string> =>
    until(what, async () => {
      const answer = await tryToCreate();
      assert.ok(answer.status === 201 || answer.status === 503, `answered ${answer.status}`);
      return taskIdOf(answer);
    });
  const createShort: FaultTest["createShort"] = (rest = {}) => {
    const tag = books.newTag();
    return create("/transcriptions", tag, { video_url: bed.sources.film(tag), ...rest });
  };
  const kindOf = (taskId: string): RecordedCreate | undefined =>
    books.creates.find((recorded) => recorded.answers.some((answer) => taskIdOf(answer) === taskId));
  const endOf: FaultTest["endOf"] = async (taskId, timeoutMs = WORK_TIMEOUT_MS) => {
    const end = async (): Promise<string | false | undefined> => {
      const { body } = await call("GET", readPath(kindOf(taskId) ?? { path: "/jobs" }, taskId));
      const task = body.data as { status: string; error: { code: string } | null } | undefined;
      if (task?.status === "failed") return task.error?.code;
      return task?.status === "finished" && task.status;
    };
    return until(`the end of ${taskId}`, end, timeoutMs).catch(async () => {
      const open = await tasksOpenStill({ bed, books, afterKills: false });
      throw new Error(`waited in vain for the end of ${taskId}: ${open.join("; ")}`);
    });
  };
  return {
    bed,
    books,
    owner,
    plane,
    call,
    callPatiently,
    create,
    createShort,
    createShortTask: (rest) => createTask("a short job", () => createShort(rest)),
    announce: async (sizeBytes) => {
      const body = { filename: "film.mp4", content_type: "video/mp4", size_bytes: sizeBytes };
      const answer = await callPatiently("POST", "/uploads", body);
      const { s3_key = "", upload_url = "" } = (answer.body.data ?? {}) as Record<string, string>;
      return { status: answer.status, code: answer.body.error?.code, storageKey: s3_key, url: upload_url };
    },
    createHeld: async (path = "/transcriptions") => {
      let tag = "";
      const clips = { clip_count: 1, clip_length: "5-6s", target_resolution: "360p" };
      const taskId = await createTask("a job that is held", () => {
        tag = books.newTag();
        const body = { video_url: bed.sources.heldFilm(tag), video_duration_seconds: SHORT_FILM_S };
        return create(path, tag, path === "/clips" ? { ...body, ...clips } : body);
      });
      return { taskId, tag };
    },
    untilHeld: async ({ tag }) => {
      await until("a node to fetch the held source", () => bed.sources.waiting(tag) > 0, WORK_TIMEOUT_MS);
    },
    endOf,
    finishHeld: async (jobs) => {
      for (const { tag } of jobs) bed.sources.letGo(tag);
      for (const { taskId } of jobs) assert.equal(await endOf(taskId), "finished");
    },
    assertAccount: async ({ afterKills = false } = {}) => {
      assert.equal(describeViolations(await takeAccount({ bed, books, afterKills })), "");
    },
  };
}
