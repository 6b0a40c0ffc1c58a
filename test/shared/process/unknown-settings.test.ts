// A misspelt setting is told of, and what is none of ours is not.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { KNOWN_SETTINGS, warnOfUnknownSettings } from "../../../shared/process/unknown-settings.ts";

function warningsFor(env: Readonly<Record<string, string>>): string[] {
  const told: string[] = [];
  warnOfUnknownSettings(env, { warn: (text: unknown) => told.push(String(text)) });
  return told;
}

test("a misspelt setting is told of with the one that was meant", () => {
  assert.deepEqual(
    warningsFor({ CLIPMILL_TRUSTED_PROXYS: "10.0.0.0/8", CLIPMILL_RATE_PER_MINUT: "5", CLIPMILL_ZEBRA: "" }),
    [
      "CLIPMILL_TRUSTED_PROXYS is set, and there is no such setting, did you mean CLIPMILL_TRUSTED_PROXIES?",
      "CLIPMILL_RATE_PER_MINUT is set, and there is no such setting, did you mean CLIPMILL_RATE_PER_MINUTE?",
      "CLIPMILL_ZEBRA is set, and there is no such setting.",
    ],
  );
});

test("known settings, Kubernetes' services and what an appliance has told of already are no misspellings", () => {
  const others = {
    PATH: "/bin",
    CLIPMILL_PORT: "8080",
    CLIPMILL_TEST_FFMPEG: "/opt/ffmpeg",
    CLIPMILL_CONTROL_PLANE_SERVICE_HOST: "10.0.0.1",
    CLIPMILL_CONTROL_PLANE_SERVICE_PORT_HTTP: "80",
    CLIPMILL_CONTROL_PLANE_PORT: "tcp://10.0.0.1:80",
    CLIPMILL_CONTROL_PLANE_PORT_80_TCP_ADDR: "10.0.0.1",
  };
  assert.deepEqual(warningsFor(others), []);
  assert.deepEqual(warningsFor({ CLIPMILL_SETTINGS_FD: "3", CLIPMILL_ZEBRA: "1" }), []);
});

test("the known settings are those of the operators' table, and the ports of Compose", () => {
  const table = readFileSync("deploy/settings.md", "utf8").matchAll(/^\| `CLIPMILL_(\w+)` \|/gm);
  const listed = [...table].map(([, name]) => name);
  assert.deepEqual([...KNOWN_SETTINGS].sort(), [...new Set([...listed, "BIND", "PUBLIC_PORT"])].sort());
});
