// What a plane says whose address cannot be listened on: the setting that names it, since the system's own words are those
// of a call that failed. It is no SettingError, after which a supervisor starts no more: a port may be free, and a name
// found, a moment later.
import { errorCode } from "../error-message.ts";
import { StartError } from "../process/start-error.ts";

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The settings that name them; CLIPMILL_HOST and CLIPMILL_PORT unless given. */
  readonly settings?: { readonly host: string; readonly port: string };
}

const PUBLIC_SETTINGS = { host: "CLIPMILL_HOST", port: "CLIPMILL_PORT" } as const;

/** Of the system and of its names: that it has no such address, or, as of IPv6 that is off or lacks its zone, takes none. */
const NO_ADDRESS = new Set([
  "EADDRNOTAVAIL",
  "EAFNOSUPPORT",
  "EINVAL",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "ENODATA",
]);

/** What is said of an address that this machine has not. @param code the system's word for it */
export function addressProblem(variable: string, host: string, code: string): string {
  return `${variable}: this machine has no address ${host} (${code}); set one of its own.`;
}

/** What is said of a port that cannot be had. @param variable the setting that names it */
export function portProblem(variable: string, { host, port }: ListenAddress, code: string): string {
  const problem = code === "EACCES" ? "may not be used by this user" : "is taken";
  return `${variable}: port ${port} on ${host} ${problem}; set another one.`;
}

function explain(cause: unknown, address: ListenAddress): unknown {
  const { host, port } = address.settings ?? PUBLIC_SETTINGS;
  const code = errorCode(cause) ?? "";
  if (NO_ADDRESS.has(code)) return new StartError(addressProblem(host, address.host, code), { cause });
  if (code === "EADDRINUSE" || code === "EACCES")
    return new StartError(portProblem(port, address, code), { cause });
  return cause;
}

/** Starts what listens on a plane's address. @throws StartError that names the setting where the system refuses that address */
export async function startListening<Server>(
  address: ListenAddress,
  start: () => Promise<Server>,
): Promise<Server> {
  try {
    return await start();
  } catch (error) {
    throw explain(error, address);
  }
}
