// Gate: nothing of the server is in what browsers download.
import fs from "node:fs";
import path from "node:path";
import { inProject } from "../paths.mjs";

/** Texts that only server code contains. Each must be in the server's build, or the check could not fail. */
const SERVER_MARKERS = ["The configuration is not usable", "pg_notify", "PrismaClientKnownRequestError"];

/** @returns {{ problems: string[], summary: string }} */
export function checkClientBundle() {
  const client = readScripts(inProject(".next/static"));
  const server = readScripts(inProject(".next/server"));
  const problems = [];
  if (client.length === 0) problems.push("no client chunk was looked at");
  for (const marker of SERVER_MARKERS) {
    if (!server.some(({ text }) => text.includes(marker)))
      problems.push(`"${marker}" is nowhere in the server's build`);
    for (const { file, text } of client)
      if (text.includes(marker)) problems.push(`${file} holds "${marker}"`);
  }
  return { problems, summary: `${client.length} chunks` };
}

function readScripts(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".js"))
    .map((file) => ({ file, text: fs.readFileSync(path.join(folder, file), "utf8") }));
}
