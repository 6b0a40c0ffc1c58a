// A server of one film that keeps to ranges and to If-Range, as far as it is told to.
import type { RequestListener } from "node:http";

/** A test may change them while it is asked. Requests count from 1. */
export interface FilmAnswers {
  etag?: string;
  /** Answers without regard to ranges from this request on. */
  wholeFrom?: number;
  /** Has changed from this request on, and answers ranges of the new file all the same. */
  changedFrom?: number;
  /** Ends the answer of this request in the middle. */
  breaksAt?: number;
  /** Sends this request elsewhere. */
  redirects?: { readonly at: number; readonly to: string };
}

export interface ServedFilm {
  readonly answers: FilmAnswers;
  readonly listener: RequestListener;
  sentBytes(): number;
  requests(): number;
}

function hasComeTo(request: number, from: number | undefined): boolean {
  return from !== undefined && request >= from;
}

export function serveFilm(film: Buffer, answers: FilmAnswers): ServedFilm {
  let sent = 0;
  let requests = 0;
  const listener: RequestListener = (request, response) => {
    requests += 1;
    const { etag, redirects, changedFrom, wholeFrom, breaksAt } = answers;
    if (redirects?.at === requests) return void response.writeHead(302, { location: redirects.to }).end();
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const isSame = request.headers["if-range"] === undefined || request.headers["if-range"] === etag;
    const tag = etag === undefined ? {} : { etag: hasComeTo(requests, changedFrom) ? '"changed"' : etag };
    if (range === null || !isSame || hasComeTo(requests, wholeFrom)) {
      sent += film.length;
      return void response.writeHead(200, { ...tag, "content-length": film.length }).end(film);
    }
    const [start, end] = [Number(range[1]), Number(range[2]) + 1];
    const headers = { ...tag, "content-range": `bytes ${start}-${end - 1}/${film.length}` };
    response.writeHead(206, { ...headers, "content-length": end - start });
    if (breaksAt === requests) {
      response.write(film.subarray(start, Math.floor((start + end) / 2)), () => response.destroy());
      return;
    }
    sent += end - start;
    response.end(film.subarray(start, end));
  };
  return { answers, listener, sentBytes: () => sent, requests: () => requests };
}
