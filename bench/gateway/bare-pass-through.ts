// What a gateway can do at best: passes each request to the address that it is started with, and looks at nothing.
import { createServer, request } from "node:http";

const to = new URL(process.argv[2] ?? "http://127.0.0.1:9");

const server = createServer((incoming, outgoing) => {
  const { method, headers, url } = incoming;
  const passed = request({ host: to.hostname, port: to.port, path: url, method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on("error", () => outgoing.destroy());
  incoming.pipe(passed);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" && address ? address.port : 0}\n`);
});
process.once("disconnect", () => process.exit(0));
