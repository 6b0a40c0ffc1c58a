// A service of S3's for one test that knows one key and one upload, of one part unless others are sent, and refuses joins
// and writes as the test says: what Ceph's gateway never answers.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TestContext } from "node:test";
import type { S3Storage } from "../../../shared/storage/s3/s3-storage.ts";
import { localServer } from "../local-server.ts";
import { bucketWith } from "./test-bucket.ts";

/** What is answered instead of storing. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
}

export interface ScriptedService {
  readonly storage: S3Storage;
  /** "join", "write", "abandon", each with its condition where it has one, in their order. */
  readonly asked: readonly string[];
  /** The tag of what the key names; null where it names nothing. */
  tag: string | null;
  /** Whether the upload is there, which a join ends. */
  hasUpload: boolean;
}

/** Of the only part that has come: "hello". */
const PART = { number: 1, sizeBytes: 5, tag: "5d41402abc4b2a76b9719d911017c592" };
/** Of the object that is joined of it. */
export const JOINED_TAG = "62109206880d38a4010a98e11243924a-1";

function nameOf({ method, headers }: IncomingMessage, url: URL): string | undefined {
  const condition = headers["if-none-match"] === undefined ? "" : " where nothing stands";
  if (method === "DELETE") return "abandon";
  if (method === "PUT" && !url.searchParams.has("partNumber")) return `write${condition}`;
  return method === "POST" && url.searchParams.has("uploadId") ? `join${condition}` : undefined;
}

const LISTED_PARTS = `<ListPartsResult><IsTruncated>false</IsTruncated><Part><PartNumber>${PART.number}</PartNumber><Size>${PART.sizeBytes}</Size><ETag>"${PART.tag}"</ETag></Part></ListPartsResult>`;

const BEGUN = "<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>";

function answerLook(tag: string | null, response: ServerResponse): void {
  if (tag === null) response.writeHead(404).end();
  else response.writeHead(200, { "content-length": PART.sizeBytes, etag: `"${tag}"` }).end();
}

/** Begins an upload or takes a part of it; false where another thing was asked. */
function answerSending(
  { method }: IncomingMessage,
  { searchParams }: URL,
  response: ServerResponse,
): boolean {
  const isPart = method === "PUT" && searchParams.has("partNumber");
  if (isPart) response.writeHead(200, { etag: `"${PART.tag}"` }).end();
  else if (searchParams.has("uploads")) response.end(BEGUN);
  else return false;
  return true;
}

function refuseList({ hasUpload }: ScriptedService): Refusal | undefined {
  return hasUpload ? undefined : { status: 404, code: "NoSuchUpload" };
}

/** `refuse` says how a join or a write by its name is refused, and may change what the key names before. */
export async function scriptedService(
  t: TestContext,
  refuse: (name: string, service: ScriptedService) => Refusal | undefined,
): Promise<ScriptedService> {
  const asked: string[] = [];
  const change = (name: string): Refusal | undefined => {
    asked.push(name);
    if (name === "abandon") return undefined;
    const refusal = refuse(name, service);
    if (refusal !== undefined) return refusal;
    const isJoin = name.startsWith("join");
    service.tag = isJoin ? JOINED_TAG : PART.tag;
    if (isJoin) service.hasUpload = false;
    return undefined;
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method === "HEAD") {
      answerLook(service.tag, response);
      return;
    }
    const url = new URL(request.url ?? "", "http://service");
    if (answerSending(request, url, response)) return;
    const name = nameOf(request, url);
    const refusal = name === undefined ? refuseList(service) : change(name);
    response.writeHead(refusal?.status ?? 200, { "content-type": "application/xml" });
    if (refusal !== undefined) response.end(`<Error><Code>${refusal.code}</Code></Error>`);
    else response.end(name === undefined ? LISTED_PARTS : "<CompleteMultipartUploadResult/>");
  };
  const server = await localServer(t, (request, response) => {
    request.resume().once("end", () => answer(request, response));
  });
  const { storage } = await bucketWith({
    bucket: "bucket",
    prefix: "",
    endpoint: server.url,
    publicEndpoint: undefined,
    region: "us-east-1",
    pathStyle: true,
    credentials: { from: "settings", accessKeyId: "key", secretAccessKey: "secret", sessionToken: undefined },
    caFile: undefined,
  });
  const service: ScriptedService = { storage, asked, tag: null, hasUpload: true };
  return service;
}
