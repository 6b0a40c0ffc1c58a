// GET /console/…: the web page and its files. Every address below /console/ is the page, which finds its way itself;
// its files have names that change with their content, so that browsers keep them for good.
import { AppError } from "../../../shared/errors.ts";
import { isNotModified } from "../../http/conditional-request.ts";
import type { Call, PublicRoute, Reply, Route } from "../../http/route.ts";
import type { ConsoleFile, ConsoleFiles } from "../assets/console-files.ts";

export interface PageRouteOptions {
  readonly files: ConsoleFiles;
  /** Where files are read from and uploaded to, besides the page's own origin. */
  readonly fileOrigins: readonly string[];
}

const HOME = "/console/";
/** The page's choice of colours: in a cookie, so that the first paint already has them. */
const THEME_COOKIE = /(?:^|;\s*)clipmill-theme=(light|dark)(?:;|$)/;
const NOT_BUILT = "The console is not built on this control plane: run npm ci there and start it again.";

function securityPolicy(fileOrigins: readonly string[]): string {
  const files = ["'self'", ...fileOrigins].join(" ");
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${files} data: blob:`,
    `media-src ${files} blob:`,
    `connect-src ${files}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return policy.join("; ");
}

function fileReply(call: Call, file: ConsoleFile, headers: Readonly<Record<string, string>>): Reply {
  const accepted = call.headers["accept-encoding"] ?? "";
  const encoding =
    file.brotli !== undefined && /\bbr\b/.test(accepted)
      ? ({ name: "br", content: file.brotli } as const)
      : file.gzip !== undefined && /\bgzip\b/.test(accepted)
        ? ({ name: "gzip", content: file.gzip } as const)
        : undefined;
  const etag = `"${file.etag}${encoding === undefined ? "" : `-${encoding.name}`}"`;
  const all: Record<string, string> = { ...headers, etag, vary: "accept-encoding" };
  if (isNotModified(call, etag))
    return { kind: "bytes", status: 304, headers: all, content: Buffer.alloc(0) };
  all["content-type"] = file.contentType;
  if (encoding !== undefined) all["content-encoding"] = encoding.name;
  return { kind: "bytes", status: 200, headers: all, content: encoding?.content ?? file.plain };
}

/** The page with the colours that its reader chose: a kilobyte, which is sent as it is. */
function themed(page: ConsoleFile, theme: string): ConsoleFile {
  const html = page.plain.toString("utf8").replace("<html ", `<html data-theme="${theme}" `);
  return {
    ...page,
    etag: `${page.etag}-${theme}`,
    plain: Buffer.from(html),
    gzip: undefined,
    brotli: undefined,
  };
}

function redirect(location: string): PublicRoute["handle"] {
  const headers = { location, "cache-control": "no-cache" };
  return async () => ({ kind: "bytes", status: 302, headers, content: Buffer.alloc(0) });
}

/** For anybody, GET and HEAD. Where the page was not built, its addresses answer 503 and say how to build it. */
export function pageRoutes({ files, fileOrigins }: PageRouteOptions): Route[] {
  const page = files.get("index.html");
  const pages = new Map(
    page === undefined ? [] : ["light", "dark"].map((theme) => [theme, themed(page, theme)] as const),
  );
  const pageHeaders = {
    "cache-control": "no-cache",
    "content-security-policy": securityPolicy(fileOrigins),
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
  };
  const servePage = async (call: Call): Promise<Reply> => {
    if (call.path.startsWith(`${HOME}api/`)) throw new AppError("NOT_FOUND");
    if (page === undefined) {
      return { kind: "text", status: 503, contentType: "text/plain; charset=utf-8", text: NOT_BUILT };
    }
    const theme = THEME_COOKIE.exec(call.headers.cookie ?? "")?.[1] ?? "";
    return fileReply(call, pages.get(theme) ?? page, pageHeaders);
  };
  const serveAsset = async (call: Call): Promise<Reply> => {
    const file = files.get(call.path.slice(HOME.length));
    if (file === undefined) throw new AppError("NOT_FOUND");
    return fileReply(call, file, { "cache-control": "public, max-age=31536000, immutable" });
  };
  const handlers: readonly (readonly [string, PublicRoute["handle"]])[] = [
    ["/", redirect(HOME)],
    ["/console", redirect(HOME)],
    [`${HOME}assets/*`, serveAsset],
    [`${HOME}*`, servePage],
  ];
  return (["GET", "HEAD"] as const).flatMap((method) =>
    handlers.map(([path, handle]): Route => ({ method, path, access: "public", body: "none", handle })),
  );
}
