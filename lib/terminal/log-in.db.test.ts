import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { createKey } from "@/lib/auth/commands/create-key";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aClient } from "@/lib/testing/delivery/deliver-on-loopback";
import { type RunOptions, runGreenroom } from "@/lib/testing/delivery/run-greenroom";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();

async function aDesk() {
  const context: Context = await aContext(db);
  await aPackage(context, { name: "notes", publishNote: "First" });
  await anAgentWith(context, ["notes"], "Desk");
  const client = await aClient(context, "desk");
  const run = (args: readonly string[], options: RunOptions = {}) =>
    runGreenroom(args, { cwd: client.home, ...options });
  const file = path.join(client.home, ".config/greenroom/servers.json");
  const { key: writing } = await createKey(context, { name: "CI", scopes: ["read", "write"] });
  return { ...client, run, file, writing, agent: `${client.workspace}/agents/desk` };
}

describe("greenroom login", () => {
  it("tries a key and keeps it for this account alone; pull then needs no settings", async () => {
    const { run, agent, key, file, asked } = await aDesk();
    const { code, out, err } = await run(["login", agent], { input: `${key}\n` });
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(`Logged in to ${agent}. The key is in ${file}.\n`);
    expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(asked.some((one) => one.endsWith("/delivery"))).toBe(false);
    expect((await run(["pull", "--into", "skills"])).code).toBe(0);
  });

  it("takes the key from a file, standard input or GREENROOM_KEY, and prints it nowhere", async () => {
    const { run, agent, key, workspace, writing, home, file } = await aDesk();
    writeFileSync(path.join(home, "key.txt"), `${writing}\n`);
    const answers = [
      await run(["login", workspace, "--key-file", "key.txt"]),
      await run(["login", workspace, "--key-file", "-", "--json"], { input: writing }),
      await run(["login", agent, "-v"], { env: { GREENROOM_KEY: key } }),
    ];
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    const said = answers.map(({ out, err }) => out + err).join("");
    expect([said.includes(key), said.includes(writing)]).toEqual([false, false]);
    const { servers } = JSON.parse(readFileSync(file, "utf8"));
    expect(servers.map((server: { agent: string | null }) => server.agent)).toEqual([null, "desk"]);
  });

  it("keeps nothing that does not work, and says why", async () => {
    const { run, agent, key, workspace, writing, file } = await aDesk();
    const tries = [
      await run(["login", agent], { input: "grk_wrongwrongwrong" }),
      await run(["login", `${workspace}/agents/other`], { input: key }),
      await run(["login", workspace], { input: key }),
      await run(["login", agent], { input: writing.slice(0, 3) }),
      await run(["login", agent], { input: "" }),
      await run(["login", "http://127.0.0.1:1/w/acme"], { input: writing }),
      await run(["login"], { input: writing }),
    ];
    expect(tries.map(({ code }) => code)).toEqual([3, 3, 3, 64, 64, 3, 64]);
    const said = tries.map(({ err }) => err);
    expect(said[0]).toContain("does not accept this key");
    expect(said[1]).toContain("There is no agent “other” here.");
    expect(said[2]).toContain("A key to deliver is for one agent: log in with the agent's address");
    expect(said[3]).toContain("That is no key");
    expect(said[4]).toContain("No key was given");
    expect(said[5]).toContain("http://127.0.0.1:1 cannot be reached");
    expect(said[6]).toContain("Say where");
    expect(() => statSync(file)).toThrow("ENOENT");
  });

  it("asks which of several keys is meant, and goes by the folder that was pulled", async () => {
    const one = await aDesk();
    const two = await aDesk();
    const config = { XDG_CONFIG_HOME: path.join(one.home, "shared") };
    for (const { run, agent, key } of [one, two]) await run(["login", agent], { input: key, env: config });
    const open = await one.run(["pull", "--into", "skills"], { env: config });
    expect([open.code, open.err]).toEqual([64, expect.stringContaining("choose one with --server")]);
    const args = ["pull", "--into", "skills", "--server", two.agent];
    expect((await one.run(args, { env: config })).code).toBe(0);
    expect((await one.run(["pull", "--into", "skills"], { env: config })).code).toBe(0);
    expect((await one.run(["status", "skills"], { env: config })).code).toBe(0);
  });

  it("says where a file of keys is damaged", async () => {
    const { run, agent, key, file } = await aDesk();
    await run(["login", agent], { input: key });
    writeFileSync(file, "{");
    const { code, err } = await run(["pull", "--into", "skills"]);
    expect([code, err]).toEqual([4, expect.stringContaining("is damaged or of a newer release")]);
  });
});

describe("greenroom logout", () => {
  it("forgets one key, or all, and says that they still open what they opened", async () => {
    const { run, agent, key, workspace, writing, file } = await aDesk();
    await run(["login", agent], { input: key });
    await run(["login", workspace], { input: writing });
    const { code, out } = await run(["logout", agent]);
    expect([code, out]).toEqual([0, `Forgot the key for ${agent}; revoke it in the app.\n`]);
    expect(readFileSync(file, "utf8")).not.toContain(key);
    expect((await run(["logout", agent])).code).toBe(64);
    expect((await run(["logout"])).code).toBe(64);
    expect((await run(["logout", "--all"])).code).toBe(0);
    expect(readFileSync(file, "utf8")).not.toContain(writing);
  });
});
