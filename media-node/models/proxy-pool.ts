// Connections to a proxy, for the dispatcher that asks it for ways through. Whatever fails there is told as the proxy's
// failure: undici's own error of a proxy that hangs up (UND_ERR_SOCKET) is the one that its clients take for the end of
// an idle connection, so that they would ask again at once, without a pause and without an end.
import { type Dispatcher, Pool } from "undici";

type Options = Omit<Dispatcher.ConnectOptions, "origin">;
type Callback = (error: Error | null, data: Dispatcher.ConnectData) => void;

/** It has no code on purpose: its message is for people, as part of a sentence. */
class ProxyError extends Error {}

export class ProxyPool extends Pool {
  readonly #host: string;

  constructor(proxy: URL, options: Pool.Options) {
    super(proxy, options);
    this.#host = proxy.host;
  }

  /** Asks for a way to `options.path`. @throws ProxyError where the proxy gives none */
  override connect(options: Options): Promise<Dispatcher.ConnectData>;
  override connect(options: Options, callback: Callback): void;
  override connect(options: Options, callback?: Callback): Promise<Dispatcher.ConnectData> | undefined {
    if (callback === undefined) return this.#connect(options);
    super.connect(options, callback);
    return undefined;
  }

  async #connect(options: Options): Promise<Dispatcher.ConnectData> {
    const opened = await super.connect(options).catch((cause: unknown) => {
      throw new ProxyError(`the proxy ${this.#host} ${problemOf(cause)}`, { cause });
    });
    if (opened.statusCode === 200) return opened;
    opened.socket.on("error", () => undefined).destroy();
    throw new ProxyError(`the proxy ${this.#host} answered ${opened.statusCode}`);
  }
}

function problemOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return code === "UND_ERR_SOCKET" || code === "ECONNRESET" ? "hung up" : `failed: ${code}`;
}
