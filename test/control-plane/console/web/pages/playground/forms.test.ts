// What the playground learns of the API by its document.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readRequestSchemas } from "../../../../../../control-plane/console/web/pages/playground/forms.ts";

const { signal } = new AbortController();

test("the schemas of requests stand by their paths, with what they refer to", async (t) => {
  const schema = { $ref: "#/components/schemas/Clips" };
  const document = {
    paths: { "/api/v1/clips": { post: { requestBody: { content: { "application/json": { schema } } } } } },
    components: { schemas: { Clips: { type: "object", properties: { clip_count: { type: "integer" } } } } },
  };
  t.mock.method(globalThis, "fetch", async () => Response.json(document));
  const schemas = await readRequestSchemas(signal);
  assert.deepEqual(Object.keys(schemas.get("/api/v1/clips")?.properties ?? {}), ["clip_count"]);
});

test("a document that is refused fails as other calls do", async (t) => {
  const error = { statusCode: 503, code: "UNAVAILABLE", message: "The service is busy.", requestId: "r-1" };
  // One that is made over another would stay behind it for the other files of this process.
  const fetched = t.mock.method(globalThis, "fetch", async () => Response.json({ error }, { status: 503 }));
  await assert.rejects(readRequestSchemas(signal), {
    name: "ApiError",
    code: "UNAVAILABLE",
    message: "The service is busy.",
  });
  fetched.mock.mockImplementation(async () => new Response("<html>", { status: 502 }));
  await assert.rejects(readRequestSchemas(signal), { code: "UNAVAILABLE", status: 502 });
});
