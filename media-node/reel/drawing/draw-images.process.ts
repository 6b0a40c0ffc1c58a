// A process that draws SVG files to PNG: `draw-images.process.ts LIST`, where LIST is a JSON file of pairs of SVG text
// and path. It is started by draw-images, with a fontconfig file of ours in its environment.
import { readFileSync } from "node:fs";
import { sharp } from "../../images/uncached-sharp.ts";
import type { ImageDrawing } from "./draw-images.ts";

// Images are drawn one after the other, each by one thread: the machine has renders to do as well.
sharp.concurrency(1);
const drawings = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as readonly ImageDrawing[];
for (const { svg, path } of drawings) {
  // Large and flat images that ffmpeg reads once: a higher level takes longer and saves nothing that matters.
  await sharp(Buffer.from(svg)).png({ compressionLevel: 2 }).toFile(path);
}
