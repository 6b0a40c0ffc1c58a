// Cuts a video into clips: node make-clips.ts VIDEO SECONDS [FOLDER]
// The control plane and the key are those of CLIPMILL_URL and CLIPMILL_API_KEY.
import { mkdir } from "node:fs/promises";
import { Clipmill, ClipmillError } from "clipmill/client";

async function makeClips(video: string, durationS: number, folder: string): Promise<void> {
  const clipmill = new Clipmill();
  // In parts, of which only those that fail are sent again.
  const upload = await clipmill.upload(video, {
    onProgress: ({ sentBytes, totalBytes }) =>
      console.error(`sent ${Math.round((100 * sentBytes) / totalBytes)} %`),
    onRetry: ({ message }) => console.error(`trying again: ${message}`),
  });
  const job = await clipmill.clips.create({
    s3_key: upload.s3_key,
    video_duration_seconds: durationS,
    clip_count: 2,
    clip_length: "8-20s",
    target_resolution: "360p",
    subtitle: { preset: "bold" },
  });
  const { output } = await clipmill.waitFor(job, {
    onProgress: ({ percent, message }) => console.error(`${percent} % ${message ?? ""}`),
  });
  await mkdir(folder, { recursive: true });
  for (const clip of output.clips) {
    const path = `${folder}/${clip.index + 1}.mp4`;
    await clipmill.downloadFile(clip.videoUrl, path);
    console.log(`${path}  ${Math.round(clip.viralityScore)}  ${clip.title}`);
  }
  if (output.notice !== null) console.error(output.notice);
}

const [video, seconds, folder = "clips"] = process.argv.slice(2);
try {
  if (video === undefined || !(Number(seconds) > 0))
    throw new Error("Usage: make-clips.ts VIDEO SECONDS [FOLDER]");
  await makeClips(video, Number(seconds), folder);
} catch (error) {
  console.error(error instanceof ClipmillError ? `${error.code}: ${error.message}` : error);
  process.exitCode = 1;
}
