// hyper-express requires "uWebSockets.js", which upstream publishes only as a Git repository. This package stands in
// for it with the same official binaries, repacked on npm by uws-pack. uws-pack exports only ESM, so the binary is
// required by path, and its SHA-256 is checked before it is loaded into the process.
// To use the upstream package instead, set "uWebSockets.js" in the root package.json to
// "github:uNetworking/uWebSockets.js#v20.48.0".
const { createHash } = require("node:crypto");
const { existsSync, readFileSync } = require("node:fs");
const { join } = require("node:path");

const SHA256_BY_BINARY = {
  "uws_linux_x64_127.node": "8cabc918bbf9a07323e54f89a33882491080b2eb35df0607f473ccdb1f3c31af",
  "uws_linux_arm64_127.node": "d4c4f8b2c28c5f6544b49e36d91b0beee238a5b90a07904a947f77061c8b814d",
  "uws_darwin_arm64_127.node": "abbeea53d48e21c01808203e9f9835728f2cea720d2e5b154837ee3045b513be",
  "uws_darwin_x64_127.node": "afd992dc1ca1e33cdc7ce0c72a60baf236e590a257fcecbbbce7bc1a35451387",
};

const binary = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
const expected = SHA256_BY_BINARY[binary];
if (expected === undefined) {
  throw new Error(`No HTTP server binary for ${binary}: run Clipmill with Node 22.`);
}
const path = module.paths.map((folder) => join(folder, "uws-pack", "dist", "bin", binary)).find(existsSync);
if (path === undefined) throw new Error(`${binary} is not installed: run npm ci.`);
const actual = createHash("sha256").update(readFileSync(path)).digest("hex");
if (actual !== expected) throw new Error(`${path} is not the binary that was reviewed (SHA-256 ${actual}).`);

// Headers and address of a request together; beyond it the server answers 431 by itself. Its own default of 4 KiB is
// soon used up behind proxies that add headers of theirs. It is read once, when the binary is loaded.
process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(16 * 1024);

module.exports = require(path);
