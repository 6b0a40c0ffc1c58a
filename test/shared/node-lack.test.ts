import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { open, readdir } from "node:fs/promises";
import { test } from "node:test";
import { AppError } from "../../shared/errors.ts";
import { asNodeLack, NodeLack, requireRoom } from "../../shared/node-lack.ts";
import { StorageUnavailable } from "../../shared/storage/storage-unavailable.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

function systemError(code: string, syscall = "write"): Error {
  return Object.assign(new Error(`${code}: something, ${syscall}`), { code, syscall });
}

test("what the system says of the machine is a lack of it, and no fault of the work", () => {
  const lacks = ["ENOSPC", "EDQUOT", "ENOMEM", "EMFILE", "ENFILE", "EIO", "EROFS", "ESTALE"].map((code) => {
    const lack = asNodeLack(systemError(code));
    return [code, lack?.lack, lack?.code, lack?.retryable];
  });
  assert.deepEqual(lacks, [
    ["ENOSPC", "space", "INTERNAL", true],
    ["EDQUOT", "space", "INTERNAL", true],
    ["ENOMEM", "memory", "OUT_OF_MEMORY", true],
    ["EMFILE", "handles", "INTERNAL", true],
    ["ENFILE", "handles", "INTERNAL", true],
    ["EIO", "disk", "INTERNAL", true],
    ["EROFS", "disk", "INTERNAL", true],
    ["ESTALE", "disk", "INTERNAL", true],
  ]);
});

test("a process that may not be started is a lack; a pipe that is full for a moment is none", () => {
  assert.equal(asNodeLack(systemError("EAGAIN", "spawn ffmpeg"))?.lack, "handles");
  assert.equal(asNodeLack(systemError("EAGAIN", "write")), undefined);
  const thread = Object.assign(new Error("Worker initialization failure: EMFILE"), {
    code: "ERR_WORKER_INIT_FAILED",
  });
  assert.equal(asNodeLack(thread)?.lack, "handles");
});

test("a lack is found behind every wrapping, and its words in what a codec wrote", () => {
  const wrapped = new AppError("SOURCE_UNREACHABLE", "The connection broke off.", {
    cause: new AggregateError([new Error("first"), systemError("EMFILE", "connect")]),
  });
  assert.equal(asNodeLack(wrapped)?.lack, "handles");
  const decoded = new AppError("SOURCE_UNSUPPORTED", "The source could not be decoded.", {
    cause: new Error("ffmpeg ended with 1: av_interleaved_write_frame(): No space left on device"),
  });
  assert.equal(asNodeLack(decoded)?.lack, "space");
  // Here two libraries' ways to say it.
  const opened = new Error("GetFileLength for /m.onnx failed, errcode = 24 - Too many open files");
  assert.equal(asNodeLack(opened)?.lack, "handles");
  const saved = new Error("the file could not be saved: No space left on device (os error 28)");
  assert.equal(asNodeLack(saved)?.lack, "space");
  const remounted = new Error("ffmpeg was ended with 1: audio.wav: Read-only file system");
  assert.equal(asNodeLack(remounted)?.lack, "disk");
  const lack = new NodeLack("disk");
  assert.equal(asNodeLack(lack), lack);
});

test("other failures are no lack, and causes that go in circles end", () => {
  // A file may be too large for any disk of its kind, however much room there is.
  for (const other of [
    systemError("ENOENT"),
    systemError("EFBIG"),
    new AppError("OUT_OF_MEMORY"),
    "ENOSPC",
    undefined,
  ]) {
    assert.equal(asNodeLack(other), undefined);
  }
  const circle = new Error("round");
  circle.cause = circle;
  assert.equal(asNodeLack(circle), undefined);
});

test("the system's words in the middle of a line may be a name, and are no lack", () => {
  for (const name of ["Read-only file system", "No space left on device", "Too many open files"]) {
    for (const text of [
      `stream 0, error opening alias: path='${name}', dir='a'`,
      `Unknown title: ${name}: the film`,
      `The film ${name}`,
      `${name}.mp4 is not a media file`,
    ]) {
      assert.equal(asNodeLack(new Error(text)), undefined, text);
    }
  }
});

test("real calls of a full device and of a program that is not there are told apart", async (t) => {
  const full = await open("/dev/full", "w").catch(() => undefined);
  if (full === undefined) return t.skip("This system has no device that is always full.");
  t.after(() => full.close());
  const failure = await full.writeFile("x").catch((error: unknown) => error);
  assert.equal(asNodeLack(failure)?.lack, "space");
  const missing = await new Promise((resolve) => spawn("/does/not/exist").once("error", resolve));
  assert.equal(asNodeLack(missing), undefined);
});

test("room that is needed is asked for before anything is written", async (t) => {
  const folder = await temporaryFolder(t);
  await requireRoom(folder, 1);
  await assert.rejects(requireRoom(folder, Number.MAX_SAFE_INTEGER), (error) => {
    assert.ok(error instanceof NodeLack && error.lack === "space");
    assert.ok(!error.message.includes(folder), "the client is told no path");
    return true;
  });
  assert.deepEqual(await readdir(folder), []);
});

test("a storage that is away is a lack of the machine's, and no fault of a task", () => {
  assert.equal(asNodeLack(new StorageUnavailable())?.lack, "disk");
});
