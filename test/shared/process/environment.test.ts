import assert from "node:assert/strict";
import { test } from "node:test";
import {
  readChoice,
  readHttpUrl,
  readInteger,
  readList,
  readPort,
  readText,
} from "../../../shared/process/environment.ts";

test("a variable that is unset, empty or blank has the fallback", () => {
  for (const value of [undefined, "", "   "]) {
    const env = { CLIPMILL_X: value };
    assert.equal(readText(env, "CLIPMILL_X"), undefined);
    assert.equal(readInteger(env, "CLIPMILL_X", { min: 1, max: 9 }, 5), 5);
    assert.equal(readPort(env, "CLIPMILL_X", null), null);
    assert.equal(readHttpUrl(env, "CLIPMILL_X"), undefined);
    assert.equal(readChoice(env, "CLIPMILL_X", ["a", "b"], "b"), "b");
    assert.deepEqual(readList(env, "CLIPMILL_X"), []);
  }
});

test("values are read without the space around them", () => {
  assert.equal(readText({ CLIPMILL_X: " a b " }, "CLIPMILL_X"), "a b");
  assert.deepEqual(readList({ CLIPMILL_X: " a, b ,,c " }, "CLIPMILL_X"), ["a", "b", "c"]);
  assert.equal(readHttpUrl({ CLIPMILL_X: "https://a.example/b//" }, "CLIPMILL_X"), "https://a.example/b");
  assert.equal(readPort({ CLIPMILL_X: "0" }, "CLIPMILL_X", 1), 0);
});

test("an address has one spelling, without capitals in its host and without its scheme's own port", () => {
  for (const text of [
    "https://Clips.Example.com",
    "https://clips.example.com:443/",
    "HTTPS://clips.example.com",
  ]) {
    assert.equal(readHttpUrl({ CLIPMILL_X: text }, "CLIPMILL_X"), "https://clips.example.com");
  }
  assert.equal(
    readHttpUrl({ CLIPMILL_X: "http://a.example:8080/B" }, "CLIPMILL_X"),
    "http://a.example:8080/B",
  );
});

test("a value that cannot be used is refused with the variable's name and the value", () => {
  const refused = (read: () => unknown, value: string) =>
    assert.throws(read, (error: Error) => {
      assert.equal(error.name, "SettingError");
      assert.match(error.message, /^CLIPMILL_X /);
      assert.ok(error.message.includes(`"${value}"`), error.message);
      return true;
    });
  for (const value of ["1.5", "ten", "0", "10", "Infinity"]) {
    refused(() => readInteger({ CLIPMILL_X: value }, "CLIPMILL_X", { min: 1, max: 9 }, 5), value);
  }
  for (const value of ["-1", "65536", "80 81"])
    refused(() => readPort({ CLIPMILL_X: value }, "CLIPMILL_X", 1), value);
  for (const value of ["example.com", "ftp://a.example", "javascript:alert(1)"]) {
    refused(() => readHttpUrl({ CLIPMILL_X: value }, "CLIPMILL_X"), value);
  }
  refused(() => readChoice({ CLIPMILL_X: "c" }, "CLIPMILL_X", ["a", "b"], "a"), "c");
});
