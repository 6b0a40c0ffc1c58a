// A model on the devices of this node, as its engine sees it: any call may go to any device, whose process opens the
// model when it first meets it. Tensors that stay on a device bind the calls that take them to it; when it is lost, so are
// they (DeviceLost), and the work that made them starts over.
import { currentCall, currentShare } from "../../threads/call-context.ts";
import type { DeviceProvider } from "../execution-providers.ts";
import { statNetwork } from "../model-files.ts";
import type { Tensor } from "../tensor.ts";
import type { DeviceClient, DevicePlace, PlacedAnswer } from "./client/device-client.ts";
import { DeviceLost } from "./client/device-connection.ts";
import type { DeviceModel, KeptShape, ModelDescription, RowBatching } from "./device-messages.ts";
import { mapTensors, rawTensor, tensorOf } from "./raw-tensors.ts";

/** A tensor that lies in a device's process. */
export class KeptTensor {
  readonly place: DevicePlace;
  readonly number: number;
  readonly dims: readonly number[];

  constructor({ kept, dims }: KeptShape, place: DevicePlace) {
    this.place = place;
    this.number = kept;
    this.dims = dims;
  }
}

export type DeviceTensor = Tensor | KeptTensor;

export interface DeviceRunOptions {
  readonly fetches?: readonly string[] | undefined;
  /** Outputs that stay where they are made. */
  readonly keep?: readonly string[];
  /** Outputs of which only the last position comes back. */
  readonly lastOnly?: readonly string[];
}

export interface DeviceSessionOptions {
  readonly client: DeviceClient;
  readonly provider: DeviceProvider;
  readonly batching: RowBatching | null;
  /** Outputs that calls may leave on the device. */
  readonly keptOutputs: readonly string[];
}

export interface DeviceSession extends ModelDescription {
  run(
    feeds: Readonly<Record<string, DeviceTensor>>,
    options: DeviceRunOptions,
  ): Promise<Record<string, DeviceTensor>>;
  /** New tensors with only these rows, in this order. */
  gather(tensors: readonly KeptTensor[], rows: readonly number[]): Promise<KeptTensor[]>;
  /** Gives tensors up; those of a device that was lost are gone already. */
  release(tensors: readonly KeptTensor[]): Promise<void>;
}

/** The one place where tensors lie. @throws DeviceLost where they lie at several: then one of the places is gone */
function placeOf(tensors: readonly KeptTensor[]): DevicePlace | undefined {
  const [first, ...others] = tensors;
  if (first === undefined) return undefined;
  const { device, generation } = first.place;
  if (others.every(({ place }) => place.device === device && place.generation === generation))
    return first.place;
  throw new DeviceLost();
}

function outputsOf({ answer, place }: PlacedAnswer): Record<string, DeviceTensor> {
  return {
    ...mapTensors(answer.outputs ?? {}, tensorOf),
    ...mapTensors(answer.kept ?? {}, (shape) => new KeptTensor(shape, place)),
  };
}

/**
 * As the model's file has its inputs: of those that may have no rows the ones that it gives none, and no batching at all
 * for an export that takes a fixed number of rows.
 */
function batchingFor(
  { alike = [], ...batching }: RowBatching,
  inputs: ModelDescription["inputs"],
): RowBatching | null {
  const withoutRows = inputs
    .filter((input) => !input.isTensor || input.shape.length === 0 || isFixed(input.shape[0]))
    .map(({ name }) => name);
  if (withoutRows.some((name) => !alike.includes(name))) return null;
  return { ...batching, alike: withoutRows };
}

/** Dimensions that are free have a name, or none and the length -1. */
function isFixed(length: number | string | undefined): boolean {
  return typeof length === "number" && length >= 0;
}

/**
 * Opens a model on a device, so that one that no device takes is known at once.
 * @throws as DeviceClient.ask
 */
export async function openDeviceSession(
  path: string,
  { client, provider, batching: asked, keptOutputs }: DeviceSessionOptions,
): Promise<DeviceSession> {
  const { version } = await statNetwork(path);
  const model: DeviceModel = { path, version, keptOutputs };
  const described = await client.ask({ type: "describe", model, share: currentShare() }, provider, path);
  const { inputNames = [], outputNames = [], inputs = [] } = described.answer.description ?? {};
  const batching = asked === null ? null : batchingFor(asked, inputs);
  return {
    inputNames,
    outputNames,
    inputs,
    run: async (feeds, { fetches, keep = [], lastOnly = [] }) => {
      const entries = Object.entries(feeds);
      const kept = entries.filter((entry): entry is [string, KeptTensor] => entry[1] instanceof KeptTensor);
      const sent = entries.filter((entry): entry is [string, Tensor] => !(entry[1] instanceof KeptTensor));
      const question = {
        type: "run",
        model,
        share: currentShare(),
        isAlone: currentCall().isAlone ?? false,
        batching,
        fetches: fetches ?? null,
        keep,
        lastOnly,
        kept: Object.fromEntries(kept.map(([name, { number }]) => [name, number])),
        feeds: mapTensors(Object.fromEntries(sent), rawTensor),
      } as const;
      const place = placeOf(kept.map(([, tensor]) => tensor));
      const answered =
        place === undefined ? client.ask(question, provider, path) : client.askAt(place, question);
      return outputsOf(await answered);
    },
    gather: async (tensors, rows) => {
      const place = placeOf(tensors);
      if (place === undefined) return [];
      const kept = tensors.map(({ number }) => number);
      const { answer } = await client.askAt(place, { type: "gather", share: currentShare(), kept, rows });
      return (answer.gathered ?? []).map((shape) => new KeptTensor(shape, place));
    },
    release: async (tensors) => {
      const place = placeOf(tensors);
      if (place === undefined) return;
      await client
        .askAt(place, { type: "release", kept: tensors.map(({ number }) => number) })
        .catch(() => undefined);
    },
  };
}
