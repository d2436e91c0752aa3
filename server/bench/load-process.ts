import autocannon from "autocannon";
import type { Load } from "./load";

let input = "";
for await (const chunk of process.stdin) input += String(chunk);
const { url, path, keys, connections, seconds, amount, rate } = JSON.parse(input) as Load;

const requests = keys.map((key) => ({ path, headers: { authorization: `Bearer ${key}` } }));
let started = 0;

/** Every connection starts with another key: a shared first key would run out of its rate limit. */
function begin(client: autocannon.Client): void {
  const at = Math.floor((started++ % connections) * (requests.length / connections));
  client.setRequests([...requests.slice(at), ...requests.slice(0, at)]);
}

const result = await autocannon({
  url,
  connections,
  ...(amount ? { amount } : { duration: seconds ?? 5 }),
  ...(rate ? { overallRate: rate } : {}),
  requests,
  setupClient: begin,
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
