import { handleV2 } from "@/server/api/v2";
import { sha256 } from "@/server/kernel/secrets";
import { createServices } from "@/server/kernel/services";
import type { Stage } from "./stage";

/** A statement that a request sent, in a form that another process can send again. */
export interface Statement {
  pool: "main" | "counters";
  text: string;
  /** `{ key: true }` stands for the hash of the request's own key. */
  parameters: unknown[];
}

/** What one request asks of the database, statement by statement. */
export async function record(stage: Stage, path: string): Promise<Statement[]> {
  const statements: Statement[] = [];
  const key = stage.keys[0] ?? "";
  const hash = sha256(key).toString("hex");
  let on = false;
  const services = createServices(stage.settings, {
    onStatement: (pool, text, parameters) => {
      if (on) statements.push({ pool, text, parameters: parameters.map((value) => portable(value, hash)) });
    },
  });
  const request = () =>
    handleV2(
      new Request(`http://bench.invalid${path}`, { headers: { authorization: `Bearer ${key}` } }),
      services,
    );
  try {
    // The first call reads the types of arrays; what is recorded is an ordinary one.
    await request();
    on = true;
    const response = await request();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return statements;
  } finally {
    await services.close();
  }
}

function portable(value: unknown, keyHash: string): unknown {
  const text = Buffer.isBuffer(value) ? value.toString("hex") : value;
  return typeof text === "string" && text.replace(/^\\x/, "") === keyHash ? { key: true } : text;
}
