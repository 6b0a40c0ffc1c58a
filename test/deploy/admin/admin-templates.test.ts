// The operator's commands for templates that bring files and whose previews media nodes make. They are called as the
// command line calls them, which has a test of its own.
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import sharp from "sharp";
import { actAsOperator } from "../../../control-plane/audit/operator-actions.ts";
import { recordPreview } from "../../../control-plane/catalog/record-preview.ts";
import { OutcomeUnknown } from "../../../deploy/admin/act-by-command.ts";
import type { Act } from "../../../deploy/admin/admin-call.ts";
import { CATEGORY_COMMANDS } from "../../../deploy/admin/category-commands.ts";
import { findCommand, wordsOf } from "../../../deploy/admin/command-usage.ts";
import { TEMPLATE_COMMANDS } from "../../../deploy/admin/template-commands.ts";
import { findStorage } from "../../../deploy/appliance/find-storage.ts";
import { HIGHLIGHT_RENDER } from "../../../media-node/reel/highlight-render.ts";
import { connectDatabase } from "../../../shared/db/connect.ts";
import { createLogger } from "../../../shared/logger.ts";
import { createFileStorage } from "../../../shared/storage/file-storage.ts";
import { REEL_TEMPLATE } from "../../support/control-plane/templates.ts";
import { createTestDatabase } from "../../support/database/test-database.ts";
import { makeMedia } from "../../support/media/media-fixture.ts";
import { fakeNode } from "../../support/media-node/media-node.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { until } from "../../support/until.ts";

async function openOffice(t: TestContext, { losesAnswers = false } = {}) {
  const { databaseUrl } = await createTestDatabase(t);
  const sql = connectDatabase(databaseUrl, { applicationName: "test", connections: 1 });
  t.after(() => sql.end({ timeout: 1 }));
  await fakeNode(sql, [HIGHLIGHT_RENDER]);
  const dataDir = await temporaryFolder(t);
  const storageFolder = join(dataDir, "storage");
  await mkdir(storageFolder);
  const folder = await temporaryFolder(t);
  const storage = createFileStorage(storageFolder);
  const admin = async (...args: readonly string[]): Promise<Record<string, unknown>[]> => {
    const command = findCommand([...TEMPLATE_COMMANDS, ...CATEGORY_COMMANDS], args);
    assert.ok(command !== undefined && ("read" in command || "change" in command), args.join(" "));
    const act: Act = async (work) => {
      const operator = { name: "test", via: "command", origin: "local" } as const;
      const done = await actAsOperator(sql, operator, args[0] ?? "", work);
      if (losesAnswers) throw new OutcomeUnknown(args[0] ?? "", new Error("no connection"));
      return done;
    };
    const call = {
      sql,
      patientSql: () => sql,
      databaseUrl,
      storage: () => storage,
      env: {},
      note: () => undefined,
      options: { json: true, out: join(folder, "out"), name: "Beasts" },
    };
    const given = { ...call, args: args.slice(wordsOf(command).length) };
    const result = await ("read" in command ? command.read(given) : command.change(given, act));
    return (Array.isArray(result) ? result : [result]) as Record<string, unknown>[];
  };
  const file = join(folder, "templates.json");
  const write = (input: unknown): Promise<void> =>
    writeFile(file, JSON.stringify([{ ...REEL_TEMPLATE, input }]));
  const storedFiles = (): Promise<string[]> => readdir(join(storageFolder, "assets")).catch(() => []);
  return { sql, storage, storedFiles, folder, admin, file, write };
}

async function writeImage(path: string): Promise<void> {
  const background = { r: 200, g: 20, b: 20, alpha: 0.5 };
  await sharp({ create: { width: 2_048, height: 1_024, channels: 4, background } })
    .webp()
    .toFile(path);
}

test("a logo and music beside the file are checked, stored and named by their keys", async (t) => {
  const { storage, folder, admin, file, write } = await openOffice(t);
  await writeImage(join(folder, "logo.webp"));
  await makeMedia("-f", "lavfi", "-i", "sine=frequency=440:duration=1", join(folder, "theme.mp3"));
  const logo = { file: "logo.webp", corner: "top_left" };
  await write({ logo, music: { file: "theme.mp3", gain_db: -20 } });
  const [imported] = await admin("template", "import", file);
  const id = String(imported?.template_id);
  const [listed] = await admin("template", "list");
  const input = listed?.input as { logo: Record<string, string>; music: Record<string, string> };
  assert.deepEqual([input.logo.corner, input.music.gain_db], ["top_left", -20]);
  assert.match(String(input.logo.image), new RegExp(`^assets/${id}-ast_\\w+\\.png$`));
  assert.match(String(input.music.asset), new RegExp(`^assets/${id}-ast_\\w+\\.mp3$`));
  const { format, width, height } = await sharp(await storage.read(String(input.logo.image))).metadata();
  assert.deepEqual([format, width, height], ["png", 1_024, 512]);
  const music = await storage.read(String(input.music.asset));
  assert.deepEqual(music, await readFile(join(folder, "theme.mp3")));
});

test("files stay where it is not known whether their template is there", async (t) => {
  const { sql, storedFiles, folder, admin, file, write } = await openOffice(t, { losesAnswers: true });
  await writeImage(join(folder, "logo.webp"));
  await write({ logo: { file: "logo.webp" } });
  await assert.rejects(admin("template", "import", file), OutcomeUnknown);
  assert.equal((await sql`select from templates`).length, 1);
  assert.equal((await storedFiles()).length, 1);
});

test("music that does not say how long it is is measured", async (t) => {
  const { folder, admin, file, write } = await openOffice(t);
  // The rate of its silence would make it longer than music may be.
  const sound = "aevalsrc='0.5*(random(0)-0.5)*gt(t,5)':d=150:s=44100";
  await makeMedia("-f", "lavfi", "-i", sound, "-b:a", "192k", join(folder, "theme.aac"));
  await write({ music: { file: "theme.aac" } });
  assert.equal((await admin("template", "import", file)).length, 1);
});

test("a file that cannot be used is refused by its field, and nothing is imported or stored", async (t) => {
  const { sql, storedFiles, folder, admin, file, write } = await openOffice(t);
  await writeImage(join(folder, "logo.webp"));
  await writeFile(join(folder, "text.png"), "no image");
  await writeFile(join(folder, "text.mp3"), "no sound");
  await writeFile(join(folder, "logo.svg"), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const huge = { width: 4_097, height: 4_096, channels: 3, background: "red" } as const;
  await sharp({ create: huge }).png().toFile(join(folder, "huge.png"));
  const outside = join(await temporaryFolder(t), "outside.webp");
  await writeImage(outside);
  await symlink(outside, join(folder, "link.webp"));
  const refused: readonly [unknown, RegExp][] = [
    [{ logo: { file: "missing.png" } }, /\/0\/input\/logo\/file names no file beside/],
    [{ logo: { file: outside } }, /\/0\/input\/logo\/file names no file beside/],
    [{ logo: { file: "link.webp" } }, /\/0\/input\/logo\/file must lie in the folder/],
    [{ logo: { file: "text.png" } }, /\/0\/input\/logo\/file is not an image/],
    [{ logo: { file: "logo.svg" } }, /\/0\/input\/logo\/file must be a PNG, JPEG or WebP image/],
    [{ logo: { file: "huge.png" } }, /\/0\/input\/logo\/file has more than 16777216 pixels/],
    [{ logo: { file: 7 } }, /\/0\/input\/logo\/file must be the name of a file/],
    [
      { logo: { file: "logo.webp" }, music: { file: "text.mp3" } },
      /\/0\/input\/music\/file is not a sound file/,
    ],
    [{ logo: { file: "logo.webp" }, music: { file: "logo.webp" } }, /\/0\/input\/music\/file must end in/],
    [{ logo: { file: "logo.webp", corner: "middle" } }, /\/0\/input\/logo\/corner must be one of/],
    [{ logo: { image: "assets/gone.png" } }, /\/0\/input\/logo\/image names no file in the storage/],
    [{ colors: { primary: "red" } }, /\/0\/input\/colors\/primary must match/],
  ];
  for (const [input, message] of refused) {
    await write(input);
    await assert.rejects(admin("template", "import", file), { code: "INVALID_REQUEST", message });
  }
  assert.equal((await sql`select from templates`).length, 0);
  assert.deepEqual(await storedFiles(), []);
});

test("an export can be imported again: files and previews of ours stay as they are", async (t) => {
  const { sql, folder, admin, file, write } = await openOffice(t);
  await writeImage(join(folder, "logo.webp"));
  await write({ logo: { file: "logo.webp" } });
  await admin("template", "import", file);
  await sql`update templates set preview_id = null, media_url = 'storage:templates/x/y/card.webp'`;
  const exported = await admin("template", "list");
  await writeFile(file, JSON.stringify(exported.map((each) => ({ ...each, description: "Other words" }))));
  await admin("template", "import", file);
  const [row] = await sql`select description, media_url, preview_id, input->'logo' as logo from templates`;
  const { logo } = (exported[0]?.input ?? {}) as { logo?: unknown };
  const expected = { description: "Other words", media_url: "storage:templates/x/y/card.webp" };
  assert.deepEqual(row, { ...expected, preview_id: null, logo });
  assert.equal((await sql`select from discarded_files`).length, 0);
});

test("a preview is waited for, and its files are written and named", async (t) => {
  const { sql, storage, folder, admin, file, write } = await openOffice(t);
  await write({});
  const [imported] = await admin("template", "import", file);
  const templateId = String(imported?.template_id);
  const awaited = async (): Promise<string> => {
    const [row] = await sql<{ preview_id: string }[]>`select preview_id from templates`;
    return row?.preview_id ?? "";
  };
  const before = await awaited();
  const waiting = admin("template", "preview", templateId);
  const previewId = await until("the command's wish", async () => {
    const now = await awaited();
    return now !== before && now;
  });
  const storageKey = `templates/${templateId}/${previewId}/card.webp`;
  await storage.write(storageKey, "an image");
  const shown = { id: "card", type: "image", contentType: "image/webp", filename: "card.webp" } as const;
  const made = { templateId, previewId, files: [{ ...shown, storageKey }] };
  await recordPreview(sql, made, createLogger("test", "silent"));
  const path = join(folder, "out", `${templateId}-card.webp`);
  assert.deepEqual(await waiting, [{ template_id: templateId, files: [path] }]);
  assert.equal(await readFile(path, "utf8"), "an image");
  await assert.rejects(admin("template", "preview", "tmpl_unknown"), { code: "NOT_FOUND" });
});

test("a preview that no living node can make is told at once, and stays asked for", async (t) => {
  const { sql, admin, file, write } = await openOffice(t);
  await write({});
  const [imported] = await admin("template", "import", file);
  await sql`delete from worker_leases`;
  const templateId = String(imported?.template_id);
  const message = /No media node that can make this preview runs now/;
  await assert.rejects(admin("template", "preview", templateId), { code: "UNAVAILABLE", message });
  assert.equal((await sql`select from graphile_worker.jobs`).length, 1);
});

test("the storage is found where the planes keep it, and a wrong guess is refused", async (t) => {
  const dataDir = await temporaryFolder(t);
  const env = { CLIPMILL_DATA_DIR: dataDir };
  assert.throws(() => findStorage(env), /CLIPMILL_STORAGE or CLIPMILL_DATA_DIR must be set/);
  await mkdir(join(dataDir, "storage"));
  assert.deepEqual(findStorage(env), { kind: "folder", folder: join(dataDir, "storage") });
  const given = { kind: "folder", folder: "/srv/files" };
  assert.deepEqual(findStorage({ ...env, CLIPMILL_STORAGE: "file:/srv/files" }), given);
});

test("categories are listed with their templates, renamed, and removed once they are empty", async (t) => {
  const { admin, file, write } = await openOffice(t);
  await write({});
  const [imported] = await admin("template", "import", file);
  const [category] = await admin("category", "list");
  assert.deepEqual([category?.slug, category?.name, category?.templates], ["reels", "Reels", 1]);
  const [renamed] = await admin("category", "rename", "reels");
  assert.deepEqual([renamed?.id, renamed?.name], [category?.id, "Beasts"]);
  const refused = { code: "INVALID_REQUEST", message: "The category reels still has templates: 1." };
  await assert.rejects(admin("category", "remove", "reels"), refused);
  await admin("template", "remove", String(imported?.template_id));
  assert.deepEqual(await admin("category", "remove", "reels"), [{ slug: "reels" }]);
  await assert.rejects(admin("category", "rename", "reels"), { code: "NOT_FOUND" });
});
