import autocannon from "autocannon";
import type { Load } from "./load";

let input = "";
for await (const chunk of process.stdin) input += String(chunk);
const { url, path, keys, connections, seconds, amount } = JSON.parse(input) as Load;

const result = await autocannon({
  url,
  connections,
  ...(amount ? { amount } : { duration: seconds ?? 5 }),
  requests: keys.map((key) => ({ path, headers: { authorization: `Bearer ${key}` } })),
});
console.log(
  JSON.stringify({
    requestsPerSecond: result.requests.total / (result.duration || 1),
    p50: result.latency.p50,
    p99: result.latency.p99,
    total: result.requests.total,
    bad: result.non2xx + result.errors + result.timeouts,
  }),
);
