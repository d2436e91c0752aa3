import { createInterface } from "node:readline";
import { carryOutDue } from "@/server/api/operation-work";
import { handleV2 } from "@/server/api/v2";
import { loadSettings } from "@/server/kernel/env";
import { createServices } from "@/server/kernel/services";
import { parseRequest } from "@/server/transport/parsed-request";

/** A command of the test, one JSON object on a line. */
export type Command =
  | {
      do: "request";
      method: string;
      url: string;
      headers: Record<string, string>;
      body?: string;
      answer: boolean;
    }
  | { do: "carryOut" };

// A separate process that a test can kill. It answers requests through the whole pipeline, as a server would.
const services = createServices(loadSettings(process.env), { leanMount: true });
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function run(command: Command): Promise<void> {
  if (command.do === "carryOut") return void say({ finished: await carryOutDue(services) });
  const { method, url, headers, body } = command;
  const request = new Request(`http://localhost${url}`, { method, headers, ...(body && { body }) });
  const response = await handleV2(parseRequest(request, { ip: null, host: "localhost" }), services);
  // Everything is done, but the answer does not leave the process.
  if (!command.answer) return void say({ unsent: response.status });
  say({ status: response.status, body: await response.text() });
}

for await (const line of createInterface({ input: process.stdin })) void run(JSON.parse(line) as Command);
