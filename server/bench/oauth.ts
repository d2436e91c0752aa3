import { type OauthInputs, oauthInputs } from "./oauth-data";
import { type OauthLoadResult, oauthLoad } from "./oauth-load";
import { type Figure, median } from "./report";
import { bareInsertServer, leanServer, oidcProviderServer, type Server } from "./servers";
import type { Stage } from "./stage";

const connections = 16;
const rounds = 3;
const seconds = 3;
/** Codes of one round: each is valid for one exchange. */
const codesEach = 1500;
const oneMillion = 1_000_000;

interface Contestants {
  ours: Server;
  theirs: Server;
  bare: Server;
}

/** The authorization server compared with node-oidc-provider in memory, a bare insert, and itself with a million stored grants. */
export async function oauth(small: Stage, large: Stage): Promise<Figure[]> {
  const servers: Contestants = {
    ours: await leanServer({ ...small.environment, TRUSTED_PROXIES: "1" }),
    theirs: await oidcProviderServer(),
    bare: await bareInsertServer(small.environment),
  };
  try {
    const counts = { codes: codesEach * (rounds + 1), refreshTokens: 200 };
    const inputs = await oauthInputs(small, servers.ours, counts);
    return [
      await refreshing(servers, inputs),
      await exchanging(servers, inputs),
      await authorizing(servers, inputs),
      await growing(servers.ours, inputs, large),
    ];
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.stop()));
  }
}

const post = (
  server: Server,
  path: string,
  bodies: string[],
  forSeconds?: number,
): Promise<OauthLoadResult> =>
  oauthLoad(server, {
    method: "POST",
    path,
    inputs: bodies,
    connections,
    ...(forSeconds ? { seconds: forSeconds } : {}),
  });

async function made(server: Server, path: string): Promise<string[]> {
  return (await (await fetch(server.url + path)).json()) as string[];
}

const perCpu = (results: OauthLoadResult[]): number =>
  median(results.map((one) => one.total / one.cpuSeconds));
const perSecond = (results: OauthLoadResult[]): number =>
  median(results.map((one) => one.total / one.seconds));

function againstProvider(name: string, ours: OauthLoadResult[], theirs: OauthLoadResult[]): Figure {
  return {
    name: `${name}: requests per CPU second over node-oidc-provider in memory`,
    ratio: perCpu(ours) / perCpu(theirs),
    target: { atLeast: 1 },
    readings: {
      "ours/CPU s": perCpu(ours),
      "theirs/CPU s": perCpu(theirs),
      "ours/s": perSecond(ours),
      "theirs/s": perSecond(theirs),
    },
  };
}

async function refreshing({ ours, theirs }: Contestants, { refreshTokens }: OauthInputs): Promise<Figure> {
  const [mine, other]: [OauthLoadResult[], OauthLoadResult[]] = [[], []];
  const bodies = await made(theirs, "/refresh-tokens/200");
  await post(ours, "/oauth/token", refreshTokens, seconds);
  await post(theirs, "/token", bodies, seconds);
  for (let round = 0; round < rounds; round++) {
    mine.push(await post(ours, "/oauth/token", refreshTokens, seconds));
    other.push(await post(theirs, "/token", bodies, seconds));
  }
  return againstProvider("refresh", mine, other);
}

async function exchanging({ ours, theirs }: Contestants, { codes }: OauthInputs): Promise<Figure> {
  const [mine, other]: [OauthLoadResult[], OauthLoadResult[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const bodies = await made(theirs, `/codes/${codesEach}`);
    const mineNow = await post(ours, "/oauth/token", codes.slice(round * codesEach, (round + 1) * codesEach));
    const otherNow = await post(theirs, "/token", bodies);
    // The first round warms up.
    if (round === 0) continue;
    mine.push(mineNow);
    other.push(otherNow);
  }
  return againstProvider("code exchange with id_token", mine, other);
}

async function authorizing({ ours, bare }: Contestants, { authorizations }: OauthInputs): Promise<Figure> {
  const [mine, least]: [OauthLoadResult[], OauthLoadResult[]] = [[], []];
  const ask = (server: Server) =>
    oauthLoad(server, {
      method: "GET",
      path: "/oauth/authorize",
      inputs: authorizations,
      connections,
      seconds,
    });
  for (let round = 0; round <= rounds; round++) {
    const [mineNow, leastNow] = [await ask(ours), await ask(bare)];
    if (round === 0) continue;
    mine.push(mineNow);
    least.push(leastNow);
  }
  return {
    name: "authorize: throughput over a bare server with one insert",
    ratio: perSecond(mine) / perSecond(least),
    target: { atLeast: 0.5 },
    readings: { "ours/s": perSecond(mine), "bare/s": perSecond(least) },
  };
}

/** Sequential requests that alternate between both, so that neither has the quieter moment. */
async function growing(few: Server, { refreshTokens }: OauthInputs, large: Stage): Promise<Figure> {
  const many = await leanServer(large.environment);
  const inputs = await oauthInputs(large, many, { codes: 0, refreshTokens: 200, grants: oneMillion });
  const [atFew, atMany]: [number[], number[]] = [[], []];
  try {
    for (let i = 0; i < 600; i++) {
      atFew.push(await timed(few, refreshTokens[i % 200] ?? ""));
      atMany.push(await timed(many, inputs.refreshTokens[i % 200] ?? ""));
    }
  } finally {
    await many.stop();
  }
  // The first turn records the time of last use, and warms caches and statements.
  const [small, big] = [median(atFew.slice(200)), median(atMany.slice(200))];
  return {
    name: "refresh: median with a million grants and refresh tokens stored over few",
    ratio: big / small,
    target: { atMost: 1.3 },
    readings: { "million ms": big, "few ms": small },
  };
}

async function timed(server: Server, body: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${server.url}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams(body),
  });
  if (!response.ok) throw new Error(`/oauth/token answered ${response.status}`);
  await response.text();
  return performance.now() - start;
}
