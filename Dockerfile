# Builds and runs the application with its embedded PostgreSQL; give DATABASE_URL to use a server of your own.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/patches server/patches
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev && rm -rf .next

FROM node:20-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
COPY --from=build --chown=node:node /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# Not through npm, which does not hand signals on.
CMD ["node", "--v8-pool-size=1", "--max-semi-space-size=32", "server/cli/start.mjs"]
