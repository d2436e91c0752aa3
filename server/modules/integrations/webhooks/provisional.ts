import type { Socket } from "node:net";

/** The start of a provisional response. 101 is none: it is a protocol switch that was not requested. */
const start = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/;
const example = "HTTP/1.1 100 ";
const endOfHead = "\r\n\r\n";
/** The maximum size of a response head in undici. */
const maximumBytes = 16 * 1024;

/**
 * Removes provisional responses (1xx) from what undici reads off a connection. Undici drops the connection at an unexpected `100 Continue`,
 * but a client must be able to parse them before the final response (RFC 9110, section 15.2). A connection carries one request at a time,
 * so the first bytes read after a write are the start of a response; no others are examined.
 */
export function passOverProvisional(socket: Socket): void {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean;
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let isAtStart = false;
  let held: Buffer | null = null;
  let passedOver = 0;

  /** @returns the bytes after provisional responses; null while the data may still be one */
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
