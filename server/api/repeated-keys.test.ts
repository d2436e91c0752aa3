import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { watchRepeatedKeys } from "./repeated-keys";

it("every server of the process gets a repeated Idempotency-Key emptied, and a single one unchanged", async () => {
  watchRepeatedKeys();
  const server = createServer((request, response) => {
    response.end(JSON.stringify(request.headers["idempotency-key"] ?? null));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const answerTo = async (...lines: string[]): Promise<string> => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.end(["GET / HTTP/1.1", "Host: x", "Connection: close", ...lines, "", ""].join("\r\n"));
    let text = "";
    for await (const chunk of socket) text += chunk;
    return text.split("\r\n\r\n")[1] ?? "";
  };
  expect(await answerTo("Idempotency-Key: a", "idempotency-key: b")).toContain('""');
  expect(await answerTo("Idempotency-Key: a, b")).toContain('"a, b"');
  expect(await answerTo("X: 1")).toContain("null");
  server.close();
});
