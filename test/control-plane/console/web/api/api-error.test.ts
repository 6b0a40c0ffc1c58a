// What the API refuses, in words for readers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../../../../../control-plane/console/web/api/api-error.ts";

function fieldMessage(path: string, message: string, field = path): string | undefined {
  const details = [{ path, message }];
  return new ApiError({ status: 400, code: "INVALID_REQUEST", message: "", details }).fieldMessage(field);
}

test("a field says what is wrong with it as a sentence, without a schema's signs", () => {
  assert.equal(fieldMessage("/video_duration_seconds", "is required"), "Is required");
  assert.equal(fieldMessage("/clip_count", "must be <= 20"), "Must be 20 or less");
  assert.equal(fieldMessage("/perMinute", "must be >= 1"), "Must be 1 or more");
  assert.equal(fieldMessage("/perDay", "must be an integer"), "Must be a whole number");
  assert.equal(
    fieldMessage("/title", "must NOT have more than 500 characters"),
    "Must not have more than 500 characters",
  );
  assert.equal(
    fieldMessage("/clip_length", 'must match pattern "^[0-9]+s$"'),
    "Is not written as it has to be",
  );
});

test("a field says what is wrong with one of its parts, and nothing of others", () => {
  assert.equal(fieldMessage("/ips/2", "is no address", "/ips"), "Is no address");
  assert.equal(fieldMessage("/ipsum", "is no address", "/ips"), undefined);
});
