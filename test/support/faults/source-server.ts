// Serves the films that jobs name as their sources: short ones at once, late ones after a time, and held ones, whose
// bytes come one a second until they are let go, so that a job is certainly at work for as long as a test wants.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const DRIP_MS = 1_000;

export interface SourceServer {
  /** An address of the film; `tag` tells addresses apart. */
  film(tag: string): string;
  /** An address whose film is whole after `lateMs`: a job that waits and does little else. */
  lateFilm(tag: string, lateMs: number): string;
  /** An address whose film comes only after `letGo`. */
  heldFilm(tag: string): string;
  /** How many held films are asked for and wait now. */
  waiting(tag: string): number;
  /** Lets the held films of this tag go, those asked for later, too. */
  letGo(tag: string): void;
  close(): void;
}

interface Drip {
  readonly finish: () => void;
}

/** Sends the first bytes slowly; `finish` sends all the rest. */
function drip(response: ServerResponse, film: Buffer): Drip {
  let sent = 0;
  const timer = setInterval(() => {
    response.write(film.subarray(sent, sent + 1));
    sent += 1;
  }, DRIP_MS);
  response.once("close", () => clearInterval(timer));
  return {
    finish: () => {
      clearInterval(timer);
      response.end(film.subarray(sent));
    },
  };
}

function sendLate(response: ServerResponse, film: Buffer, lateMs: number): void {
  const timer = setTimeout(drip(response, film).finish, lateMs);
  response.once("close", () => clearTimeout(timer));
}

export async function startSourceServer(film: Buffer): Promise<SourceServer> {
  const held = new Map<string, Set<Drip>>();
  const free = new Set<string>();
  const hold = (response: ServerResponse, tag: string): void => {
    const waiting = held.get(tag) ?? new Set();
    held.set(tag, waiting);
    const one = drip(response, film);
    waiting.add(one);
    response.once("close", () => waiting.delete(one));
  };
  const server = createServer((request, response) => {
    const [, folder = "", tag = "", lateMs = ""] = (request.url ?? "").split("/");
    response.writeHead(200, { "content-type": "video/mp4", "content-length": film.length });
    if (folder === "late") sendLate(response, film, Number(lateMs));
    else if (folder === "held" && !free.has(tag)) hold(response, tag);
    else response.end(film);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    film: (tag) => `${url}/film/${tag}/film.mp4`,
    lateFilm: (tag, lateMs) => `${url}/late/${tag}/${lateMs}/film.mp4`,
    heldFilm: (tag) => `${url}/held/${tag}/film.mp4`,
    waiting: (tag) => held.get(tag)?.size ?? 0,
    letGo: (tag) => {
      free.add(tag);
      for (const one of held.get(tag) ?? []) one.finish();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
