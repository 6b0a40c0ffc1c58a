// What NVIDIA's program says of cards, in the forms that it is known to take.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  listNvidiaCards,
  profileBytes,
  readCard,
  readInstances,
} from "../../../../../media-node/onnx/devices/discovery/nvidia-cards.ts";
import { environmentWith } from "../../../../support/media-node/fake-programs.ts";

const H100 = "0, GPU-2f9c1e7a-01, NVIDIA H100 80GB HBM3, 81559, 4, 550.54.15, Disabled";
const L4 = "1, GPU-77aa0b3c-02, NVIDIA L4, 23034, 512, 550.54.15, [N/A]";
const QUERY = "--query-gpu";

test("each line of the list is a card with its memory in bytes", async (t) => {
  const env = await environmentWith(t, { "nvidia-smi": { answers: { [QUERY]: `${H100}\n${L4}` } } });
  const { cards, problem, hasDriver } = await listNvidiaCards(env);
  assert.equal(problem, null);
  assert.equal(hasDriver, true);
  assert.deepEqual(cards[0], {
    index: 0,
    uuid: "GPU-2f9c1e7a-01",
    name: "NVIDIA H100 80GB HBM3",
    memoryBytes: 81_559 * 2 ** 20,
    usedBytes: 4 * 2 ** 20,
    driverVersion: "550.54.15",
    isParted: false,
  });
  assert.deepEqual([cards[1]?.name, cards[1]?.isParted, cards.length], ["NVIDIA L4", false, 2]);
});

test("a name with a comma is one name, and what the driver does not say is null", () => {
  const card = readCard("3, GPU-1, Tesla, Special Edition, [N/A], [Unknown Error], 535.1, [N/A]");
  assert.deepEqual(
    [card?.index, card?.name, card?.memoryBytes, card?.usedBytes],
    [3, "Tesla, Special Edition", null, null],
  );
});

test("lines that are no cards are passed over", () => {
  for (const line of [
    "",
    "No devices were found",
    "0, , , , , , ",
    "x, GPU-1, a, 1, 1, 1, 1",
    "0, GPU-1, a",
  ]) {
    assert.equal(readCard(line), undefined, line);
  }
});

test("without the driver's program there is no driver", async () => {
  const list = await listNvidiaCards({ PATH: "/nonexistent" });
  assert.equal(list.hasDriver, false);
  assert.match(list.problem ?? "", /nvidia-smi.*is not there/);
});

test("a driver that is broken is told in its own words", async (t) => {
  const errors = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.";
  const env = await environmentWith(t, { "nvidia-smi": { answers: {}, errors, exitCode: 9 } });
  assert.deepEqual(await listNvidiaCards(env), {
    cards: [],
    instances: [],
    problem: `nvidia-smi ended with 9: ${errors}`,
    hasDriver: true,
  });
});

test("a driver without cards says so, and garbage is no card", async (t) => {
  for (const text of ["No devices were found", "\u0000\u0001<html>, , ,", ""]) {
    const env = await environmentWith(t, { "nvidia-smi": { answers: { [QUERY]: text } } });
    const { cards, problem } = await listNvidiaCards(env);
    assert.deepEqual(cards, []);
    assert.equal(problem, "NVIDIA's driver shows no card");
  }
});

test("a card that is lost does not hide the others", async (t) => {
  const lost = "Unable to determine the device handle for GPU 0000:1B:00.0: GPU is lost.";
  const env = await environmentWith(t, {
    "nvidia-smi": { answers: { [QUERY]: `${lost}\n${L4}` }, exitCode: 15 },
  });
  const { cards, problem } = await listNvidiaCards(env);
  assert.deepEqual(
    cards.map(({ index }) => index),
    [1],
  );
  assert.match(problem ?? "", /nvidia-smi ended with 15: .*GPU is lost/);
});

test("a driver that hangs is given up", async (t) => {
  const env = await environmentWith(t, { "nvidia-smi": "sleep 60" });
  const { problem, hasDriver } = await listNvidiaCards(env, 200);
  assert.equal(problem, "nvidia-smi did not answer within 0.2 s");
  assert.equal(hasDriver, true);
});

test("the parts of a parted card are listed with their profiles", async (t) => {
  const listed = [
    "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-2f9c1e7a-01)",
    "  MIG 3g.40gb     Device  0: (UUID: MIG-9d50b33d-a2f1)",
    "  MIG 1g.10gb+me  Device  1: (UUID: MIG-GPU-2f9c1e7a-01/2/0)",
    "GPU 1: NVIDIA L4 (UUID: GPU-77aa0b3c-02)",
  ].join("\n");
  const parted = H100.replace("Disabled", "Enabled");
  const env = await environmentWith(t, {
    "nvidia-smi": { answers: { [QUERY]: `${parted}\n${L4}`, "-L": listed } },
  });
  const { cards, instances } = await listNvidiaCards(env);
  assert.deepEqual(
    cards.map(({ isParted }) => isParted),
    [true, false],
  );
  assert.deepEqual(instances, [
    { cardIndex: 0, uuid: "MIG-9d50b33d-a2f1", profile: "3g.40gb" },
    { cardIndex: 0, uuid: "MIG-GPU-2f9c1e7a-01/2/0", profile: "1g.10gb+me" },
  ]);
});

test("a part's memory is that of its profile, and none is made up", () => {
  assert.equal(profileBytes("3g.40gb"), 40e9);
  assert.equal(profileBytes("1g.10gb+me"), 10e9);
  assert.equal(profileBytes("whole"), null);
  assert.deepEqual(readInstances("  MIG 1g.5gb  Device 0: (UUID: MIG-1)"), []);
});
