import type { Socket } from "node:net";

/** How a provisional answer starts; 101 is none, but a switch that nobody asked for. */
const start = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/;
const example = "HTTP/1.1 100 ";
const endOfHead = "\r\n\r\n";
/** What undici takes for an answer's head. */
const maximumBytes = 16 * 1024;

/**
 * Takes provisional answers (1xx) out of what a connection's reader reads. Undici drops the connection at a `100 Continue` that it did not
 * ask for, but a client must be able to read them before the answer (RFC 9110, section 15.2). One request at a time goes over a
 * connection, so what is read first after something was written is the start of an answer; nothing else is looked at.
 */
export function passOverProvisional(socket: Socket): void {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let isAtStart = false;
  let held: Buffer | null = null;
  let passedOver = 0;

  /** @returns what follows provisional answers; null as long as it may yet be one */
  function pass(chunk: Buffer): Buffer | null {
    let rest = held ? Buffer.concat([held, chunk]) : chunk;
    held = null;
    while (passedOver + rest.length <= maximumBytes) {
      const head = rest.toString("latin1", 0, example.length);
      if (!start.test(head + example.slice(head.length))) break;
      const end = rest.indexOf(endOfHead);
      if (end < 0) {
        held = rest;
        return null;
      }
      passedOver += end + endOfHead.length;
      rest = rest.subarray(end + endOfHead.length);
      if (rest.length === 0) return null;
    }
    isAtStart = false;
    return rest;
  }

  socket.write = (...given: unknown[]) => {
    isAtStart = true;
    passedOver = 0;
    return write(...given);
  };
  socket.read = (size?: number) => {
    for (let chunk = read(size); ; chunk = read(size)) {
      const passed = chunk !== null && isAtStart ? pass(chunk) : chunk;
      if (passed !== null || chunk === null) return passed;
    }
  };
}
