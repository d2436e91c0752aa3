import { Pool } from "undici";
import type { OauthLoad } from "./oauth-load";

// Each input is sent at most once at a time: a code can be exchanged only once, so a load generator that repeats itself will not do.

let input = "";
for await (const chunk of process.stdin) input += String(chunk);
const { url, method, path, inputs, connections, seconds } = JSON.parse(input) as OauthLoad;

const pool = new Pool(url, { connections, pipelining: 1 });
const started = performance.now();
const until = seconds === undefined ? Number.POSITIVE_INFINITY : started + seconds * 1000;
let [next, total, bad] = [0, 0, 0];

function take(): string | undefined {
  if (performance.now() >= until) return undefined;
  const taken = seconds === undefined ? inputs[next] : inputs[next % inputs.length];
  next++;
  return taken;
}

async function send(one: string): Promise<void> {
  const isForm = method === "POST";
  const { statusCode, body } = await pool.request({
    method,
    path: isForm ? path : `${path}?${one}`,
    headers: isForm ? { "content-type": "application/x-www-form-urlencoded" } : {},
    body: isForm ? one : null,
  });
  await body.dump();
  total++;
  if (statusCode !== 200 && statusCode !== 302) bad++;
}

async function work(): Promise<void> {
  for (let one = take(); one !== undefined; one = take()) await send(one);
}

await Promise.all(Array.from({ length: connections }, work));
console.log(JSON.stringify({ total, bad, seconds: (performance.now() - started) / 1000 }));
await pool.close();
