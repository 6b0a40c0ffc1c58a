// Builds the client as a package has it: two modules without dependencies, for Node and for browsers, and declarations
// that need none of our libraries. `npm pack` and `npm run pack-client` call it; it takes seconds.
//
// The API's types are generated from the schemas, as interfaces with every field's description, and the client is compiled
// against them: what its sources take for granted of the API then stands in the API's own schemas.
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { createSchemaWriter, type SchemaWriter } from "../../control-plane/http/openapi/openapi-schemas.ts";
import { DEFAULT_BOUNDS } from "../../shared/limits/request-bounds.ts";
import { QUERY_SCHEMAS } from "../../shared/schemas/named-schemas.ts";
import { PACKING_TIMEOUT_MS, runWithin } from "./run-within.ts";
import { apiTypesText } from "./type-text.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CLIENT_DIST = join(ROOT, "shared/client/dist");
const ENTRIES = { node: "node", browser: "browser" } as const;

async function writeModules(outDir: string): Promise<void> {
  for (const platform of Object.values(ENTRIES)) {
    await build({
      entryPoints: [join(ROOT, `shared/client/${platform}.ts`)],
      outfile: join(outDir, `${platform}.js`),
      bundle: true,
      format: "esm",
      target: "es2022",
      platform,
      legalComments: "none",
      logLevel: "silent",
    });
  }
}

function queries({ reference }: SchemaWriter): Record<string, ReturnType<SchemaWriter["reference"]>> {
  return Object.fromEntries(Object.entries(QUERY_SCHEMAS).map(([name, schema]) => [name, reference(schema)]));
}

const COMPILER_OPTIONS = {
  target: "es2023",
  lib: ["es2024", "esnext.disposable"],
  module: "nodenext",
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  declaration: true,
  emitDeclarationOnly: true,
  rootDir: "shared",
  outDir: "types",
} as const;

/** Compiles a copy of the sources in which the API's types are the ones just made. */
async function compileDeclarations(workDir: string): Promise<string> {
  await cp(join(ROOT, "shared"), join(workDir, "shared"), {
    recursive: true,
    filter: (source) => !/\/(dist|node_modules|uws)$/.test(source),
  });
  await symlink(join(ROOT, "node_modules"), join(workDir, "node_modules"));
  await writeFile(join(workDir, "package.json"), '{ "type": "module" }');
  const schemas = createSchemaWriter(DEFAULT_BOUNDS);
  const types = apiTypesText(schemas.named(), queries(schemas));
  await writeFile(join(workDir, "shared/client/api-types.ts"), types);
  const files = Object.values(ENTRIES).map((entry) => `shared/client/${entry}.ts`);
  await writeFile(
    join(workDir, "tsconfig.json"),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }),
  );
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  try {
    await runWithin({
      file: process.execPath,
      args: [compiler, "-p", "."],
      cwd: workDir,
      timeoutMs: PACKING_TIMEOUT_MS,
      failure: "The client was not compiled",
    });
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (stdout === undefined) throw error;
    throw new Error(`The client does not compile against the API's types:\n${stdout}`);
  }
  return join(workDir, "types/client");
}

async function copyDeclarations(from: string, outDir: string): Promise<void> {
  for (const name of await readdir(from, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const text = await readFile(join(from, name), "utf8");
    const to = join(outDir, name);
    await cp(join(from, name), to, { recursive: true });
    await writeFile(to, text.replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

/** Builds the client into a folder, which is emptied first. */
export async function buildClient(outDir: string = CLIENT_DIST): Promise<void> {
  const workDir = await mkdtemp(join(tmpdir(), "clipmill-client-"));
  try {
    const declarations = await compileDeclarations(workDir);
    await rm(outDir, { recursive: true, force: true });
    await writeModules(outDir);
    await copyDeclarations(declarations, outDir);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}
