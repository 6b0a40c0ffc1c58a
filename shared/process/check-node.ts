// Stops a command early, with a way out, when it runs under another Node than 22, or one that is too old. Commands
// import this file first: imports are evaluated in order, so nothing that needs this Node runs before it. It imports
// nothing itself. A newer Node will not do either: the HTTP server's binaries are of Node 22 alone.

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major !== 22 || minor < 18) {
  process.stderr.write(
    `Clipmill needs Node 22, 22.18 or newer; this is ${process.version} (${process.execPath}).\n` +
      "Start it through npm (npm start, npm run demo, npm test): npm then uses the Node that npm ci has put into " +
      "node_modules/.bin.\nIf npm brings this message too, npm ci has left out the optional package of this " +
      "platform's Node, or has none for it: install Node 22 yourself.\n",
  );
  process.exit(1);
}
