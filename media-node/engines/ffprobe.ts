// ffprobe as an engine: what a file says of itself, as JSON, read under the same allowlists as ffmpeg. The values are
// a stranger's claims: `stages/probe-source.ts` checks every one before anything relies on it.
import { AppError } from "../../shared/errors.ts";
import { PROCESS_LIMITS } from "../../shared/limits.ts";
import { runProcess } from "./child-process.ts";
import { allowlistOptions } from "./ffmpeg.ts";

export interface ProbedStream {
  readonly index: number;
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly sample_aspect_ratio?: string;
  readonly avg_frame_rate?: string;
  readonly r_frame_rate?: string;
  readonly duration?: string;
  readonly channels?: number;
  readonly sample_rate?: string;
  readonly disposition?: Readonly<Record<string, number>>;
  readonly tags?: Readonly<Record<string, string>>;
  readonly side_data_list?: readonly Readonly<Record<string, unknown>>[];
}

export interface ProbedFile {
  readonly streams?: readonly ProbedStream[];
  readonly format?: { readonly format_name?: string; readonly duration?: string; readonly size?: string };
}

/** Probes a local file. @throws AppError SOURCE_UNSUPPORTED when it is no media file that may be opened. */
export async function probeFile(binary: string, path: string, signal: AbortSignal): Promise<ProbedFile> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  const { exitCode, stderr } = await runProcess({
    command: binary,
    args: [
      "-v",
      "error",
      ...allowlistOptions(),
      "-print_format",
      "json",
      "-show_format",
      "-show_streams",
      `file:${path}`,
    ],
    timeoutMs: PROCESS_LIMITS.probeTimeoutMs,
    signal,
    onOutput: (chunk) => {
      sizeBytes += chunk.length;
      if (sizeBytes > PROCESS_LIMITS.probeOutputBytes)
        throw new AppError("SOURCE_UNSUPPORTED", "The source describes itself at absurd length.");
      chunks.push(chunk);
    },
  });
  if (exitCode !== 0) {
    throw new AppError("SOURCE_UNSUPPORTED", "The source is not a media file that can be read.", {
      cause: new Error(`ffprobe ended with ${exitCode}: ${stderr}`),
    });
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8")) as ProbedFile;
}
