import { readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { type Answer, Installation } from "./installation";
import { drill, type Outcome, pause, secondsUntil, type Told } from "./outcome";

const workspacesSchema = z.object({ items: z.array(z.object({ slug: z.string() })) });
const keySchema = z.object({ key: z.string() });
const conversationSchema = z.object({ id: z.string() });

/** No call may keep anybody waiting longer, whatever the database does. */
const longestCallSeconds = 40;
const backWithinMs = 60_000;

const isWell = async (at: Installation): Promise<boolean> =>
  (await at.ask("/health", { limitMs: 5_000 })).status === 200;
const inWords = ({ status, text, seconds }: Answer): string =>
  `${status || "no answer"} after ${seconds.toFixed(1)} s${status === 200 ? "" : ` (${detailOf(text)})`}`;

function detailOf(text: string): string {
  return /"detail":"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 80);
}

/** The one workspace of the drill, as it stands in addresses. */
export async function homeOf(at: Installation): Promise<string> {
  const { text } = await at.ask("/workspaces");
  const [workspace] = workspacesSchema.parse(JSON.parse(text)).items;
  if (!workspace) throw new Error("there is no workspace");
  return `/workspaces/${workspace.slug}`;
}

/** Faults under a server that runs: it says what is wrong, and is well again without anybody's help. */
export async function faultsWhileServing(at: Installation): Promise<Outcome[]> {
  const home = await homeOf(at);
  const skills = () => at.ask(`${home}/skills`);
  return [
    await drill("server killed", "started again, as before", async () => {
      const killed = at.serverPid;
      process.kill(killed, "SIGKILL");
      const seconds = await secondsUntil(() => isWell(at), backWithinMs);
      const { status } = await skills();
      const isOther = at.serverPid !== killed;
      const told = lineOf(at.out, /The server stopped .+/);
      return { told: `${told}; then ${status}`, holds: seconds !== null && status === 200 && isOther };
    }),
    await drill("database killed", "started again; no call is lost in silence", async () => {
      const killed = at.postgresPid;
      process.kill(killed, "SIGKILL");
      const meanwhile = await skills();
      const seconds = await secondsUntil(
        async () => ![0, killed].includes(at.postgresPid) && (await isWell(at)),
        backWithinMs,
      );
      const after = await skills();
      return {
        told: `${inWords(meanwhile)}; ${lineOf(at.out, /The database was ended.+/)}; then ${after.status}`,
        holds: seconds !== null && after.status === 200 && [200, 500, 503].includes(meanwhile.status),
      };
    }),
    await drill("database paused (SIGSTOP)", "503 with the reason, and well again after it", () =>
      pauseDatabase(at, home),
    ),
    await drill("no connections left", "an answer in time, and well again after it", () =>
      holdConnections(at, home),
    ),
    await drill("second start on the folder", "the start is refused with the reason", async () => {
      const second = await Installation.launch(at.data);
      const code = await second.ended;
      const holds = code === 1 && /already runs on the data/.test(second.reason) && (await isWell(at));
      return { told: `exit ${code}: ${second.reason}`, holds };
    }),
  ];
}

/** Stops all of Postgres, its children too, as a frozen container does. */
async function pauseDatabase(at: Installation, home: string): Promise<Told> {
  const pid = at.postgresPid;
  const signal = (name: NodeJS.Signals) => {
    for (const each of [pid, ...childrenOf(pid)]) process.kill(each, name);
  };
  signal("SIGSTOP");
  try {
    const sick = await secondsUntil(async () => (await at.ask("/health")).status === 503, 10_000);
    const health = await at.ask("/health");
    const call = await at.ask(`${home}/skills`);
    signal("SIGCONT");
    const back = await secondsUntil(() => isWell(at), backWithinMs);
    return {
      told: `health ${inWords(health)}; call ${inWords(call)}; well ${back?.toFixed(1)} s after it`,
      holds: sick !== null && back !== null && call.status === 503 && call.seconds < longestCallSeconds,
    };
  } finally {
    signal("SIGCONT");
  }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.trim().split(" ").filter(Boolean).map(Number);
}

/** Another program takes every connection that the app's role can have. */
async function holdConnections(at: Installation, home: string): Promise<Told> {
  const held: pg.Client[] = [];
  try {
    for (let isFull = false; !isFull && held.length < 500; ) {
      const client = new pg.Client({ connectionString: appUrlOf(at), connectionTimeoutMillis: 10_000 });
      client.on("error", () => {});
      await client.connect().then(
        () => held.push(client),
        () => {
          isFull = true;
        },
      );
    }
    const health = await at.ask("/health");
    // More at once than the server has connections: the rest would have to be made.
    const calls = await Promise.all(Array.from({ length: 40 }, () => at.ask(`${home}/skills`)));
    const statuses = [...new Set(calls.map(({ status }) => status))].sort();
    const longest = Math.max(...calls.map(({ seconds }) => seconds));
    await Promise.all(held.splice(0).map((client) => client.end()));
    const back = await secondsUntil(() => isWell(at), backWithinMs);
    return {
      told: `health ${inWords(health)}; 40 calls ${statuses.join(", ")}, the longest ${longest.toFixed(1)} s; well ${back?.toFixed(1)} s after it`,
      holds:
        back !== null &&
        longest < longestCallSeconds &&
        statuses.every((status) => [200, 503].includes(status)),
    };
  } finally {
    await Promise.all(held.map((client) => client.end()));
  }
}

function appUrlOf(at: Installation): string {
  const password = readFileSync(join(at.data, "postgres/app-password"), "utf8");
  const port = readFileSync(join(at.data, "postgres/pgdata/postmaster.pid"), "utf8").split("\n")[3];
  return `postgresql://greenroom_app:${password}@127.0.0.1:${port}/greenroom`;
}

/** A disk that fills while it serves: saves are refused in words, and taken again when there is room. */
export async function fillDisk(at: Installation): Promise<Told> {
  const home = await homeOf(at);
  const filler = join(at.data, "filler");
  const { bavail, bsize } = statfsSync(at.data);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)));
  const sick = await secondsUntil(async () => (await at.ask("/health")).status === 503, 15_000);
  const health = await at.ask("/health");
  rmSync(filler);
  const back = await secondsUntil(() => isWell(at), backWithinMs);
  const after = await at.ask(`${home}/skills`);
  return {
    told: `health ${inWords(health)}; well ${back?.toFixed(1)} s after it; then ${after.status}`,
    holds: sick !== null && back !== null && after.status === 200,
  };
}

const streamsWanted = 400;
const streamsPerKey = 40;

/** 400 event streams by several keys, and a run in progress: how long SIGTERM takes. */
export async function stopWithStreams(at: Installation): Promise<Told & { seconds?: number }> {
  const home = await homeOf(at);
  const keys: string[] = [];
  for (let index = 0; index * streamsPerKey < streamsWanted; index += 1) {
    const { text } = await at.ask(`${home}/keys`, {
      body: { name: `Reader ${index}`, scopes: ["read", "rehearse"], machine: { role: "author" } },
    });
    keys.push(keySchema.parse(JSON.parse(text)).key);
  }
  const made = await at.ask(`${home}/conversations`, { body: { agent: "release-desk" } });
  const { id } = conversationSchema.parse(JSON.parse(made.text));
  const streams: Response[] = [];
  // One key after another: all at once would wait for the database's few connections.
  for (const key of keys)
    streams.push(
      ...(await Promise.all(
        // As many as one member may have open.
        Array.from({ length: streamsPerKey }, (_, index) =>
          index % 4 === 0
            ? at.open(`${home}/conversations/${id}/events?after=0`, { key, stream: true })
            : at.open(`${home}/changes`, { key }),
        ),
      )),
    );
  const open = streams.filter(({ status }) => status === 200);
  const refused = [...new Set(streams.filter(({ status }) => status !== 200).map(({ status }) => status))];
  const read = open.map((stream) => stream.text().catch(() => null));
  await at.ask(`${home}/conversations/${id}/runs`, {
    body: { message: "@release-notes Read references/tone.md" },
  });
  await pause(500);
  const seconds = await at.stop();
  const texts = await Promise.all(read);
  const broken = texts.filter((text) => text === null).length;
  return {
    told: `${open.length} of ${streams.length} streams were open${refused.length ? ` (${refused.join(", ")})` : ""}, ${broken} broke off; stopped in ${seconds.toFixed(1)} s`,
    seconds,
    holds: open.length === streamsWanted && broken === 0 && seconds < 2,
  };
}

const lineOf = (text: string, pattern: RegExp): string => pattern.exec(text)?.[0] ?? "nothing was said";
