import { gunzipSync } from "node:zlib";
import { z } from "zod";
import type { Answered, Asked, Client } from "./ask-server";
import type { Machine } from "./furnish-delivery";

/** What is asked again and again, by which machine, and the least share of the no-op's throughput that it may have. */
export type Subject = { name: string; asked: readonly Asked[]; status: number; bytes: number; least: number };

const manifestSchema = z.object({ skills: z.array(z.object({ archive: z.string() })).min(1) });
const indexSchema = z.object({ skills: z.array(z.object({ url: z.string() })).min(1) });
const [least, leastUnchanged] = [0.5, 0.8];

/** Everything that a machine fetches, each held against what came the first time. */
export async function listSubjects(client: Client, machines: readonly Machine[]): Promise<Subject[]> {
  const first = async (
    name: string,
    asked: readonly Asked[],
    limit = least,
  ): Promise<[Subject, Answered]> => {
    const [one] = asked;
    if (!one) throw new Error("There is no machine.");
    await client.ask(one);
    const answer = await client.ask(one);
    const { status, bytes } = answer;
    if (status !== 200 && status !== 304)
      throw new Error(`${name} was answered ${status}: ${bytes.toString().slice(0, 300)}`);
    return [{ name, asked, status, bytes: bytes.length, least: limit }, answer];
  };
  const again = async (name: string, asked: readonly Asked[]) => {
    const had: Asked[] = [];
    for (const one of asked) {
      const { etag = "" } = (await client.ask(one)).headers;
      had.push({ ...one, headers: { ...one.headers, "if-none-match": etag } });
    }
    return first(`${name}, unchanged (304)`, had, leastUnchanged);
  };
  const gzip = { "accept-encoding": "gzip" };
  const manifests = machines.map(({ manifest: path, authorization }) => ({
    path,
    headers: { authorization },
  }));
  const indexes = machines.map(({ address }) => ({ path: `${address}/.well-known/agent-skills/index.json` }));
  const [manifest, manifestAnswer] = await first("manifest", manifests);
  const [index, indexAnswer] = await first("catalogue (well-known index)", indexes);
  const [{ archive } = { archive: "" }] = manifestSchema.parse(
    JSON.parse(manifestAnswer.bytes.toString()),
  ).skills;
  const archives = machines.map(({ manifest, authorization }) => ({
    path: `${manifest}/archives/${archive}.zip`,
    headers: { authorization },
  }));
  const artifacts: Asked[] = [];
  for (const asked of indexes) {
    const [{ url } = { url: "" }] = indexSchema.parse(
      JSON.parse((await client.ask(asked)).bytes.toString()),
    ).skills;
    artifacts.push({ path: new URL(url).pathname });
  }
  const packed = (asked: readonly Asked[]) =>
    asked.map((one) => ({ ...one, headers: { ...one.headers, ...gzip } }));
  const unpacked = async (name: string, asked: readonly Asked[], plain: Answered) => {
    const [subject, answer] = await first(`${name}, gzip`, packed(asked));
    requireSame(subject.name, answer, plain);
    return subject;
  };
  const [archived] = await first("archive by digest", archives);
  const [artifact] = await first("artefact of the index", artifacts);
  const newest = await Promise.all(machines.map((machine) => askForPack(client, machine, ["deepen 1"])));
  const everything = await Promise.all(machines.map((machine) => askForPack(client, machine)));
  const subjects = [
    manifest,
    await unpacked("manifest", manifests, manifestAnswer),
    (await again("manifest", manifests))[0],
    index,
    await unpacked("catalogue", indexes, indexAnswer),
    (await again("catalogue", indexes))[0],
    archived,
    (await again("archive", archives))[0],
    artifact,
    (await again("artefact", artifacts))[0],
    (await first("git: which commit is the newest (ls-refs)", machines.map(refsOf)))[0],
    (await first("git: fetch of the newest commit (depth 1)", newest))[0],
    (await first("git: fetch with the whole history", everything))[0],
  ];
  return subjects;
}

/** What was asked for with gzip is what comes without it, once it is unpacked. */
function requireSame(name: string, { headers, bytes }: Answered, plain: Answered): void {
  if (headers["content-encoding"] !== "gzip") throw new Error(`${name} did not come packed.`);
  if (!gunzipSync(bytes).equals(plain.bytes)) throw new Error(`${name} is not what comes without it.`);
}

const gitHeaders = {
  "content-type": "application/x-git-upload-pack-request",
  "git-protocol": "version=2",
};
const packet = (text: string): string => (text.length + 4).toString(16).padStart(4, "0") + text;

/** Which commit is the newest of a repository, as git asks before it fetches. */
export const refsOf = ({ git }: { git: string }): Asked => ({
  path: `${git}/git-upload-pack`,
  headers: gitHeaders,
  body: Buffer.from(
    `${packet("command=ls-refs\n")}0001${packet("peel\n")}${packet("symrefs\n")}${packet("ref-prefix HEAD\n")}0000`,
  ),
});

/** As `git clone` asks for the newest commit and all before it, or as far as `bounds` say. */
async function askForPack(client: Client, machine: Machine, bounds: readonly string[] = []): Promise<Asked> {
  const refs = (await client.ask(refsOf(machine))).bytes.toString();
  const head = /^....([0-9a-f]{40}) HEAD/.exec(refs)?.[1];
  if (!head) throw new Error(`There is no HEAD in ${refs.slice(0, 200)}`);
  const lines = ["thin-pack", "no-progress", "ofs-delta", ...bounds, `want ${head}`, "done"].map((line) =>
    packet(`${line}\n`),
  );
  const body = Buffer.from(
    `${packet("command=fetch")}${packet("agent=git/2.39.5")}${packet("object-format=sha1")}0001${lines.join("")}0000`,
  );
  return { path: `${machine.git}/git-upload-pack`, headers: gitHeaders, body };
}
