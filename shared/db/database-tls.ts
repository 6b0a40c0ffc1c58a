// TLS to PostgreSQL as the `sslmode` of a database address asks for it, in libpq's words: the client asks on the plain
// connection whether the server speaks TLS (SSLRequest), and begins the handshake upon its one-byte answer. It is done
// here and not in the driver, so that the connection's messages can be followed whether they are encrypted or not.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";
import { isUnavailable, TLS_FAILED } from "./classify-error.ts";

const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof MODES)[number];

export interface DatabaseTls {
  /** Whether a server without TLS is talked to all the same. */
  readonly isOptional: boolean;
  readonly options: ConnectionOptions;
}

/** What the address asks for, and the address without it; undefined where TLS is not wanted. */
export interface TlsSettings {
  readonly databaseUrl: string;
  readonly tls: DatabaseTls | undefined;
}

/** `uselibpqcompat` asks other programs to read `sslmode` as it is read here; a server would refuse it as a setting. */
const PARAMETERS = ["sslmode", "ssl", "sslrootcert", "sslcert", "sslkey", "uselibpqcompat"] as const;

/** SSLRequest: its length and the code 80877103. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const ACCEPTED = "S";

function readMode(text: string | null): SslMode {
  if (text === null || text === "false" || text === "") return "disable";
  const mode = MODES.find((known) => known === (text === "true" ? "require" : text));
  if (mode === undefined)
    throw new Error(`has an unknown sslmode, "${text}": it is one of ${MODES.join(", ")}`);
  return mode;
}

function readFileOf(parameters: URLSearchParams, name: string): { readonly [key: string]: Buffer } {
  const parameter = `ssl${name === "ca" ? "rootcert" : name}`;
  const path = parameters.get(parameter);
  if (path === null || path === "system") return {};
  try {
    return { [name]: readFileSync(path) };
  } catch (cause) {
    throw new Error(`names a file as ${parameter} that cannot be read: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/**
 * Reads `sslmode` (or `ssl`), `sslrootcert`, `sslcert` and `sslkey` out of a database address.
 * @throws Error whose message goes on from the setting's name: an unknown mode, or a certificate that cannot be read
 */
export function readTlsSettings(databaseUrl: string): TlsSettings {
  // Not parsed as a whole: an address may name several hosts, which is no URL.
  const [address = "", query = ""] = databaseUrl.split("?", 2);
  const parameters = new URLSearchParams(query);
  const isSystemRoot = parameters.get("sslrootcert") === "system";
  const mode = isSystemRoot ? "verify-full" : readMode(parameters.get("sslmode") ?? parameters.get("ssl"));
  const [ca, cert, key] = ["ca", "cert", "key"].map((name) => readFileOf(parameters, name));
  for (const name of PARAMETERS) parameters.delete(name);
  const plainUrl = parameters.size === 0 ? address : `${address}?${parameters}`;
  if (mode === "disable") return { databaseUrl: plainUrl, tls: undefined };
  const options: ConnectionOptions = {
    ...ca,
    ...cert,
    ...key,
    rejectUnauthorized: mode === "verify-ca" || mode === "verify-full",
    ...(mode === "verify-ca" ? { checkServerIdentity: () => undefined } : {}),
  };
  return { databaseUrl: plainUrl, tls: { isOptional: mode === "allow" || mode === "prefer", options } };
}

/** Its message goes on from the database's name. */
function tlsFailure(problem: string, cause?: unknown): Error {
  return Object.assign(new Error(problem, { cause }), { code: TLS_FAILED });
}

function describeFailure(secure: TLSSocket, { message }: Error): string {
  // Null until a certificate was refused; the types leave that out.
  const refused: Error | string | null = secure.authorizationError;
  if (refused === null) return `its TLS handshake fails: ${message}`;
  return (
    `its certificate is not trusted (${message}): give the file of its authority as sslrootcert, or set ` +
    "sslmode=verify-ca, which compares no names, or sslmode=require, which checks no certificate"
  );
}

/** Waits for the handshake's end. */
async function shakeHands(secure: TLSSocket): Promise<void> {
  try {
    await once(secure, "secureConnect");
  } catch (error) {
    if (!(error instanceof Error) || isUnavailable(error)) throw error;
    throw tlsFailure(describeFailure(secure, error), error);
  }
}

/**
 * Turns a connected plain socket into a secure one, or returns it as it is where the server refuses and may.
 * @throws Error TLS_FAILED where the server refuses, the handshake fails or the certificate is not trusted
 */
export async function secureSocket(plain: Socket, host: string, tls: DatabaseTls): Promise<Socket> {
  plain.write(SSL_REQUEST);
  const [answer] = (await once(plain, "data")) as [Buffer];
  // Nothing may follow the answer before the handshake: it would be unprotected (CVE-2021-23222).
  if (answer.length !== 1) throw tlsFailure("it sends unencrypted data before the TLS handshake");
  if (answer.toString("latin1") !== ACCEPTED) {
    if (tls.isOptional) return plain;
    throw tlsFailure(
      "it does not speak TLS, which sslmode asks for: have PostgreSQL speak it (ssl = on), or set sslmode=disable",
    );
  }
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const secure: TLSSocket = connectTls({ ...tls.options, ...servername, socket: plain });
  await shakeHands(secure);
  return secure;
}
