// The two networks of a NeMo transducer as functions over plain arrays. The decoder-joint network is small and is run
// once per step for all windows that are not at their end; each window keeps its own state [layers x hidden], twice
// (the h and c of the predictor's LSTM).

import type { Tensors } from "../../onnx/local-session.ts";
import type { OnnxSession } from "../../onnx/onnx-session.ts";
import { Tensor } from "../../onnx/tensor.ts";
import type { TransducerAnswer, TransducerStep } from "./tdt-greedy.ts";

/** What the encoder says of a batch. */
export interface EncodedWindows {
  /** Output frames of each window. */
  readonly frames: readonly number[];
  readonly width: number;
  /** [frames x width] of each window, row by row. */
  readonly vectors: readonly Float32Array[];
}

/** The h and the c of one window. */
export type PredictorState = readonly [Float32Array, Float32Array];

interface StateShape {
  readonly layers: number;
  readonly hidden: number;
}

/** The encoder's `outputs` [windows, width, frames] with each frame's vector in one piece, and `encoded_lengths`. */
export function readEncoded({ outputs, encoded_lengths: lengths }: Tensors): EncodedWindows {
  const [windows = 0, width = 0, maxFrames = 0] = outputs?.dims ?? [];
  const values = outputs?.data as Float32Array;
  const frames = Array.from(lengths?.data as ArrayLike<bigint | number>, (length) =>
    Math.min(maxFrames, Number(length)),
  );
  const vectors = Array.from({ length: windows }, (_, window) => {
    const vector = new Float32Array((frames[window] ?? 0) * width);
    for (let channel = 0; channel < width; channel += 1) {
      const from = (window * width + channel) * maxFrames;
      for (let frame = 0; frame < (frames[window] ?? 0); frame += 1) {
        vector[frame * width + channel] = values[from + frame] as number;
      }
    }
    return vector;
  });
  return { frames, width, vectors };
}

function shapeOf(session: OnnxSession, input: string): readonly (number | string)[] {
  const found = session.inputs.find(({ name }) => name === input);
  return found?.isTensor ? found.shape : [];
}

function integers(session: OnnxSession, input: string, values: readonly number[], dims: number[]): Tensor {
  const found = session.inputs.find(({ name }) => name === input);
  const isWide = found?.isTensor === true && found.type === "int64";
  return isWide
    ? new Tensor("int64", BigInt64Array.from(values, BigInt), dims)
    : new Tensor("int32", Int32Array.from(values), dims);
}

/** States of all windows [layers, windows, hidden]; zeros at the start. */
function gatherStates(
  steps: readonly TransducerStep<PredictorState>[],
  which: 0 | 1,
  { layers, hidden }: StateShape,
): Tensor {
  const values = new Float32Array(layers * steps.length * hidden);
  steps.forEach(({ state }, row) => {
    for (let layer = 0; layer < layers && state !== undefined; layer += 1) {
      const own = state[which].subarray(layer * hidden, (layer + 1) * hidden);
      values.set(own, (layer * steps.length + row) * hidden);
    }
  });
  return new Tensor("float32", values, [layers, steps.length, hidden]);
}

function scatterState(tensor: Tensor, row: number, { layers, hidden }: StateShape): Float32Array {
  const rows = tensor.dims[1] ?? 1;
  const own = new Float32Array(layers * hidden);
  const values = tensor.data as Float32Array;
  for (let layer = 0; layer < layers; layer += 1) {
    const from = (layer * rows + row) * hidden;
    own.set(values.subarray(from, from + hidden), layer * hidden);
  }
  return own;
}

/** The decoder and joint networks behind one interface. */
export class TransducerNetwork {
  readonly #session: OnnxSession;
  readonly #shapes: readonly [StateShape, StateShape];
  /** Some exports fix the batch at one window. */
  readonly #maxRows: number;

  constructor(session: OnnxSession) {
    this.#session = session;
    const stateShape = (input: string): StateShape => {
      const [layers, , hidden] = shapeOf(session, input);
      return { layers: Number(layers), hidden: Number(hidden) };
    };
    this.#shapes = [stateShape("input_states_1"), stateShape("input_states_2")];
    const rows = shapeOf(session, "encoder_outputs")[0];
    this.#maxRows = typeof rows === "number" && rows > 0 ? rows : Number.POSITIVE_INFINITY;
  }

  /** Whether the file says of its states what must be known of them. */
  get isUsable(): boolean {
    return this.#shapes.every(({ layers, hidden }) => layers > 0 && hidden > 0);
  }

  /** Answers steps over `encoded`, in their order. */
  async step(
    encoded: EncodedWindows,
    steps: readonly TransducerStep<PredictorState>[],
  ): Promise<TransducerAnswer<PredictorState>[]> {
    const answers: TransducerAnswer<PredictorState>[] = [];
    while (answers.length < steps.length) {
      answers.push(
        ...(await this.#run(encoded, steps.slice(answers.length, answers.length + this.#maxRows))),
      );
    }
    return answers;
  }

  async #run(
    { width, vectors }: EncodedWindows,
    steps: readonly TransducerStep<PredictorState>[],
  ): Promise<TransducerAnswer<PredictorState>[]> {
    const rows = steps.length;
    const inputs = new Float32Array(rows * width);
    steps.forEach(({ window, frame }, row) => {
      const vector = vectors[window]?.subarray(frame * width, (frame + 1) * width);
      inputs.set(vector as Float32Array, row * width);
    });
    const lastTokens = steps.map(({ lastToken }) => lastToken);
    const ones = steps.map(() => 1);
    const feeds = {
      encoder_outputs: new Tensor("float32", inputs, [rows, width, 1]),
      targets: integers(this.#session, "targets", lastTokens, [rows, 1]),
      target_length: integers(this.#session, "target_length", ones, [rows]),
      input_states_1: gatherStates(steps, 0, this.#shapes[0]),
      input_states_2: gatherStates(steps, 1, this.#shapes[1]),
    };
    const found = await this.#session.run(feeds, ["outputs", "output_states_1", "output_states_2"]);
    const logits = found.outputs?.data as Float32Array;
    const count = logits.length / rows;
    return steps.map((_, row) => ({
      logits: logits.subarray(row * count, (row + 1) * count),
      state: [
        scatterState(found.output_states_1 as Tensor, row, this.#shapes[0]),
        scatterState(found.output_states_2 as Tensor, row, this.#shapes[1]),
      ],
    }));
  }
}
