import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { TestServer } from "../../scripts/test-server.mjs";
import { type ClientHome, withHome } from "../git-clients/client-home";
import { print } from "../print-text";
import { openClient } from "./ask-server";
import { balance } from "./balance";
import type { Furnished } from "./furnish-servers";
import { refsOf } from "./subjects";

const mostMs = 1_000;
const patienceMs = 10_000;
/** Of an answer, before its server is killed. */
const cutAfterBytes = 64 * 1024;

const draftSchema = z.object({ revision: z.number(), digest: z.string() });
const indexSchema = z.object({
  skills: z.array(z.object({ name: z.string(), url: z.string(), digest: z.string() })),
});

/** Two servers on one database: what one is told, the other does; when one dies, the other goes on. How many checks fail. */
export async function tryTwoServers(server: TestServer, given: Furnished): Promise<number> {
  const other = await server.startBeside();
  let missed = 0;
  const check = (what: string, holds: boolean, seen: string) => {
    if (!holds) missed += 1;
    print(`${holds ? "ok  " : "MISS"} ${what.padEnd(64)} ${seen}`);
  };
  await tellOneAskOther(server.baseUrl, other.baseUrl, given, check);
  await killOne(server, other, given, check);
  return missed;
}

type Check = (what: string, holds: boolean, seen: string) => void;

/** What each address of a server gives now; of what opens nothing, its status. */
function addressesOf(baseUrl: string, { manifest, key, spare: address }: Furnished) {
  const client = openClient(baseUrl, 4);
  const seen = async (asked: Parameters<typeof client.ask>[0]) => {
    const { status, bytes } = await client.ask(asked);
    return status === 200 ? bytes.toString() : String(status);
  };
  const headers = { authorization: key.authorization };
  return {
    close: client.close,
    of: {
      manifest: () => seen({ path: manifest, headers }),
      index: () => seen({ path: `${address.path}/.well-known/agent-skills/index.json` }),
      "git address": () => seen(refsOf(address)),
    },
  };
}

async function tellOneAskOther(told: string, asked: string, given: Furnished, check: Check): Promise<void> {
  const { skill, home, cookie, key, spare } = given;
  const tell = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${told}${home}${path}`, {
      method,
      headers: { cookie, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
  const { of, close } = addressesOf(asked, given);
  /** Runs the act on the one server, and times until each address of the other gives something else. */
  const timed = async (what: string, act: () => Promise<unknown>, watched: readonly (keyof typeof of)[]) => {
    const before = new Map<string, string>();
    for (const name of watched) before.set(name, await of[name]());
    await act();
    const begun = performance.now();
    const times = watched.map(async (name) => {
      while (performance.now() - begun < patienceMs) {
        if ((await of[name]()) !== before.get(name)) break;
        await sleep(10);
      }
      const ms = performance.now() - begun;
      check(`${what}: ${name} of the other server`, ms <= mostMs, `after ${ms.toFixed(0)} ms`);
    });
    await Promise.all(times);
  };
  try {
    const all = ["manifest", "index", "git address"] as const;
    const { revision } = draftSchema.parse(await tell("GET", `/skills/${skill.name}/publication`));
    const changes = [{ op: "write", path: "SKILL.md", text: skill.next }];
    await tell("POST", `/skills/${skill.name}/draft/changes`, { baseRevision: revision, changes });
    const draft = draftSchema.parse(await tell("GET", `/skills/${skill.name}/publication`));
    const body = { revision: draft.revision, digest: draft.digest, note: "Second" };
    await timed("published", () => tell("POST", `/skills/${skill.name}/versions`, body), all);
    const withdrawal = { reason: "It leaks." };
    await timed(
      "withdrawn",
      () => tell("POST", `/skills/${skill.name}/versions/2/withdrawal`, withdrawal),
      all,
    );
    await timed("key revoked", () => tell("DELETE", `/keys/${key.id}`), ["manifest"]);
    await timed("address revoked", () => tell("DELETE", `/addresses/${spare.id}`), ["index", "git address"]);
  } finally {
    close();
  }
}

async function killOne(
  server: TestServer,
  other: { baseUrl: string; kill: () => Promise<void> },
  { address }: Furnished,
  check: Check,
): Promise<void> {
  const port = (url: string) => Number(new URL(url).port);
  const git = await balance([port(other.baseUrl), port(server.baseUrl)]);
  try {
    await withHome(async ({ home, start }: ClientHome) => {
      const clone = (to: string) =>
        start("git", "clone", "--quiet", git.origin + address.git, join(home, to));
      git.interrupt(cutAfterBytes, other.kill);
      const cut = await clone("first");
      check("git clone while its server is killed (kill -9)", cut.code !== 0, lastLine(cut.said));
      const again = await clone("second");
      const text = join(home, "second/skills/release-notes/SKILL.md");
      const { code, said } = await start("git", "-C", "second", "fsck", "--full", "--strict");
      const isWhole = existsSync(text) && readFileSync(text, "utf8").includes("Write it.") && code === 0;
      check(
        "the same clone again, from the other server",
        again.code === 0 && isWhole,
        `exit ${again.code}${said}`,
      );
    });
  } finally {
    git.close();
  }
  const third = await server.startBeside();
  const load = await balance([port(third.baseUrl), port(server.baseUrl)]);
  const client = openClient(load.origin, 1);
  try {
    const index = await client.ask({ path: `${address.path}/.well-known/agent-skills/index.json` });
    const large = indexSchema
      .parse(JSON.parse(index.bytes.toString()))
      .skills.find(({ name }) => name === "large");
    const path = new URL(large?.url ?? "").pathname;
    // Each over a connection of its own, as a client that begins again has.
    const download = async () => {
      const { ask, close } = openClient(load.origin, 1);
      try {
        const { bytes } = await ask({ path });
        return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
      } finally {
        close();
      }
    };
    load.interrupt(cutAfterBytes, third.kill);
    const cut = await download().catch((error: unknown) => `${error}`);
    check("an archive while its server is killed (kill -9)", cut !== large?.digest, cut);
    const again = await download().catch((error: unknown) => `${error}`);
    check("the same archive again, from the other server", again === large?.digest, again.slice(0, 24));
  } finally {
    client.close();
    load.close();
  }
}

const lastLine = (text: string): string => text.trim().split("\n").at(-1) ?? "";
