import { type Figure, median } from "./report";
import { leanServer, type Server } from "./servers";
import type { Stage } from "./stage";

const samples = 150;
const pageSize = 100;

interface Measured {
  name: string;
  path: string;
}

/** Benchmark 3: reads at one thousand and at one million leaves. */
export async function growth(small: Stage, large: Stage): Promise<Figure[]> {
  const servers = [await leanServer(small.environment), await leanServer(large.environment)] as const;
  const [a, b] = servers;
  try {
    const [smallReads, largeReads] = [await readsOf(a, small, 5), await readsOf(b, large, 300)];
    const times = smallReads.map(() => [[] as number[], [] as number[]] as const);
    for (let i = 0; i < samples; i++)
      for (const [at, pair] of times.entries()) {
        pair[0].push(await timed(a, small, smallReads[at]?.path ?? "", i));
        pair[1].push(await timed(b, large, largeReads[at]?.path ?? "", i));
      }
    return times.map(([few, many], at) => figureOf(smallReads[at]?.name ?? "", few, many));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

function figureOf(name: string, few: number[], many: number[]): Figure {
  // The first tenth warms caches and prepared statements.
  const [atThousand, atMillion] = [few, many].map((values) => median(values.slice(values.length / 10))) as [
    number,
    number,
  ];
  return {
    name: `GET ${name}: median at a million leaves over a thousand`,
    ratio: atMillion / atThousand,
    target: { atMost: 1.3 },
    readings: { "million ms": atMillion, "thousand ms": atThousand },
  };
}

async function readsOf(server: Server, stage: Stage, pages: number): Promise<Measured[]> {
  const token = await tokenAfter(server, stage, pages);
  const leaves = `/v2/leaves?limit=${pageSize}`;
  return [
    { name: "/v2/leaves, first page", path: leaves },
    { name: "/v2/leaves, deep page", path: `${leaves}&nextToken=${token}` },
    { name: "/v2/users", path: `/v2/users?limit=${pageSize}` },
  ];
}

/** Follows page tokens this many pages in, as a client would. */
async function tokenAfter(server: Server, stage: Stage, pages: number): Promise<string> {
  let token = "";
  for (let page = 0; page < pages; page++) {
    const size = pages > 50 ? 1000 : pageSize;
    const body = (await get(
      server,
      stage,
      `/v2/leaves?limit=${size}${token && `&nextToken=${token}`}`,
      page,
    )) as {
      nextToken?: string;
    };
    if (!body.nextToken) throw new Error(`There are only ${page + 1} pages`);
    token = body.nextToken;
  }
  return token;
}

async function timed(server: Server, stage: Stage, path: string, turn: number): Promise<number> {
  const start = performance.now();
  await get(server, stage, path, turn);
  return performance.now() - start;
}

async function get(server: Server, stage: Stage, path: string, turn: number): Promise<unknown> {
  const key = stage.keys[turn % stage.keys.length];
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}
