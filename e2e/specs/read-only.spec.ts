import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "../fixtures";
import { root, startBeside } from "../support/beside";
import { testedServer } from "../support/tested-server";

/** Runs a command where no user can write to the project's folder; `more` runs before. */
const readOnly = (more: string, ...command: string[]): [string, ...string[]] => [
  "unshare",
  ...["-rm", "sh", "-c"],
  `mount --bind "$0" "$0" && ${more} && mount -o remount,bind,ro "$0" && cd "$0" && exec "$@"`,
  ...[root, ...command],
];
const start = [process.execPath, "server/cli/start.mjs"];
const run = ([program, ...args]: [string, ...string[]]) =>
  spawnSync(program, args, { encoding: "utf8", env: { ...process.env, DATA_DIR: testedServer().dataDir } });

test.skip(run(readOnly("true", "true")).status !== 0, "nothing can be mounted here");

/** The request of a proxy that serves several hosts. */
async function ask(url: string, host: string, path: string) {
  const asked = request(url + path, { headers: { host } }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

test("200 from a read-only folder, at other addresses than it was built for", async () => {
  const server = await startBeside(() => readOnly("true", ...start), "read_only", {
    HOST: "localhost",
    APP_URL: "https://leave.example.com",
    AUTH_URL: "https://auth.example.com",
    LEGACY_AUTH_URL: "https://old.example.com/sign-in",
    BASE_URL: "https://api.example.com",
    ISSUER_URL: "https://leave.example.com/another",
    SHUTDOWN_LEAD_SECONDS: "0",
  });
  try {
    const page = await ask(server.url, "leave.example.com", "/login");
    const script = /"(\/_next\/static\/[^"]+\.js)"/.exec(page.body)?.[1] ?? "";
    const answers = [
      page,
      await ask(server.url, "leave.example.com", script),
      await ask(server.url, "leave.example.com", "/another/.well-known/openid-configuration"),
      await ask(server.url, "old.example.com", "/sign-in/.well-known/oauth-authorization-server"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  } finally {
    await server.stop();
  }
});

test("one line says what to do where there is no build and none can be made", () => {
  const { status, stderr } = run(readOnly('mount -t tmpfs none "$0/dist/pages"', ...start));
  expect([status, stderr.split("\n").filter((line) => line.startsWith("timeaway:"))]).toEqual([
    1,
    [
      expect.stringMatching(
        /^timeaway: There is no build of this code for Node \d+ in dist\/pages, .*npm run build/,
      ),
    ],
  ]);
});
