// `npm run models -- fit-virality` through its real process, on clips in a real database.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { readBundle } from "../../media-node/engines/model-bundle.ts";
import { openViralityModel } from "../../media-node/engines/virality-model.ts";
import { BUILT_IN_MODELS_DIR, chooseBundle, scanBundles } from "../../media-node/models/find-bundles.ts";
import { readViralityWeights } from "../../media-node/models/virality-bundle.ts";
import { scoreOf } from "../../media-node/signal/additive-model.ts";
import { seededRandom } from "../../media-node/signal/seeded-random.ts";
import {
  FEATURE_COUNT,
  FEATURES_VERSION,
  VIRALITY_FEATURES,
} from "../../media-node/signal/virality-feature-list.ts";
import { newId } from "../../shared/ids.ts";
import { accountDatabase } from "../support/account-database.ts";
import { newTask } from "../support/tasks.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface StoredClip {
  readonly id: string;
  readonly features?: { readonly version: number; readonly values: readonly (number | null)[] };
}

const LAUGHTER = VIRALITY_FEATURES.findIndex(({ name }) => name === "laughter");
const CLIPS_PER_JOB = 4;

/** A database with finished clip jobs, a models folder, and the command. */
async function scene(t: TestContext, clips: readonly StoredClip[]) {
  const { sql, databaseUrl, account } = await accountDatabase(t);
  for (let first = 0; first < clips.length; first += CLIPS_PER_JOB) {
    const taskId = await newTask(sql, account.id);
    const output = { notice: null, clips: clips.slice(first, first + CLIPS_PER_JOB) };
    await sql`update tasks set output = ${sql.json(output as never)} where id = ${taskId}`;
  }
  const folder = await temporaryFolder(t);
  const modelsDir = join(folder, "models");
  const file = join(folder, "outcomes.csv");
  const env = { ...process.env, CLIPMILL_DATABASE_URL: databaseUrl, CLIPMILL_MODELS_DIR: modelsDir };
  const run = (...args: readonly string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const command = ["--import", "tsx", "deploy/models.ts", "fit-virality", ...args];
      execFile(process.execPath, command, { env, timeout: 120_000 }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  const write = (lines: readonly string[]): Promise<void> => writeFile(file, lines.join("\n"));
  return { modelsDir, file, run, write };
}

function randomClips(count: number): StoredClip[] {
  const random = seededRandom(5);
  return Array.from({ length: count }, () => ({
    id: newId("clip"),
    features: {
      version: FEATURES_VERSION,
      values: Array.from({ length: FEATURE_COUNT }, () => (random() < 0.1 ? null : random())),
    },
  }));
}

/** Views that follow laughter alone, over three powers of ten. */
function viewsOf({ features }: StoredClip): number {
  return Math.round(10 ** (2 + 3 * (features?.values[LAUGHTER] ?? 0)));
}

test("outcomes teach the model: it is judged on clips that it has not seen, installed, and used", async (t) => {
  const clips = randomClips(80);
  const { modelsDir, file, run, write } = await scene(t, clips);
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
  const clips = randomClips(60);
  const builtIn = await readViralityWeights(join(BUILT_IN_MODELS_DIR, "virality-en"));
  const { modelsDir, file, run, write } = await scene(t, clips);
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
  const [first, ...clips] = randomClips(40);
  assert.ok(first !== undefined);
  const old: StoredClip[] = clips.slice(0, 9).map(({ id }) => ({ id }));
  const { file, run, write } = await scene(t, [first, ...old, ...clips.slice(9)]);
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
  await refuse(/path of the file/);
});
