import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { inProject } from "./paths.mjs";

/** As Next does it: no new connections, and an end when the last answer has ended. */
const streamingServer = `
  import http from "node:http";
  const server = http.createServer((request, response) => response.write(": following\\n\\n"));
  server.listen(0, "127.0.0.1", () => process.stdout.write(String(server.address().port)));
  process.on("SIGTERM", () => server.close(() => process.exit(0)));
`;

it("a server that is asked to stop ends by itself, though somebody follows a stream that never does", async () => {
  const preload = pathToFileURL(inProject("scripts/end-streams.mjs")).href;
  const server = spawn(process.execPath, [
    "--import",
    preload,
    "--input-type=module",
    "--eval",
    streamingServer,
  ]);
  const ended = new Promise((resolve) => server.once("exit", (code) => resolve(code)));
  const port = await new Promise((resolve) => server.stdout.once("data", resolve));
  const stream = await fetch(`http://127.0.0.1:${port}/`);
  const reader = stream.body.getReader();
  await reader.read();
  const broken = reader.read().then(
    () => "ended",
    () => "broken",
  );
  server.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(await broken).toBe("broken");
});
