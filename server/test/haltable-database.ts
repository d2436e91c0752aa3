import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface HaltableDatabase {
  url: string;
  /** From now on nothing is answered, as by a stopped process; connections are still accepted. */
  halt(): void;
  resume(): void;
  /** Ends every connection and accepts no more. */
  close(): void;
}

/** A proxy to a real database that can halt. */
export async function haltableDatabase(url: string): Promise<HaltableDatabase> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isHalted = false;
  const keep = (socket: Socket, other: () => Socket): Socket =>
    socket
      .on("data", (data) => void other().write(data))
      .on("error", () => other().destroy())
      .on("close", () => {
        sockets.delete(socket);
        other().destroy();
      });
  const server = createServer((socket) => {
    const database = connect(Number(port), hostname);
    keep(socket, () => database);
    keep(database, () => socket);
    sockets.add(socket).add(database);
    if (isHalted) socket.pause();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const through = new URL(url);
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    halt() {
      isHalted = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isHalted = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
