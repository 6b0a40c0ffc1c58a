// Opens encoder and decoder of a Whisper model where both can be: what the one leaves on a device, the other could not
// read anywhere else.
import { type OnnxSession, type OnnxSessionOptions, openOnnxSession } from "../../onnx/onnx-session.ts";

/** A network of the model, and what its calls may leave on a device. */
export interface WhisperNetwork {
  readonly path: string;
  readonly options: Pick<OnnxSessionOptions, "batching" | "keptOutputs">;
}

export interface WhisperNetworks {
  readonly encoder: OnnxSession;
  readonly decoder: OnnxSession;
}

type Placing = Pick<OnnxSessionOptions, "providers" | "threads">;

async function openBoth(
  encoderFile: WhisperNetwork,
  decoderFile: WhisperNetwork,
  placing: Placing,
): Promise<WhisperNetworks> {
  const encoder = await openOnnxSession(encoderFile.path, { ...encoderFile.options, ...placing });
  try {
    const decoder = await openOnnxSession(decoderFile.path, { ...decoderFile.options, ...placing });
    return { encoder, decoder };
  } catch (error) {
    await encoder.dispose();
    throw error;
  }
}

/**
 * Opens both by the first provider that takes both; each tells of the providers that were passed over for either.
 * @throws as openOnnxSession
 */
export async function openWhisperNetworks(
  encoderFile: WhisperNetwork,
  decoderFile: WhisperNetwork,
  { providers, threads }: Placing,
): Promise<WhisperNetworks> {
  const { encoder, decoder } = await openBoth(encoderFile, decoderFile, { providers, threads });
  const { passedOver } = encoder.passedOver.length > decoder.passedOver.length ? encoder : decoder;
  if (encoder.provider === decoder.provider) {
    return { encoder: { ...encoder, passedOver }, decoder: { ...decoder, passedOver } };
  }
  await encoder.dispose();
  await decoder.dispose();
  const left = { providers: providers.slice(passedOver.length), threads };
  const again = await openWhisperNetworks(encoderFile, decoderFile, left);
  const all = [...passedOver, ...again.decoder.passedOver];
  return {
    encoder: { ...again.encoder, passedOver: all },
    decoder: { ...again.decoder, passedOver: all },
  };
}
