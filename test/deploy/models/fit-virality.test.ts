// `npm run models -- fit-virality` on clips in a real database.
import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { scoreOf } from "../../../media-node/clips/virality/additive-model.ts";
import { readViralityWeights } from "../../../media-node/clips/virality/virality-bundle.ts";
import {
  FEATURE_COUNT,
  FEATURES_VERSION,
  VIRALITY_FEATURES,
} from "../../../media-node/clips/virality/virality-feature-list.ts";
import { openViralityModel } from "../../../media-node/clips/virality/virality-model.ts";
import { BUILT_IN_MODELS_DIR, chooseBundle, scanBundles } from "../../../media-node/models/find-bundles.ts";
import { readBundle } from "../../../media-node/models/model-bundle.ts";
import { seededRandom } from "../../../media-node/signal/seeded-random.ts";
import { newId, newIdOf } from "../../../shared/ids.ts";
import { OUTPUT_LIMITS } from "../../../shared/limits/storage.ts";
import { EXIT_USAGE } from "../../../shared/process/usage-error.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import type { ClipJobOutput } from "../../../shared/tasks/clip-job.ts";
import { reportRunOf } from "../../support/control-plane/large-outputs.ts";
import { finalizeReported, newTask } from "../../support/control-plane/tasks.ts";
import { accountDatabase } from "../../support/database/account-database.ts";
import { type Ended, runModelsHere } from "../../support/models/run-models.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface StoredClip {
  readonly id: string;
  readonly features?: { readonly version: number; readonly values: readonly (number | null)[] };
}

const LAUGHTER = VIRALITY_FEATURES.findIndex(({ name }) => name === "laughter");
const CLIPS_PER_JOB = 4;

/** A database with finished clip jobs, every second one's output in a storage, a models folder, and the command. */
async function scene(t: TestContext, jobs: readonly ClipJob[]) {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  const storageFolder = await temporaryFolder(t);
  const storage = createFileStorage(storageFolder);
  for (const [index, { taskId, clips }] of jobs.entries()) {
    await sql`update tasks set id = ${taskId} where id = ${await newTask(sql, account.id)}`;
    const output = { notice: index % 2 === 0 ? null : "n".repeat(OUTPUT_LIMITS.rowBytes), clips };
    await reportRunOf(sql, storage, taskId, { output: output as unknown as ClipJobOutput });
  }
  await finalizeReported(sql);
  const [row] = await sql<{ stored: number }[]>`select count(output_key)::int as stored from tasks`;
  assert.equal(row?.stored, Math.floor(jobs.length / 2));
  const folder = await temporaryFolder(t);
  const modelsDir = join(folder, "models");
  const file = join(folder, "outcomes.csv");
  const env = {
    ...process.env,
    CLIPMILL_DATABASE_URL: databaseUrl,
    CLIPMILL_STORAGE: `file:${storageFolder}`,
    CLIPMILL_MODELS_DIR: modelsDir,
  };
  const run = (...args: readonly string[]): Promise<Ended> => runModelsHere(env, ["fit-virality", ...args]);
  const write = (lines: readonly string[]): Promise<void> => writeFile(file, lines.join("\n"));
  return { modelsDir, file, run, write };
}

interface ClipJob {
  readonly taskId: string;
  readonly clips: readonly StoredClip[];
}

function randomJobs(clipCount: number): ClipJob[] {
  const random = seededRandom(5);
  return Array.from({ length: clipCount / CLIPS_PER_JOB }, () => {
    const taskId = newId("task");
    const clips = Array.from({ length: CLIPS_PER_JOB }, () => ({
      id: newIdOf("clip", taskId),
      features: {
        version: FEATURES_VERSION,
        values: Array.from({ length: FEATURE_COUNT }, () => (random() < 0.1 ? null : random())),
      },
    }));
    return { taskId, clips };
  });
}

function clipsOf(jobs: readonly ClipJob[]): StoredClip[] {
  return jobs.flatMap(({ clips }) => clips);
}

/** Views that follow laughter alone, over three powers of ten. */
function viewsOf({ features }: StoredClip): number {
  return Math.round(10 ** (2 + 3 * (features?.values[LAUGHTER] ?? 0)));
}

test("outcomes teach the model: it is judged on clips that it has not seen, installed, and used", async (t) => {
  const jobs = randomJobs(80);
  const clips = clipsOf(jobs);
  const { modelsDir, file, run, write } = await scene(t, jobs);
  await write([
    "clip_id,title,views",
    ...clips.map((clip) => `${clip.id},"a, b",${viewsOf(clip)}`),
    `${newId("clip")},,3`,
  ]);
  const { code, stdout, stderr } = await run(file, "--outcome", "views", "--json");
  assert.equal(code, 0, stderr);
  const report = JSON.parse(stdout);
  assert.deepEqual(
    [report.outcomes, report.unknown, report.withoutFeatures, report.otherVersions],
    [80, 1, 0, 0],
  );
  assert.ok(report.isBetter && report.fitted > report.builtIn + 0.1, stdout);
  assert.equal(report.folder, join(modelsDir, "virality-fitted"));
  const { bundles, broken } = await scanBundles({ modelsDir, builtInDir: BUILT_IN_MODELS_DIR });
  assert.deepEqual(broken, []);
  const bundle = chooseBundle(bundles, "virality");
  assert.equal(bundle?.folder, report.folder, "it comes before the built-in model");
  const model = await openViralityModel(await readBundle(report.folder));
  const row = Float32Array.from(clips[0]?.features?.values ?? [], (value) => value ?? Number.NaN);
  const { scores } = await model.score(row, { explain: false });
  const expected = scoreOf(await readViralityWeights(report.folder), row);
  assert.ok(Math.abs(scores.reduce((sum, points) => sum + points, 0) - expected) < 1e-3);
  await model.dispose();
  const again = await run(file, "--outcome", "views");
  assert.match(
    again.stdout,
    /80 outcomes were used; left out: 1 of clips that this database does not have\./,
  );
  assert.match(again.stdout, /built-in model +-?\d\.\d{3}\n {2}fitted model, cross-validated +0\.\d{3}/);
});

test("a model that is no better is installed only by force", async (t) => {
  const jobs = randomJobs(60);
  const clips = clipsOf(jobs);
  const builtIn = await readViralityWeights(join(BUILT_IN_MODELS_DIR, "virality-en"));
  const { modelsDir, file, run, write } = await scene(t, jobs);
  const scoreOfClip = ({ features }: StoredClip): number =>
    scoreOf(builtIn, features?.values.map((value) => value ?? Number.NaN) ?? []);
  await write(["clip_id,outcome", ...clips.map((clip) => `${clip.id},${scoreOfClip(clip)}`)]);
  const { code, stdout } = await run(file);
  assert.equal(code, 0);
  assert.match(stdout, /built-in model +1\.000/);
  assert.match(stdout, /not better, and was not installed; --force/);
  await assert.rejects(readdir(modelsDir), { code: "ENOENT" });
  assert.match((await run(file, "--force")).stdout, /--force was given: installed in/);
  assert.deepEqual(await readdir(modelsDir), ["virality-fitted"]);
});

test("too few outcomes, clips of old versions and outcomes all alike are refused in one line", async (t) => {
  const jobs = randomJobs(40);
  const [first, ...clips] = clipsOf(jobs);
  assert.ok(first !== undefined);
  const old = new Set(clips.slice(0, 9));
  const partly = jobs.map(({ taskId, clips: made }) => ({
    taskId,
    clips: made.map((clip) => (old.has(clip) ? { id: clip.id } : clip)),
  }));
  const { file, run, write } = await scene(t, partly);
  const refuse = async (expected: RegExp, ...args: readonly string[]): Promise<void> => {
    const { code, stdout, stderr } = await run(...args);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, expected);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  };
  await write(["clip_id,outcome", ...clips.slice(0, 38).map((clip) => `${clip.id},${viewsOf(clip)}`)]);
  await refuse(/There are 29 outcomes of known clips; at least 30 are needed/, file);
  await write(["clip_id,outcome", ...clips.map((clip) => `${clip.id},5`), `${first.id},5`]);
  await refuse(/All outcomes are the same/, file);
  await write(["clip_id,outcome", `${first.id},lots`]);
  await refuse(/line 2 has no number but "lots"/, file);
  await refuse(/cannot be read/, `${file}.missing`);
  const { code, stderr } = await run();
  assert.equal(code, EXIT_USAGE);
  assert.match(stderr, /^The path of the file with outcomes is missing\./);
});
