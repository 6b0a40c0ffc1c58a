// A name server on a loopback address for one test, which knows a few names, and is silent about some.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";
import type { TestContext } from "node:test";
import { cleanUp } from "./clean-up.ts";

/** A name's IPv4 or IPv6 address, a failure of the server, or no answer at all. */
export type Answer = string | "failure" | "silence";

export interface NameServer {
  /** With its port. */
  readonly address: string;
  /** The names that were asked for, in their order, once for each of the two kinds of addresses. */
  readonly asked: readonly string[];
}

// RFC 1035 and RFC 3596.
const HEADER_BYTES = 12;
const TYPE = { a: 1, aaaa: 28 } as const;
const STATUS = { none: 0, serverFailure: 2, noSuchName: 3 } as const;
const POINTER_TO_QUESTION = 0xc0_0c;

function readName(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 1 };
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  const [head = [], tail = []] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail];
  return Buffer.from(groups.map((group) => group.padStart(4, "0")).join(""), "hex");
}

function reply(query: Buffer, questionEnd: number, answer: Answer | undefined): Buffer {
  const question = Buffer.from(query.subarray(0, questionEnd));
  const isKnown = answer !== undefined && answer !== "failure";
  const bytes = isKnown ? addressBytes(answer) : Buffer.alloc(0);
  const type = bytes.length === 4 ? TYPE.a : TYPE.aaaa;
  const matches = isKnown && query.readUInt16BE(questionEnd - 4) === type;
  const failure = answer === undefined ? STATUS.noSuchName : STATUS.serverFailure;
  question.writeUInt16BE(0x81_80 | (isKnown ? STATUS.none : failure), 2);
  question.writeUInt16BE(matches ? 1 : 0, 6);
  question.writeUInt32BE(0, 8);
  if (!matches) return question;
  const record = Buffer.alloc(HEADER_BYTES);
  record.writeUInt16BE(POINTER_TO_QUESTION, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([question, record, bytes]);
}

/** Names that are not given are not there. */
export async function nameServer(
  t: TestContext,
  answers: Readonly<Record<string, Answer>>,
): Promise<NameServer> {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  cleanUp(t, () => socket.close());
  socket.on("message", (query, from) => {
    const { name, end } = readName(query);
    asked.push(name);
    if (answers[name] === "silence") return;
    socket.send(reply(query, end + 4, answers[name]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, asked };
}
