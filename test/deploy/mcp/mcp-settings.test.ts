import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readMcpSettings } from "../../../deploy/mcp/mcp-settings.ts";

test("the MCP server's defaults are this machine, and no files", () => {
  assert.deepEqual(readMcpSettings({}), {
    url: "http://127.0.0.1:8080",
    apiKey: undefined,
    folders: [],
    http: { host: "127.0.0.1", port: 8_090, allowedHosts: [], allowedOrigins: [] },
  });
});

test("a setting that is wrong is named", () => {
  const wrong: Readonly<Record<string, string>> = {
    CLIPMILL_URL: "clipmill.example.com",
    CLIPMILL_API_KEY: "clipmill_…",
    CLIPMILL_MCP_FOLDERS: "/home/me/videos,videos",
    CLIPMILL_MCP_PORT: "none",
    CLIPMILL_MCP_ALLOWED_ORIGINS: "https://app.example.com/",
  };
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(() => readMcpSettings({ [name]: value }), new RegExp(`^SettingError: ${name} `), name);
  }
});

test("the guide's configurations are JSON, and name what there is", () => {
  const guide = readFileSync("deploy/mcp.md", "utf8");
  const blocks = [...guide.matchAll(/```json\n(.*?)```/gs)].map(
    ([, text = ""]) => JSON.parse(text) as object,
  );
  assert.ok(blocks.length >= 2);
  const names = new Set(JSON.stringify(blocks).match(/CLIPMILL_\w+/g));
  const listed = readFileSync("deploy/settings.md", "utf8");
  for (const name of names) assert.match(listed, new RegExp(`^\\| \`${name}\` \\|`, "m"));
});
