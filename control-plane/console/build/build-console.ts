// Builds the console's page with Vite, and packs each file that shrinks by it with Brotli and gzip, so that serving
// costs no processor time. The result appears whole: it is made beside the old one, which it then replaces.
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { BUILD_FILE, DIST_FOLDER, sourcesHash, WEB_FOLDER } from "./console-sources.ts";

const packGzip = promisify(gzip);
const packBrotli = promisify(brotliCompress);
const PACKED = /\.(html|js|css|svg|json)$/;
/** Smaller files fit into one packet as they are. */
const MIN_PACKED_BYTES = 512;

async function packFile(path: string): Promise<void> {
  const content = readFileSync(path);
  if (content.length < MIN_PACKED_BYTES) return;
  const options = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
  const packed = { br: await packBrotli(content, options), gz: await packGzip(content, { level: 9 }) };
  for (const [ending, bytes] of Object.entries(packed)) writeFileSync(`${path}.${ending}`, bytes);
}

/** Lets the browser ask for the text's font while it reads the page, and not only once the styles are there. */
function preloadFont(folder: string): void {
  const [font] = globSync("assets/inter-latin-wght-normal-*.woff2", { cwd: folder });
  if (font === undefined) throw new Error("The built page has no font of its text.");
  const path = join(folder, "index.html");
  const link = `<link rel="preload" href="/console/${font}" as="font" type="font/woff2" crossorigin>`;
  writeFileSync(path, readFileSync(path, "utf8").replace("</head>", `  ${link}\n  </head>`));
}

/** Builds the page into its folder, in some 2 s. @throws what Vite finds wrong with the sources */
export async function buildConsole(): Promise<void> {
  const folder = `${DIST_FOLDER}-${process.pid}`;
  const sources = sourcesHash();
  try {
    await build({
      root: WEB_FOLDER,
      configFile: join(WEB_FOLDER, "vite.config.ts"),
      logLevel: "warn",
      build: { outDir: folder, emptyOutDir: true },
    });
    preloadFont(folder);
    const paths = globSync("**/*.*", { cwd: folder }).map((path) => join(folder, path));
    await Promise.all(
      paths.filter((path) => PACKED.test(path) && statSync(path).isFile()).map((path) => packFile(path)),
    );
    writeFileSync(join(folder, BUILD_FILE), JSON.stringify({ sources }));
    await rm(DIST_FOLDER, { recursive: true, force: true });
    await rename(folder, DIST_FOLDER);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
