// Makes Garage's layout, key and bucket by its administration API (version 2), where they are not there yet. It runs in
// the control plane's image, since Garage's own has no shell, ends once the bucket can be used, and may run again.
import { setTimeout as pause } from "node:timers/promises";

const WAIT_MS = { pause: 1_000, altogether: 120_000, request: 5_000 } as const;

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} must be set.`);
  return value;
}

const [adminUrl, token] = [setting("S3_ADMIN_URL"), setting("S3_ADMIN_TOKEN")];

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** @throws where the answer's status is none of these */
async function ask(path: string, body: unknown, expected: readonly number[] = [200]): Promise<Answer> {
  const response = await fetch(`${adminUrl}/v2/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(WAIT_MS.request),
  });
  const text = await response.text();
  if (!expected.includes(response.status)) throw new Error(`${path}: ${response.status} ${text}`);
  return { status: response.status, body: text === "" ? {} : (JSON.parse(text) as Answer["body"]) };
}

/** The one node's place in the cluster. */
async function makeLayout(): Promise<void> {
  const { body: layout } = await ask("GetClusterLayout", undefined);
  if ((layout.roles as readonly unknown[]).length > 0) return;
  const { body: status } = await ask("GetClusterStatus", undefined);
  const [node] = status.nodes as readonly { readonly id: string }[];
  if (node === undefined) throw new Error("the storage has no node yet");
  const capacity = Number(setting("S3_CAPACITY_GB")) * 1e9;
  await ask("UpdateClusterLayout", { roles: [{ id: node.id, zone: "here", capacity, tags: [] }] });
  await ask("ApplyClusterLayout", { version: Number(layout.version) + 1 });
}

async function makeBucket(): Promise<void> {
  const [accessKeyId, bucket] = [setting("S3_ACCESS_KEY_ID"), setting("S3_BUCKET")];
  const known = await ask(`GetKeyInfo?id=${accessKeyId}`, undefined, [200, 404]);
  const secretAccessKey = setting("S3_SECRET_ACCESS_KEY");
  if (known.status === 404) await ask("ImportKey", { name: "clipmill", accessKeyId, secretAccessKey });
  const alias = encodeURIComponent(bucket);
  const found = await ask(`GetBucketInfo?globalAlias=${alias}`, undefined, [200, 404]);
  const { body } = found.status === 200 ? found : await ask("CreateBucket", { globalAlias: bucket });
  const permissions = { read: true, write: true, owner: false };
  await ask("AllowBucketKey", { bucketId: body.id, accessKeyId, permissions });
}

const deadline = performance.now() + WAIT_MS.altogether;
for (;;) {
  try {
    await makeLayout();
    await makeBucket();
    break;
  } catch (error) {
    // The storage may still start, or take its layout up.
    if (performance.now() > deadline) throw error;
    await pause(WAIT_MS.pause);
  }
}
console.log("The bucket is there.");
