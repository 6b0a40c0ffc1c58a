// A model hub on a loopback address: files under `/{owner}/{name}/resolve/{revision}/{path}`, large ones behind a
// redirect that says their size and SHA-256, all with ranges and strong entity tags, as the real one has them.
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TestContext } from "node:test";
import type { CatalogueEntry } from "../../../media-node/models/catalogue/catalogue-entry.ts";
import { localServer } from "../local-server.ts";

export interface HubRequest {
  readonly method: string;
  readonly path: string;
  readonly range: string | undefined;
}

export interface ModelHub {
  readonly url: string;
  readonly requests: readonly HubRequest[];
  /** Only those that ask for content. */
  gets(): readonly HubRequest[];
  /** The client has so many bytes of a file: where its connection is to be cut there, it is. */
  arrived(receivedBytes: number): void;
}

export interface HubOptions {
  /** By path in the repository. */
  readonly files: Readonly<Record<string, Buffer>>;
  /** Where connections end: the nth GET once the client has so many bytes of the file, if any. See arrived(). */
  readonly cuts?: readonly (number | undefined)[];
  /** The hash that redirects announce, where it is not the real one. */
  readonly announcedSha256?: string;
  /** Answers by itself where it returns true. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export function sha256(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

export async function modelHub(t: TestContext, options: HubOptions): Promise<ModelHub> {
  const requests: HubRequest[] = [];
  const cuts = [...(options.cuts ?? [])];
  let breakOff: (receivedBytes: number) => void = () => undefined;
  const server = await localServer(t, (request, response) => {
    const { method = "GET", url: path = "/" } = request;
    requests.push({ method, path, range: request.headers.range });
    if (options.intercept?.(request, response) === true) return;
    const name = /^\/(?:storage|[^/]+\/[^/]+\/resolve\/[^/]+)\/(.+)$/.exec(path)?.[1] ?? "";
    const content = options.files[decodeURIComponent(name)];
    if (content === undefined) response.writeHead(404).end();
    else if (name.endsWith(".onnx") && !path.startsWith("/storage/")) {
      response.writeHead(302, {
        location: `/storage/${name}`,
        "x-linked-size": content.length,
        "x-linked-etag": `"${options.announcedSha256 ?? sha256(content)}"`,
      });
      response.end();
    } else {
      const cut = method === "GET" ? cuts.shift() : undefined;
      breakOff = (receivedBytes) => receivedBytes === cut && response.destroy();
      sendContent(request, response, content, cut);
    }
  });
  return {
    url: server.url,
    requests,
    gets: () => requests.filter(({ method, path }) => method === "GET" && !/resolve.*\.onnx$/.test(path)),
    arrived: (receivedBytes) => breakOff(receivedBytes),
  };
}

function sendContent(
  request: IncomingMessage,
  response: ServerResponse,
  content: Buffer,
  cut: number | undefined,
): void {
  const etag = `"${sha256(content).slice(0, 16)}"`;
  const isRange = request.headers.range !== undefined && request.headers["if-range"] === etag;
  const start = isRange ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1]) : 0;
  response.setHeader("etag", etag);
  response.setHeader("content-length", content.length - start);
  if (isRange) response.setHeader("content-range", `bytes ${start}-${content.length - 1}/${content.length}`);
  response.writeHead(isRange ? 206 : 200);
  if (request.method === "HEAD") response.end();
  else if (cut === undefined) response.end(content.subarray(start));
  else if (cut > start) response.write(content.subarray(start, cut));
  else response.destroy();
}

/** A model of one large and one small file; what is unknown of a file is null. */
export function hubEntry(
  files: Readonly<Record<string, Buffer>>,
  options: { readonly pinned: boolean; readonly name?: string } = { pinned: true },
): CatalogueEntry {
  return {
    name: options.name ?? "test-model",
    kind: "voice-activity",
    family: "silero",
    title: "A model for tests",
    improves: "tests",
    license: "MIT",
    nonCommercial: false,
    languages: [],
    priority: 7,
    source: { site: "hub", repository: "owner/model", revision: "abc123" },
    files: Object.entries(files).map(([path, content]) => ({
      path,
      sizeBytes: options.pinned ? content.length : null,
      sha256: options.pinned ? sha256(content) : null,
    })),
  };
}
