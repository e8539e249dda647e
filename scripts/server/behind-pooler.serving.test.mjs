import fs from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPooler, hasPooler } from "../../lib/testing/servers/pooler.ts";
import { POOLED_ADDRESS } from "../database/pooled-address.mjs";
import { startTestServer } from "../test-server.mjs";

/** Fewer than one server alone would have, so that a connection is another's from one statement to the next. */
const connections = 3;
const home = "/api/v1/workspaces/meridian";

if (!hasPooler) console.info("PgBouncer is not installed: no server is tried behind it");
describe.skipIf(!hasPooler)("two servers behind PgBouncer, which pools by transaction", () => {
  let pooler;
  let server;
  let other;
  let cookie;
  const env = {};
  beforeAll(async () => {
    server = await startTestServer({ env });
    pooler = await aPooler(server.databaseUrl, { connections });
    Object.assign(env, { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: server.databaseUrl });
    await server.kill();
    await server.start();
    other = await server.startBeside();
    const [, token] = server.setupLink.split("#");
    const person = { name: "Ines", email: "ines@example.test", password: "rehearse-before-you-ship" };
    const claimed = await post("/api/v1/setup/claim", { token, workspaceName: "Meridian", ...person });
    cookie = claimed.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
  });
  afterAll(async () => {
    await server?.stop();
    await pooler?.stop();
  });

  const ask = async (path, init = {}, { baseUrl } = server) => {
    const headers = { "content-type": "application/json", ...(cookie && { cookie }) };
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const post = (path, body, at) => ask(path, { method: "POST", body: JSON.stringify(body) }, at);

  it("tell each other what changed, over a stream that stays open", async () => {
    const stream = await ask(`${home}/changes`, {}, other);
    const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    const told = (async () => {
      for (let text = ""; ; ) {
        if (/event: agents|"agents"/.test(text)) return text;
        const { value, done } = await reader.read();
        if (done) return text;
        text += value;
      }
    })();
    await post(`${home}/agents`, { name: "Night shift" });
    expect(await told).toContain("agents");
    await reader.cancel();
  });

  it("rehearse: what one runs, the other streams, whole and in order", async () => {
    const { id } = await (await post(`${home}/conversations`, { agent: "release-desk" })).json();
    const events = `${home}/conversations/${id}/events`;
    await post(`${home}/conversations/${id}/runs`, { message: "@release-notes Read references/tone.md" });
    let items = [];
    for (let tries = 0; tries < 100 && items.at(-1)?.type !== "run-finished"; tries += 1) {
      ({ items } = await (await ask(events, {}, other)).json());
      await setTimeout(100);
    }
    expect(items.map(({ seq }) => seq)).toEqual(items.map((_, at) => at + 1));
    expect(items.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["skill-activated", "run-finished"]),
    );
  });

  it("write for forty at once, each its own", async () => {
    const names = Array.from({ length: 40 }, (_, at) => `Desk ${at}`);
    const made = await Promise.all(
      names.map(async (name, at) =>
        (await post(`${home}/agents`, { name }, at % 2 === 0 ? server : other)).json(),
      ),
    );
    expect(made.map(({ name }) => name)).toEqual(names);
  });

  it("are refused at the start where nobody said that it is one, with what to do", async () => {
    await server.kill();
    Object.assign(env, { DATABASE_DIRECT_URL: "" });
    await expect(server.start()).rejects.toThrow("stopped while it was starting");
    expect(fs.readFileSync(server.logFile, "utf8")).toContain(POOLED_ADDRESS);
  });
});
