// The classifier against transformers.js, on a small model of the same layout with random weights.
import assert from "node:assert/strict";
import { test } from "node:test";
import { env, pipeline } from "@huggingface/transformers";
import { openAudioEventClassifier } from "../../../../media-node/senses/audio-events/audio-event-classifier.ts";
import { mix, tone, whiteNoise } from "../../../support/media/test-signals.ts";
import {
  APPLAUSE_HZ,
  EVENT_LABELS,
  LAUGHTER_HZ,
  plantAudioEvents,
  writeBrokenAudioEvents,
  writeRandomAudioEvents,
} from "../../../support/models/audio-event-models.ts";
import { writeHubBundle } from "../../../support/models/hub-bundle.ts";
import { whisperAudio } from "../../../support/speech/whisper-audio.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const ON_CPU = { providers: ["cpu"], threads: 1 } as const;

function softmax(logits: Float32Array): number[] {
  const max = Math.max(...logits);
  const powers = Array.from(logits, (logit) => Math.exp(logit - max));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

test("sounds have the class probabilities of transformers.js", async (t) => {
  const bundle = await writeRandomAudioEvents(await temporaryFolder(t));
  const classifier = await openAudioEventClassifier(bundle, ON_CPU);
  t.after(() => classifier.dispose());
  env.allowRemoteModels = false;
  const reference = await pipeline("audio-classification", bundle.folder, { dtype: "fp32", device: "cpu" });
  t.after(() => reference.dispose());
  assert.deepEqual([...classifier.labels], [...EVENT_LABELS]);
  const sounds = [whisperAudio(1, 12), whisperAudio(2, 4), whiteNoise(10), tone(2, 880)];
  const seen = new Set<number>();
  for (const sound of sounds) {
    const ours = softmax(await classifier.classify(sound));
    const theirs = await reference(sound, { top_k: EVENT_LABELS.length });
    assert.equal(theirs.length, EVENT_LABELS.length);
    for (const { label, score } of theirs) {
      const difference = Math.abs((ours[classifier.labels.indexOf(label)] ?? 0) - score);
      assert.ok(difference < 1e-3, `${label}: ${difference}`);
    }
    seen.add(Math.round(1e3 * (ours[0] ?? 0)));
  }
  assert.equal(seen.size, sounds.length, "the sounds differ for the model");
});

test("the planted model hears its tones, also below speech-like noise", async (t) => {
  const classifier = await openAudioEventClassifier(await plantAudioEvents(await temporaryFolder(t)), ON_CPU);
  t.after(() => classifier.dispose());
  const logitsOf = async (sound: Float32Array): Promise<[number, number]> => {
    const logits = await classifier.classify(sound);
    return [logits[1] ?? 0, logits[3] ?? 0];
  };
  const [laughter, noApplause] = await logitsOf(mix(tone(10, LAUGHTER_HZ), whiteNoise(10, -60)));
  const [noLaughter, applause] = await logitsOf(tone(10, APPLAUSE_HZ));
  assert.ok(laughter > 3 && applause > 3, `${laughter}, ${applause}`);
  assert.ok(noLaughter < -3 && noApplause < -3, `${noLaughter}, ${noApplause}`);
});

test("a network that does not open, settings that are missing, and other numbers than classes are MODEL_UNAVAILABLE", async (t) => {
  const broken = await writeBrokenAudioEvents(await temporaryFolder(t));
  await assert.rejects(openAudioEventClassifier(broken, ON_CPU), { code: "MODEL_UNAVAILABLE" });
  const bare = await writeHubBundle(
    await temporaryFolder(t),
    { "onnx/model.onnx": "" },
    { kind: "audio-events", family: "ast" },
  );
  await assert.rejects(openAudioEventClassifier(bare, ON_CPU), { code: "MODEL_UNAVAILABLE" });
});
