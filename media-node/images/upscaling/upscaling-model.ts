// Makes images larger with a network of Real-ESRGAN's layout: [1, 3, h, w] of 0 to 1 in, the same several times as
// large out. Images of any size go through in tiles, whose memory is bounded; where it does not suffice, tiles get
// smaller. A lesser scale than the network's is made by averaging its pixels, tile by tile. Opacity is scaled by cubic
// interpolation, since the networks know colours only.
import { AppError, hasErrorCode } from "../../../shared/errors.ts";
import { UPSCALING_LIMITS } from "../../../shared/limits/images.ts";
import { bundleFile } from "../../models/hub-settings.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import type { ExecutionProvider } from "../../onnx/execution-providers.ts";
import type { OnnxSession, OnnxSessionOptions, PassedOverProvider } from "../../onnx/onnx-session.ts";
import type { SessionCache } from "../../onnx/session-cache.ts";
import type { ImageModel, ImageWorkHooks, RawImage, UpscaleWork } from "../image-model.ts";
import { pixelsOf, runImageNetwork } from "../image-network.ts";
import { toPlanes, withOpacity } from "../image-planes.ts";
import { sharp } from "../uncached-sharp.ts";
import { type Tile, TileCanvas, tilesOf } from "./image-tiles.ts";
import { spreadColours } from "./spread-colours.ts";

const { defaultTilePx, minTilePx, outputPixels } = UPSCALING_LIMITS;
/** Tiles overlap by this share of their edge: more than the networks' view reaches with any weight. */
const OVERLAP = 1 / 8;

/** The edge of the tiles that a network takes: its own where it is fixed. */
function fixedTilePx(session: OnnxSession): number | null {
  const [input] = session.inputs;
  const edge = input?.isTensor === true ? input.shape.at(-1) : undefined;
  return typeof edge === "number" && edge > 0 ? edge : null;
}

/** A tile's planes, [3, size, size] of 0 to 1; beyond the image's end its last pixels go on. */
function cutTile(planes: Float32Array, image: RawImage, tile: Tile, size: number): Float32Array {
  const cut = new Float32Array(3 * size * size);
  for (let plane = 0; plane < 3; plane += 1) {
    for (let row = 0; row < size; row += 1) {
      const y = Math.min(image.height - 1, tile.y + row);
      for (let column = 0; column < size; column += 1) {
        const x = Math.min(image.width - 1, tile.x + column);
        const value = planes[(plane * image.height + y) * image.width + x] ?? 0;
        cut[(plane * size + row) * size + column] = (value + 1) / 2;
      }
    }
  }
  return cut;
}

async function enlargeTile(
  session: OnnxSession,
  values: Float32Array,
  size: number,
): Promise<{ planes: Float32Array; edge: number }> {
  const { values: planes, dims } = await runImageNetwork(session, values, [1, 3, size, size]);
  const edge = dims.at(-1);
  if (edge === undefined) throw new AppError("MODEL_UNAVAILABLE");
  return { planes, edge };
}

/** The mean of a square of pixels. */
function meanOf(planes: Float32Array, edge: number, first: number, side: number): number {
  let sum = 0;
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) sum += planes[first + row * edge + column] ?? 0;
  }
  return sum / side ** 2;
}

/** The part of an enlarged tile that lies in the image, -1 to 1; of `shrink` × `shrink` pixels one is made. */
function withinImage(
  planes: Float32Array,
  edge: number,
  { width, height }: Pick<Tile, "width" | "height">,
  shrink: number,
): Float32Array {
  const kept = new Float32Array(3 * width * height);
  for (let plane = 0; plane < 3; plane += 1) {
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const first = (plane * edge + row * shrink) * edge + column * shrink;
        kept[(plane * height + row) * width + column] = 2 * meanOf(planes, edge, first, shrink) - 1;
      }
    }
  }
  return kept;
}

/** @throws AppError MODEL_UNAVAILABLE where the network's scale is no multiple of the one that is wanted */
function shrinkFor(networkScale: number, scale: number): number {
  const shrink = networkScale / scale;
  if (Number.isInteger(networkScale) && Number.isInteger(shrink)) return shrink;
  const message = `This model makes images ${networkScale} times as large, and cannot make them ${scale} times.`;
  throw new AppError("MODEL_UNAVAILABLE", message);
}

/** @throws AppError OUT_OF_MEMORY; SOURCE_TOO_LARGE where the result would be beyond the bounds */
async function enlarge(
  session: OnnxSession,
  { image, scale: wanted }: UpscaleWork,
  tilePx: number,
  { onProgress, signal }: ImageWorkHooks,
): Promise<RawImage> {
  const { width, height } = image;
  const hasOpacity = image.channels === 4;
  const colours = hasOpacity ? spreadColours(image.pixels, width, height) : image.pixels;
  const planes = toPlanes(colours, image.channels);
  const overlap = Math.floor(tilePx * OVERLAP);
  const tiles = tilesOf(image, { edge: tilePx, overlap });
  let canvas: TileCanvas | null = null;
  let [scale, shrink] = [1, 1];
  for (const [index, tile] of tiles.entries()) {
    signal.throwIfAborted();
    const made = await enlargeTile(session, cutTile(planes, image, tile, tilePx), tilePx);
    if (canvas === null) {
      scale = wanted ?? made.edge / tilePx;
      shrink = shrinkFor(made.edge / tilePx, scale);
      requireRoom(width * scale, height * scale);
      canvas = new TileCanvas(width * scale, height * scale);
    }
    const large = {
      x: tile.x * scale,
      y: tile.y * scale,
      width: tile.width * scale,
      height: tile.height * scale,
    };
    canvas.add(withinImage(made.planes, made.edge, large, shrink), large, overlap * scale);
    onProgress((index + 1) / tiles.length);
  }
  const pixels = pixelsOf(canvas?.finish() ?? planes);
  const result: RawImage = { width: width * scale, height: height * scale, channels: 3, pixels };
  return hasOpacity ? withOpacityOf(image, result) : result;
}

function requireRoom(width: number, height: number): void {
  if (width * height <= outputPixels) return;
  throw new AppError(
    "SOURCE_TOO_LARGE",
    `The image would have ${width} × ${height} pixels; at most ${outputPixels / 1e6} million are made.`,
  );
}

/** The image with the opacity of the one that it was made from, made as large. */
async function withOpacityOf({ pixels, width, height }: RawImage, large: RawImage): Promise<RawImage> {
  const opacity = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .extractChannel(3)
    .resize(large.width, large.height, { kernel: "cubic", fit: "fill" })
    .raw()
    .toBuffer();
  return { ...large, channels: 4, pixels: withOpacity(large.pixels, 3, opacity) };
}

/**
 * A model that makes images larger; nothing is loaded before its first work. Where memory runs out, a work
 * starts over with tiles of half the edge, down to `minTilePx`.
 * @throws AppError MODEL_UNAVAILABLE for a bundle without a network; a work throws the same where the
 * network's scale does not fit, SOURCE_TOO_LARGE, and OUT_OF_MEMORY
 */
export async function openUpscalingModel(
  bundle: ModelBundle,
  cache: SessionCache,
  options: OnnxSessionOptions,
): Promise<ImageModel> {
  const path = bundleFile(bundle, /\.onnx$/);
  let provider: ExecutionProvider | null = null;
  let passedOver: readonly PassedOverProvider[] = [];
  return {
    provider: () => provider,
    passedOver: () => passedOver,
    async run(work, hooks) {
      if (work.kind !== "upscale") throw new AppError("INTERNAL", "This model makes images larger.");
      const { width, height } = work.image;
      // An image that is smaller than a tile is not paid for as if it were one.
      const fittingPx = 2 ** Math.ceil(Math.log2(Math.max(minTilePx, width, height)));
      const inTiles = (tilePx: number): Promise<RawImage> =>
        cache.with(path, options, (session) => {
          ({ provider, passedOver } = session);
          return enlarge(session, work, fixedTilePx(session) ?? tilePx, hooks);
        });
      let tilePx = Math.min(defaultTilePx, fittingPx);
      for (;;) {
        try {
          return [await inTiles(tilePx)];
        } catch (error) {
          const isFull = hasErrorCode(error, "OUT_OF_MEMORY");
          if (!isFull || tilePx <= minTilePx) throw error;
          await cache.clear();
          tilePx /= 2;
        }
      }
    },
  };
}
