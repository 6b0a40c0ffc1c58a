// The sockets that the PostgreSQL driver talks through. The driver (3.4.9) forgets its socket while it still lets a
// broken transaction send its ROLLBACK: that ends the process (its issues 1066, 1154, 1208), or leaves a connection that
// never sends again (its pull request 1209). So a socket that closes first tells of an error, upon which the driver
// fails what is under way and sends the ROLLBACK into nothing, and is reported as closed a moment later.
import { connect, type Socket } from "node:net";

/** Long enough for what follows an error at once; a pool's end waits for it. */
const CLOSE_DELAY_MS = 10;

/** Where the driver's options point to. */
export interface DriverTarget {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false;
}

function connectionClosed(): Error {
  return Object.assign(new Error("The database closed the connection."), { code: "CONNECTION_CLOSED" });
}

function openSocket({ host, port, path }: DriverTarget, attempt: number): Socket {
  if (path) return connect(path);
  const index = attempt % host.length;
  return connect({ host: host[index] ?? "localhost", port: port[index] ?? 5_432 });
}

/** Makes the driver's `socket` option: hosts of a list take turns; a socket may be written to while it connects. */
export function driverSockets(): (target: DriverTarget) => Socket {
  let attempt = 0;
  return (target) => {
    const socket = openSocket(target, attempt);
    attempt += 1;
    const emit = socket.emit.bind(socket) as (event: string, ...args: unknown[]) => boolean;
    socket.emit = (event: string, ...args: unknown[]): boolean => {
      if (event !== "close") return emit(event, ...args);
      if (args[0] !== true && socket.listenerCount("error") > 0) emit("error", connectionClosed());
      // Without the flag of an error the driver fails whatever was sent since.
      setTimeout(emit, CLOSE_DELAY_MS, "close", false);
      return true;
    };
    return socket;
  };
}
