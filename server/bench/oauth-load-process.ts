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

function take(): OauthLoad["inputs"][number] | undefined {
  if (performance.now() >= until) return undefined;
  const taken = seconds === undefined ? inputs[next] : inputs[next % inputs.length];
  next++;
  return taken;
}

const formType = { "content-type": "application/x-www-form-urlencoded" };

function requestOf(one: OauthLoad["inputs"][number]) {
  if (typeof one !== "string") return { path, ...one };
  return method === "POST" ? { path, headers: formType, body: one } : { path: `${path}?${one}` };
}

async function send(one: OauthLoad["inputs"][number]): Promise<void> {
  const { statusCode, body } = await pool.request({ method, ...requestOf(one) });
  await body.dump();
  total++;
  if (![200, 201, 302, 304].includes(statusCode)) bad++;
}

async function work(): Promise<void> {
  for (let one = take(); one !== undefined; one = take()) await send(one);
}

await Promise.all(Array.from({ length: connections }, work));
console.log(JSON.stringify({ total, bad, seconds: (performance.now() - started) / 1000 }));
await pool.close();
