import { type Figure, percentile } from "./report";
import { leanServer } from "./servers";
import type { Stage } from "./stage";

const samples = 40;
/** Maximum milliseconds for a queue of 50. */
const aim = 200;

interface Requests {
  data: { leave: { id: string } }[];
}

/** The queue of pending requests, 50 at a time, and the contexts of their decisions, for 5,000 people with a million leaves. */
export async function approvals(stage: Stage): Promise<Figure[]> {
  const server = await leanServer(stage.environment);
  try {
    const get = async (path: string, turn: number) => {
      const response = await fetch(server.url + path, {
        headers: { authorization: `Bearer ${stage.keys[turn % stage.keys.length]}` },
      });
      if (!response.ok) throw new Error(`${path.slice(0, 30)} answered ${response.status}`);
      return response.json();
    };
    const times = { queue: [] as number[], context: [] as number[] };
    const measure = async (name: keyof typeof times, path: string, turn: number) => {
      const start = performance.now();
      const answer = await get(path, turn);
      if (turn >= samples / 10) times[name].push(performance.now() - start);
      return answer;
    };
    for (let turn = 0; turn < samples; turn++) {
      const { data } = (await measure("queue", "/v2/leaves/to-decide?limit=50", turn)) as Requests;
      if (data.length < 50) throw new Error(`Only ${data.length} leaves wait for a decision`);
      const ids = data.map(({ leave }) => leave.id).join(",");
      await measure("context", `/v2/leaves/decision-context?ids=${ids}`, turn);
    }
    const [queue, context] = [percentile(times.queue, 0.95), percentile(times.context, 0.95)];
    return [
      {
        name: "context of 50 decisions over 200 ms",
        ratio: context / aim,
        target: { atMost: 1 },
        readings: { "context p95 ms": context, "queue p95 ms": queue },
      },
    ];
  } finally {
    await server.stop();
  }
}
