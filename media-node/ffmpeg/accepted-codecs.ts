// The codecs that a source may use: what cameras, phones, recorders, editors and sites write. ffmpeg knows some four
// hundred more, of games, of old programs and of film scanners; each of their decoders is code that a stranger's file
// could reach, and most of it has had few eyes on it. Names that a build of ffmpeg lacks do no harm.
import { AppError } from "../../shared/errors.ts";

interface AcceptedCodec {
  /** As ffprobe names it. */
  readonly codec: string;
  /** The decoders of it, where they are called something else. */
  readonly decoders?: readonly string[];
}

const VIDEO: readonly AcceptedCodec[] = [
  ...["h264", "hevc", "mpeg1video", "mpeg2video", "mpeg4", "h263", "theora"].map((codec) => ({ codec })),
  { codec: "av1", decoders: ["libdav1d", "libaom-av1", "av1"] },
  { codec: "vp8", decoders: ["vp8", "libvpx"] },
  { codec: "vp9", decoders: ["vp9", "libvpx-vp9"] },
  // DivX, Windows Media, and Flash before it had H.264.
  { codec: "msmpeg4v3", decoders: ["msmpeg4"] },
  ...["msmpeg4v2", "wmv1", "wmv2", "wmv3", "vc1"].map((codec) => ({ codec })),
  { codec: "flv1", decoders: ["flv"] },
  // Cameras, tapes, editing, archives.
  ...["mjpeg", "dvvideo", "prores", "dnxhd", "ffv1", "rawvideo", "v210"].map((codec) => ({ codec })),
];

/** Samples as they are, and as telephony and old cameras squeeze them. */
const PCM_AUDIO = [
  ...["u8", "s8", "s16le", "s16be", "s24le", "s24be", "s32le", "s32be", "f32le", "f32be", "f64le", "f64be"],
  ...["alaw", "mulaw", "bluray", "dvd"],
].map((name) => ({ codec: `pcm_${name}` }));

const AUDIO: readonly AcceptedCodec[] = [
  ...["aac", "aac_latm", "ac3", "eac3", "vorbis", "flac", "alac"].map((codec) => ({ codec })),
  { codec: "mp3", decoders: ["mp3", "mp3float"] },
  { codec: "mp2", decoders: ["mp2", "mp2float"] },
  { codec: "opus", decoders: ["opus", "libopus"] },
  { codec: "dts", decoders: ["dca"] },
  { codec: "truehd" },
  ...["wmav1", "wmav2", "wmapro"].map((codec) => ({ codec })),
  { codec: "amr_nb", decoders: ["amrnb", "libopencore_amrnb"] },
  { codec: "amr_wb", decoders: ["amrwb", "libopencore_amrwb"] },
  ...["adpcm_ms", "adpcm_ima_wav", "adpcm_ima_qt", "s302m"].map((codec) => ({ codec })),
  ...PCM_AUDIO,
];

const TEXT: readonly AcceptedCodec[] = [
  ...["mov_text", "webvtt", "text"].map((codec) => ({ codec })),
  { codec: "subrip", decoders: ["subrip", "srt"] },
  { codec: "ass", decoders: ["ass", "ssa"] },
];

const ACCEPTED = [...VIDEO, ...AUDIO, ...TEXT];
const ACCEPTED_NAMES: ReadonlySet<string> = new Set(ACCEPTED.map(({ codec }) => codec));
const DECODERS = ACCEPTED.flatMap(({ codec, decoders }) => decoders ?? [codec]);

/** Decoders of covers, of subtitles that are images, and of teletext, which ride along in files of accepted codecs. */
const PASSENGERS = [
  ...["png", "bmp", "gif", "webp"],
  ...["dvbsub", "dvdsub", "pgssub", "xsub", "cc_dec", "libzvbi_teletextdec"],
];

/** For ffmpeg's `-codec_whitelist`. */
export const ACCEPTED_DECODERS = DECODERS.join(",");
/**
 * What ffprobe may open besides, since it gives a file up where one of its streams cannot be opened. It decodes nothing
 * of them.
 */
export const OPENED_DECODERS = [...DECODERS, ...PASSENGERS].join(",");

/** Whether a stream may be decoded, by ffprobe's name of its codec. */
export function isAcceptedCodec(codec: string): boolean {
  return ACCEPTED_NAMES.has(codec);
}

/** The last codec that ffmpeg or ffprobe says it did not open because of the allowlist. */
export function refusedCodec(stderr: string): string | undefined {
  return /.*\bCodec \(([^()\s]+)\) not on whitelist\b/s.exec(stderr)?.[1];
}

/** The failure of a source for its codec. */
export function notAccepted(codec: string, cause?: Error): AppError {
  const message = `The source has a stream coded as ${codec}, which is not accepted.`;
  return new AppError("SOURCE_UNSUPPORTED", message, { cause });
}
