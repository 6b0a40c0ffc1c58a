// What a plane says whose address cannot be listened on: the setting that names it, since the system's own words are those
// of a call that failed. It is no SettingError, after which a supervisor starts no more: a port may be free, and a name
// found, a moment later.

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Of the system and of its names: that it has no such address. */
const NO_ADDRESS = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "ENODATA"]);

function explain(cause: unknown, { host, port }: ListenAddress): unknown {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const say = (message: string): Error => new Error(message, { cause });
  if (NO_ADDRESS.has(code))
    return say(`CLIPMILL_HOST: this machine has no address ${host} (${code}); set one of its own.`);
  if (code === "EADDRINUSE") return say(`CLIPMILL_PORT: port ${port} on ${host} is taken; set another one.`);
  if (code === "EACCES")
    return say(`CLIPMILL_PORT: port ${port} may not be used by this user; set another one.`);
  return cause;
}

/** Starts what listens on a plane's address. @throws Error that names the setting where the system refuses that address */
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
