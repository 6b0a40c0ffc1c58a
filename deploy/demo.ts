// `npm run demo`: a whole appliance for the time of one job. It cuts the bundled sample, or a file of the user's, into
// vertical captioned clips through the public HTTP API, shows where they are, and stops everything.
import "../shared/process/check-node.ts";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createAccount } from "../control-plane/accounts/manage-accounts.ts";
import { createKey } from "../control-plane/accounts/manage-keys.ts";
import { grantMoods } from "../control-plane/billing/grant-moods.ts";
import { BUNDLED_FFPROBE } from "../media-node/ffmpeg/bundled-tools.ts";
import { probeFile } from "../media-node/ffmpeg/ffprobe.ts";
import { connectDatabase } from "../shared/db/connect.ts";
import { AppError } from "../shared/errors.ts";
import { createLogger, readLogLevel } from "../shared/logger.ts";
import { readRequestBounds } from "../shared/process/bound-settings.ts";
import { SettingError } from "../shared/process/environment.ts";
import { STOP_SIGNALS } from "../shared/process/run-process.ts";
import { StartError } from "../shared/process/start-error.ts";
import { EXIT_USAGE, isUsageError, UsageError } from "../shared/process/usage-error.ts";
import { type Appliance, startAppliance } from "./appliance/appliance.ts";
import { type ApiClient, ApiError, type Clip, createApiClient, type Job } from "./demo-client.ts";
import { speechModelHint } from "./demo-hint.ts";
import { formatTable } from "./format-table.ts";
import { demoModelsDir, installDemoModels } from "./models/demo-models.ts";
import { createProgressLine } from "./progress-line.ts";

const SAMPLE = fileURLToPath(new URL("sample/sample.mp4", import.meta.url));
const POLL_MS = 1_000;
const GRANTED_MOODS = "10";

const USAGE = `Usage: npm run demo -- [FILE] [--clips N] [--out DIR] [--json] [--keep] [--with-models]
  FILE           a video of yours, instead of the bundled sample
  --clips N      how many clips to cut: 3 unless told
  --out DIR      where they are put: ./clips unless told
  --json         prints the finished job as JSON on standard output, and nothing else there
  --keep         leaves the appliance running
  --with-models  first installs the models that suit this machine`;
const DEFAULT_CLIPS = 3;

interface DemoOptions {
  readonly file: string;
  readonly clips: number;
  readonly outDir: string;
  readonly keep: boolean;
  readonly json: boolean;
  readonly withModels: boolean;
}

async function readOptions(): Promise<DemoOptions> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      clips: { type: "string" },
      out: { type: "string", default: "clips" },
      keep: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      "with-models": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  if (positionals[1] !== undefined)
    throw new UsageError(`One FILE is cut; ${positionals[1]} is one too many.`);
  const file = resolve(positionals[0] ?? SAMPLE);
  if (!(await stat(file).catch(() => undefined))?.isFile()) throw new StartError(`There is no file ${file}.`);
  const { clipCount: maxClips } = readRequestBounds(process.env);
  const clips = Number(values.clips ?? Math.min(DEFAULT_CLIPS, maxClips));
  if (!Number.isInteger(clips) || clips < 1 || clips > maxClips)
    throw new UsageError(`--clips must be a whole number from 1 to ${maxClips}.`);
  const { keep, json, "with-models": withModels } = values;
  return { file, clips, outDir: resolve(values.out), keep, json, withModels };
}

/** Makes an account with moods and a key, as an operator would with `npm run admin`. */
async function createApiKey(databaseUrl: string): Promise<string> {
  const sql = connectDatabase(databaseUrl, { applicationName: "clipmill demo", connections: 1 });
  try {
    return await sql.begin(async (transaction) => {
      const account = await createAccount(transaction, { email: "demo@localhost", approve: true });
      await grantMoods(transaction, { accountId: account.id, moods: GRANTED_MOODS, note: "demo" });
      const limits = { scopes: [], ips: [], expiresAt: null, perMinute: null, perDay: null };
      return (await createKey(transaction, { accountId: account.id, ...limits })).key;
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** What a client would know of its video; a file that is none is left for the API to refuse. */
async function durationOf(file: string, signal: AbortSignal): Promise<number> {
  const probed = await probeFile(BUNDLED_FFPROBE, file, signal).catch(() => undefined);
  return Math.max(1, Number(probed?.format?.duration ?? 1));
}

/** Lengths that leave room for several clips. */
function clipLengthFor(durationS: number): string {
  if (durationS >= 180) return "15-60s";
  return durationS >= 40 ? "12-30s" : "5-15s";
}

async function waitForEnd(
  client: ApiClient,
  job: Job,
  options: DemoOptions,
  signal: AbortSignal,
): Promise<Job> {
  const line = createProgressLine(options.json ? process.stderr : process.stdout);
  for (let current = job; ; current = await client.readJob(job.task_id)) {
    line.update(current.progress?.percent ?? 0, current.progress?.message ?? "Waiting for a media node");
    if (current.status === "finished" || current.status === "failed") {
      line.end();
      return current;
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

async function cutFile(appliance: Appliance, options: DemoOptions, signal: AbortSignal): Promise<Job> {
  const client = createApiClient(appliance.url, await createApiKey(appliance.databaseUrl), signal);
  const durationS = await durationOf(options.file, signal);
  const job = await client.createClips({
    s3_key: await client.upload(options.file),
    video_title: basename(options.file).replace(/\.[^.]+$/, ""),
    video_duration_seconds: Math.ceil(durationS),
    clip_count: options.clips,
    clip_length: clipLengthFor(durationS),
  });
  const ended = await waitForEnd(client, job, options, signal);
  if (ended.output === null) throw new ApiError(`${ended.error?.code}: ${ended.error?.message}`);
  await mkdir(options.outDir, { recursive: true });
  const clips: (Clip & { file: string })[] = [];
  for (const clip of ended.output.clips) {
    const file = join(
      options.outDir,
      `${basename(options.file).replace(/\.[^.]+$/, "")}-${clip.index + 1}.mp4`,
    );
    await client.download(clip.videoUrl, file);
    clips.push({ ...clip, file });
  }
  return { ...ended, output: { ...ended.output, clips } };
}

function clock(timeS: number): string {
  return new Date(timeS * 1_000).toISOString().slice(timeS >= 3_600 ? 11 : 14, 19);
}

function shortPath(file: string): string {
  const near = relative(process.cwd(), file);
  return near.startsWith("..") ? file : near;
}

function printClips(job: Job): void {
  const rows = (job.output?.clips ?? []).map((clip) => ({
    clip: clip.index + 1,
    title: clip.title,
    time: `${clock(clip.start)}–${clock(clip.end)}`,
    score: Math.round(clip.viralityScore),
    framing: clip.editingStyle,
    file: shortPath((clip as Clip & { file: string }).file),
  }));
  console.log(`\n${formatTable(rows)}`);
  const notice = job.output?.notice ?? null;
  if (notice !== null) console.log(`\n${notice}`);
  for (const line of speechModelHint(notice)) console.log(line);
}

async function runDemo(options: DemoOptions, signal: AbortSignal): Promise<void> {
  const logLevel = readLogLevel(process.env, "error");
  const say = (text: string): void => (options.json ? console.error(text) : console.log(text));
  const stream = options.json ? process.stderr : process.stdout;
  if (options.withModels) await installDemoModels(process.env, { stream, say, signal });
  // PostgreSQL may have to run as another user, who must be able to enter the folder.
  const dataDir = await mkdtemp(join(tmpdir(), "clipmill-demo-"));
  const env = {
    ...process.env,
    CLIPMILL_DATA_DIR: dataDir,
    CLIPMILL_MODELS_DIR: await demoModelsDir(process.env, dataDir),
    // Its own client would have to trust the certificate.
    CLIPMILL_TLS_CERT_FILE: undefined,
    CLIPMILL_TLS_KEY_FILE: undefined,
    CLIPMILL_HOST: "127.0.0.1",
    CLIPMILL_PORT: "0",
    CLIPMILL_MEDIA_PORT: "0",
    CLIPMILL_STORAGE: undefined,
    CLIPMILL_PUBLIC_URL: undefined,
    CLIPMILL_DATABASE_URL: undefined,
    CLIPMILL_DATABASE_SESSION_URL: undefined,
    CLIPMILL_LOG_LEVEL: logLevel,
  };
  let appliance: Appliance | undefined;
  try {
    say("Starting the appliance (PostgreSQL, control plane, media node) …");
    appliance = await startAppliance({ env, logger: createLogger("demo", logLevel), signal });
    say(`Cutting ${basename(options.file)} into ${options.clips} vertical clips at ${appliance.url} …`);
    const job = await cutFile(appliance, options, signal);
    if (options.json) console.log(JSON.stringify(job));
    else printClips(job);
    if (options.keep) {
      say(`\nThe appliance goes on at ${appliance.url}; its data is in ${dataDir}. Stop it with Ctrl-C.`);
      await new Promise((done) => signal.addEventListener("abort", done, { once: true }));
    }
  } finally {
    await appliance?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const stopping = new AbortController();
for (const name of STOP_SIGNALS)
  process.on(name, () => stopping.abort(new StartError("The demo was stopped.")));
process.exitCode = await readOptions()
  .then((options) => runDemo(options, stopping.signal))
  .then(
    () => 0,
    (error: unknown) => {
      if (isUsageError(error)) {
        console.error(`${error.message}\n${USAGE}`);
        return EXIT_USAGE;
      }
      const isPlain = [ApiError, AppError, StartError, SettingError].some((kind) => error instanceof kind);
      console.error(isPlain || stopping.signal.aborted ? (error as Error).message : error);
      return 1;
    },
  );
