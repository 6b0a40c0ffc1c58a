// A process's one connection to the test cluster as its superuser: to open one costs more than to clone a database. It
// keeps no process alive, because its socket counts only while somebody works with it.
import { connect, type Socket } from "node:net";
import postgres from "postgres";

interface AdminConnection {
  readonly sql: postgres.Sql;
  socket?: Socket;
  users: number;
}

const connections = new Map<string, AdminConnection>();

function open(adminUrl: string): AdminConnection {
  const { hostname, port } = new URL(adminUrl);
  const options = {
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => undefined,
    // Missing in the driver's types.
    socket: () => {
      connection.socket = connect({ host: hostname, port: Number(port) });
      return connection.socket;
    },
  };
  const connection: AdminConnection = { sql: postgres(adminUrl, options), users: 0 };
  return connection;
}

/** What runs at once goes over the connection one after the other, so that no session's lock is to be held here. */
export async function withAdmin<T>(adminUrl: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const connection = connections.get(adminUrl) ?? open(adminUrl);
  connections.set(adminUrl, connection);
  connection.users += 1;
  connection.socket?.ref();
  try {
    return await work(connection.sql);
  } finally {
    connection.users -= 1;
    if (connection.users === 0) connection.socket?.unref();
  }
}
