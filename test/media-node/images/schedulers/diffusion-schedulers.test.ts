// Every scheduler against its paper's own formulas, written here once more number by number, and against cases whose
// answer is known: for normally distributed images the best network and the solution of the probability-flow equation
// have closed forms.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createScheduler } from "../../../../media-node/images/schedulers/create-scheduler.ts";
import type { DiffusionScheduler } from "../../../../media-node/images/schedulers/diffusion-scheduler.ts";
import { noiseLevels } from "../../../../media-node/images/schedulers/noise-levels.ts";
import {
  type NoiseScheduleConfig,
  signalShares,
  spacedTimesteps,
} from "../../../../media-node/images/schedulers/noise-schedule.ts";
import { SCHEDULER_NAMES } from "../../../../media-node/models/image-settings.ts";
import { seededRandom } from "../../../../media-node/signal/seeded-random.ts";
import { STABLE_DIFFUSION } from "../../../support/models/noise-schedules.ts";

const SD = STABLE_DIFFUSION;
const START = [1.3, -0.4, 0.07, -2.1];

/** Share of the signal after a timestep, from the betas' definition. */
function alphaBar(timestep: number, { betaStart, betaEnd, trainSteps }: NoiseScheduleConfig = SD): number {
  let product = 1;
  for (let t = 0; t <= timestep; t += 1) {
    const root = Math.sqrt(betaStart) + (t / (trainSteps - 1)) * (Math.sqrt(betaEnd) - Math.sqrt(betaStart));
    product *= 1 - root ** 2;
  }
  return product;
}

/** Stands for a network: any smooth function of what it is shown. */
function answer(shown: number, timestep: number): number {
  return 0.6 * Math.sin(shown) + 0.2 * Math.cos(timestep / 90) + 0.1 * shown;
}

function noises(seed: number): () => Float32Array {
  const random = seededRandom(seed);
  return () => Float32Array.from(START, () => 2 * random() - 1);
}

function sampleWith(
  scheduler: DiffusionScheduler,
  network: (shown: number, timestep: number, step: number) => number,
  drawNoise = noises(1),
  start: readonly number[] = START,
): number[] {
  let sample = Float32Array.from(start, (value) => value * scheduler.initialNoise);
  scheduler.timesteps.forEach((timestep, step) => {
    const output = scheduler.networkInput(sample, step).map((shown) => network(shown, timestep, step));
    sample = Float32Array.from(scheduler.advance(sample, output, step, drawNoise));
  });
  return [...sample];
}

function assertClose(actual: readonly number[], expected: readonly number[], tolerance = 1e-5): void {
  assert.equal(actual.length, expected.length);
  actual.forEach((value, index) => {
    const wanted = expected[index] ?? Number.NaN;
    const bound = tolerance * Math.max(1, Math.abs(wanted));
    assert.ok(Math.abs(value - wanted) <= bound, `${index}: ${value}, expected ${wanted}`);
  });
}

describe("the noise schedule", () => {
  test("has the levels and the timesteps that Stable Diffusion is known for", () => {
    const shares = signalShares(SD);
    assert.ok(Math.abs((shares[0] ?? 0) - 0.99915) < 1e-5);
    assert.ok(Math.abs((shares[999] ?? 0) - 0.0046601) < 1e-6);
    const { sigmas } = noiseLevels({ ...SD, timestepSpacing: "linspace" }, 30);
    assert.ok(Math.abs((sigmas[0] ?? 0) - 14.6146) < 1e-3);
    assert.ok(Math.abs((sigmas[29] ?? 0) - 0.02917) < 1e-4);
    assert.equal(sigmas.length, 31);
    assert.equal(sigmas[30], 0);
  });

  test("spaces timesteps in the three ways", () => {
    const spaced = (timestepSpacing: NoiseScheduleConfig["timestepSpacing"], steps: number): number[] =>
      spacedTimesteps({ ...SD, timestepSpacing }, steps);
    assert.deepEqual(spaced("leading", 50).slice(0, 3), [981, 961, 941]);
    assert.equal(spaced("leading", 50).at(-1), 1);
    assert.deepEqual(spaced("trailing", 1), [999]);
    assert.deepEqual(spaced("trailing", 4), [999, 749, 499, 249]);
    assert.deepEqual(spaced("linspace", 4), [999, 666, 333, 0]);
    assert.deepEqual(createScheduler("lcm", SD, 4).timesteps, [999, 759, 499, 259]);
    assert.deepEqual(createScheduler("dpm++_2m", SD, 20).timesteps.slice(0, 3), [941, 894, 847]);
  });

  test("takes away the last of the signal, and nothing of the first, where the model wants that", () => {
    const [plain, shifted] = [signalShares(SD), signalShares({ ...SD, zeroTerminalSnr: true })];
    assert.equal(shifted[999], 0);
    assert.ok(Math.abs((shifted[0] ?? 0) - (plain[0] ?? 0)) < 1e-12);
    const { sigmas } = noiseLevels({ ...SD, zeroTerminalSnr: true, timestepSpacing: "trailing" }, 4);
    assert.ok(Math.abs((sigmas[0] ?? 0) - 4_096) < 0.01);
  });

  test("spaces levels as Karras does, between the same ends", () => {
    const even = noiseLevels({ ...SD, timestepSpacing: "linspace" }, 10);
    const karras = noiseLevels({ ...SD, timestepSpacing: "linspace", karrasSigmas: true }, 10);
    assert.ok(Math.abs((karras.sigmas[0] ?? 0) - (even.sigmas[0] ?? 1)) < 1e-9);
    assert.ok(Math.abs((karras.sigmas[9] ?? 0) - (even.sigmas[9] ?? 1)) < 1e-9);
    const third = (14.6146 ** (1 / 7) + (2 / 9) * (0.029167 ** (1 / 7) - 14.6146 ** (1 / 7))) ** 7;
    assert.ok(Math.abs((karras.sigmas[2] ?? 0) - third) < 1e-2);
    karras.timesteps.forEach((timestep, step) => {
      const share = alphaBar(Math.round(timestep));
      const near = Math.sqrt((1 - share) / share);
      assert.ok(Math.abs(near / (karras.sigmas[step] ?? 1) - 1) < 0.02, `timestep ${timestep}`);
    });
  });

  test("goes through Karras' levels of the whole training in the second-order solver, as in diffusers", () => {
    const solver = createScheduler("dpm++_2m", { ...SD, karrasSigmas: true }, 20);
    const levels = solver.timesteps.map((_, step) => {
      const [noise = 0, signal = 1] = solver.noised(Float32Array.of(0, 1), Float32Array.of(1, 0), step);
      return noise / signal;
    });
    assertClose([...levels.slice(0, 2), ...levels.slice(-3)], [14.615, 11.725, 0.078, 0.048, 0.029], 5e-4);
  });
});

describe("each scheduler equals its paper", () => {
  test("DDIM: Song et al. 2020, equation 12", () => {
    const scheduler = createScheduler("ddim", SD, 8);
    const expected = START.map((start) =>
      scheduler.timesteps.reduce((x, t) => {
        const [now, next] = [alphaBar(t), t - 125 < 0 ? alphaBar(0) : alphaBar(t - 125)];
        const epsilon = answer(x, t);
        return (
          Math.sqrt(next) * ((x - Math.sqrt(1 - now) * epsilon) / Math.sqrt(now)) +
          Math.sqrt(1 - next) * epsilon
        );
      }, start),
    );
    assertClose(sampleWith(scheduler, answer), expected);
  });

  test("Euler: Karras et al. 2022, algorithm 1", () => {
    const config: NoiseScheduleConfig = { ...SD, timestepSpacing: "trailing" };
    const scheduler = createScheduler("euler", config, 8);
    const levels = [...scheduler.timesteps.map((t) => Math.sqrt((1 - alphaBar(t)) / alphaBar(t))), 0];
    const expected = START.map((start) =>
      scheduler.timesteps.reduce(
        (x, t, i) => {
          const [from = 0, to = 0] = [levels[i], levels[i + 1]];
          // The derivative of the sample along the level is the noise itself.
          return x + (to - from) * answer(x / Math.sqrt(from ** 2 + 1), t);
        },
        start * (levels[0] ?? 0),
      ),
    );
    assertClose(sampleWith(scheduler, answer), expected);
  });

  test("Euler ancestral: a step down to less noise than the next level, and the rest drawn anew", () => {
    const config: NoiseScheduleConfig = { ...SD, timestepSpacing: "linspace" };
    const scheduler = createScheduler("euler_ancestral", config, 6);
    const levels = noiseLevels(config, 6).sigmas;
    const draw = noises(5);
    let expected = START.map((value) => value * (levels[0] ?? 0));
    scheduler.timesteps.forEach((t, i) => {
      const [from = 0, to = 0] = [levels[i], levels[i + 1]];
      const up = to * Math.sqrt(1 - to ** 2 / from ** 2);
      const down = to ** 2 / from;
      const noise = up === 0 ? [] : [...draw()];
      expected = expected.map(
        (x, index) => x + (down - from) * answer(x / Math.sqrt(from ** 2 + 1), t) + up * (noise[index] ?? 0),
      );
    });
    assertClose(sampleWith(scheduler, answer, noises(5)), expected);
  });

  test("DPM-Solver++ 2M: Lu et al. 2022, algorithm 2", () => {
    const scheduler = createScheduler("dpm++_2m", SD, 7);
    const shares = [...scheduler.timesteps.map((t) => alphaBar(t)), 1];
    const lambda = shares.map((share) => 0.5 * Math.log(share / (1 - share)));
    const expected = START.map((start) => {
      let x = start;
      let before = Number.NaN;
      scheduler.timesteps.forEach((t, i) => {
        const [s = 1, next = 1, l0 = 0, l1 = 0] = [shares[i], shares[i + 1], lambda[i], lambda[i + 1]];
        const image = (x - Math.sqrt(1 - s) * answer(x, t)) / Math.sqrt(s);
        const h = l1 - l0;
        const r = (l0 - (lambda[i - 1] ?? Number.NaN)) / h;
        const isFirstOrder = i === 0 || i === scheduler.timesteps.length - 1;
        const d = isFirstOrder ? image : (1 + 1 / (2 * r)) * image - (1 / (2 * r)) * before;
        x = Math.sqrt((1 - next) / (1 - s)) * x - Math.sqrt(next) * Math.expm1(-h) * d;
        before = image;
      });
      return x;
    });
    assertClose(sampleWith(scheduler, answer), expected);
  });

  test("LCM: Luo et al. 2023, algorithm 3 with the boundary of equations 8 and 9", () => {
    const scheduler = createScheduler("lcm", SD, 4);
    const draw = noises(9);
    let expected = [...START];
    scheduler.timesteps.forEach((t, i) => {
      const share = alphaBar(t);
      const skip = 0.25 / ((10 * t) ** 2 + 0.25);
      const out = (10 * t) / Math.sqrt((10 * t) ** 2 + 0.25);
      const clean = expected.map(
        (x) => skip * x + (out * (x - Math.sqrt(1 - share) * answer(x, t))) / Math.sqrt(share),
      );
      if (i === 3) {
        expected = clean;
        return;
      }
      const next = alphaBar(scheduler.timesteps[i + 1] ?? 0);
      const noise = draw();
      expected = clean.map((x, index) => Math.sqrt(next) * x + Math.sqrt(1 - next) * (noise[index] ?? 0));
    });
    assertClose(sampleWith(scheduler, answer, noises(9)), expected);
  });
});

/** Mean and deviation of images of one number each. */
const [MEAN, DEVIATION] = [0.8, 0.3];

/** The noise that the best network of such images sees at a mix of signal and noise. */
function bestNoise(x: number, signal: number, noise: number): number {
  return (noise * (x - signal * MEAN)) / (signal ** 2 * DEVIATION ** 2 + noise ** 2);
}

describe("images of a known distribution", () => {
  const config: NoiseScheduleConfig = { ...SD, timestepSpacing: "trailing", setAlphaToOne: true };
  const bestNetwork = (x: number, timestep: number): number => {
    const share = alphaBar(Math.round(timestep));
    return bestNoise(x, Math.sqrt(share), Math.sqrt(1 - share));
  };
  /** Where the probability-flow equation leads from a start at the noisiest timestep. */
  const solution = (start: number): number => {
    const share = alphaBar(999);
    return (
      MEAN + ((start - Math.sqrt(share) * MEAN) * DEVIATION) / Math.sqrt(share * DEVIATION ** 2 + 1 - share)
    );
  };
  const errorOf = (name: "euler" | "ddim" | "dpm++_2m", steps: number): number => {
    const scheduler = createScheduler(name, config, steps);
    // Euler's sample is that of the others over its signal.
    const unit = name === "euler" ? 1 / Math.sqrt(alphaBar(999)) / scheduler.initialNoise : 1;
    const start = START.map((value) => value * unit);
    const made = sampleWith(scheduler, bestNetwork, noises(1), start);
    return Math.max(...made.map((value, index) => Math.abs(value - solution(START[index] ?? 0))));
  };

  test("are met the better the more steps there are, and in few steps best by the second order", () => {
    for (const name of ["euler", "ddim", "dpm++_2m"] as const) {
      assert.ok(errorOf(name, 50) < 0.1, `${name}: ${errorOf(name, 50)}`);
      assert.ok(errorOf(name, 100) < 0.65 * errorOf(name, 50), `${name}: ${errorOf(name, 100)}`);
    }
    for (const steps of [10, 20, 50, 100]) {
      assert.ok(errorOf("dpm++_2m", steps) < 0.95 * errorOf("ddim", steps), `${steps} steps`);
    }
  });

  test("are the same whatever the network predicts", () => {
    const predictions = {
      epsilon: bestNetwork,
      v_prediction: (x: number, t: number) => {
        const [signal, noise] = [Math.sqrt(alphaBar(t)), Math.sqrt(1 - alphaBar(t))];
        const epsilon = bestNetwork(x, t);
        return signal * epsilon - (noise * (x - noise * epsilon)) / signal;
      },
      sample: (x: number, t: number) =>
        (x - Math.sqrt(1 - alphaBar(t)) * bestNetwork(x, t)) / Math.sqrt(alphaBar(t)),
    } as const;
    for (const name of SCHEDULER_NAMES) {
      const made = (predictionType: keyof typeof predictions): number[] =>
        sampleWith(createScheduler(name, { ...config, predictionType }, 6), predictions[predictionType]);
      assertClose(made("v_prediction"), made("epsilon"), 1e-4);
      assertClose(made("sample"), made("epsilon"), 1e-4);
    }
  });
});

test("an image with the noise of a step is brought back by a network that sees that noise", () => {
  const original = Float32Array.from([0.5, -0.25, 0.9, 0]);
  const noise = Float32Array.from(START);
  for (const name of SCHEDULER_NAMES) {
    const scheduler = createScheduler(name, { ...SD, setAlphaToOne: true }, 6);
    let sample = scheduler.noised(original, noise, 2);
    for (let step = 2; step < 6; step += 1) {
      // What is mixed in stays the same noise: where some is drawn anew, it is that one.
      sample = scheduler.advance(sample, noise, step, () => noise);
    }
    if (name !== "euler_ancestral") assertClose([...sample], [...original], 2e-3);
  }
});

test("predictions are kept within an image's bounds where the model wants that", () => {
  const scheduler = createScheduler("lcm", { ...SD, clipSample: true }, 1);
  const made = scheduler.advance(Float32Array.of(5), Float32Array.of(-3), 0, () => Float32Array.of(0));
  assertClose([...made], [1], 1e-6);
});
