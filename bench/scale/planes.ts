// The processes of an appliance, as the cases need them: a control plane, and with it a media node whose tasks are empty.
import { type ServerProcess, startServerProcess } from "../load/server-process.ts";

const CONTROL_PLANE = new URL("../load/api-servers.ts", import.meta.url);
const MEDIA_NODE = new URL("empty-node.ts", import.meta.url);

export interface PlaneSubject {
  readonly databaseUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly storageFolder: string;
}

/** A case's processes; what was started is stopped, whatever failed meanwhile. */
export class Planes {
  readonly #running: ServerProcess[] = [];

  async startControlPlane({ env }: Pick<PlaneSubject, "env">): Promise<ServerProcess> {
    const plane = await startServerProcess(CONTROL_PLANE, ["ours"], env);
    this.#running.push(plane);
    return plane;
  }

  /** Both planes, of which it returns the control plane. @param places tasks that the node runs at once */
  async startAppliance(subject: PlaneSubject, places: number): Promise<ServerProcess> {
    const { databaseUrl, storageFolder, env } = subject;
    const plane = await this.startControlPlane(subject);
    this.#running.push(
      await startServerProcess(MEDIA_NODE, [databaseUrl, storageFolder, String(places)], env),
    );
    return plane;
  }

  get pids(): readonly number[] {
    return this.#running.map(({ pid }) => pid);
  }

  async stop(): Promise<void> {
    for (const process of this.#running.splice(0).reverse()) await process.stop();
  }
}
