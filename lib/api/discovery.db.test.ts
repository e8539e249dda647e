import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Context } from "@/lib/access/context";
import { createAddress } from "@/lib/addresses/commands/create-address";
import { revokeAddress } from "@/lib/addresses/commands/revoke-address";
import { listAddresses } from "@/lib/addresses/list-addresses";
import { readArchive } from "@/lib/bundles/read-archive";
import { inTransaction } from "@/lib/db/transaction";
import { getAddressContents } from "@/lib/discovery/get-address-contents";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { withdrawVersion } from "@/lib/library/commands/withdraw-version";
import { getDraft } from "@/lib/library/drafts/get-draft";
import { createPackage } from "@/lib/library/writes/create-package";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { sha256 } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { publishSkill } from "@/lib/reviews/commands/publish-skill";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { fetchFrom } from "@/lib/testing/delivery/delivery";
import { aPackage, skillText } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";

const { db } = testDatabase();
const wellKnown = "/.well-known/agent-skills/index.json";
const indexSchema = z.object({
  skills: z.array(z.object({ name: z.string(), url: z.string(), digest: z.string() })),
});

async function anAddress() {
  const context = await aContext(db);
  const files = { "references/a.md": "A\n", "logo.png": new Uint8Array([137, 80, 78, 71, 0, 255]) };
  await aPackage(context, { name: "notes", files, publishNote: "First" });
  await aPackage(context, { name: "triage", publishNote: "First" });
  await aPackage(context, { name: "not-assigned", publishNote: "First" });
  const agent = await anAgentWith(context, ["notes", "triage"], "Desk");
  const { id, url } = await createAddress(context, { name: "Laptops", gives: { kind: "agent", agent } });
  return { context, id, url };
}

async function readIndex(url: string, path = wellKnown) {
  const response = await fetchFrom(url, { path });
  expect(response.status).toBe(200);
  return indexSchema.parse(await response.json()).skills;
}

async function filesAt(address: string) {
  const bytes = new Uint8Array(await (await fetchFrom(address)).arrayBuffer());
  const read = await readArchive(bytes, { fileName: "a.zip" });
  if (!read.ok) throw new Error("what is given out can be read");
  return { digest: `sha256:${sha256(bytes)}`, files: read.value.files };
}

async function publishAgain(context: Context, skill: string, text: string) {
  const { revision } = await getDraft(context, { skill });
  const changes = [{ op: "write" as const, path: "SKILL.md", text }];
  await changeDraft(context, { skill, baseRevision: revision, changes });
  const draft = await getDraft(context, { skill });
  await publishSkill(context, { skill, revision: draft.revision, digest: draft.digest, note: "More" });
}

describe("the index of an address", () => {
  it("lists what the agent is delivered, each with the digest of what stands at its address", async () => {
    const { url } = await anAddress();
    const skills = await readIndex(url);
    expect(skills.map(({ name }) => name)).toEqual(["notes", "triage"]);
    for (const { url: at, digest } of skills) {
      expect(at.startsWith(`${env().publicUrl}${new URL(url).pathname}/skills/`)).toBe(true);
      expect((await filesAt(at)).digest).toBe(digest);
    }
    const { files } = await filesAt(skills[0]?.url ?? "");
    expect(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("latin1")])).toEqual([
      ["SKILL.md", skillText("notes")],
      ["logo.png", "\u0089PNG\u0000ÿ"],
      ["references/a.md", "A\n"],
    ]);
  });

  it("is JSON for every page, asked for again each time, by GET and HEAD", async () => {
    const { url } = await anAddress();
    const response = await fetchFrom(url, { path: wellKnown });
    const text = await response.text();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "private, no-cache",
      "access-control-allow-origin": "*",
      "content-length": String(Buffer.byteLength(text)),
      etag: `"${sha256(text)}"`,
    });
    const head = await fetchFrom(url, { path: wellKnown, method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect([head.headers.get("etag"), head.headers.get("content-length")]).toEqual([
      response.headers.get("etag"),
      response.headers.get("content-length"),
    ]);
    for (const tag of [`"${sha256(text)}"`, `W/"${sha256(text)}"`, `"x", "${sha256(text)}"`, "*"]) {
      const same = await fetchFrom(url, { path: wellKnown, headers: { "if-none-match": tag } });
      expect([same.status, await same.text()]).toEqual([304, ""]);
    }
    const other = await fetchFrom(url, { path: wellKnown, headers: { "if-none-match": '"x"' } });
    expect(other.status).toBe(200);
    expect((await fetchFrom(url, { path: wellKnown, method: "POST" })).status).toBe(404);
  });

  it("is there for one skill alone below its name, and nowhere else", async () => {
    const { url } = await anAddress();
    const one = await readIndex(url, `/notes${wellKnown}`);
    expect(one.map(({ name }) => name)).toEqual(["notes"]);
    for (const path of [
      `/not-assigned${wellKnown}`,
      `/unknown${wellKnown}`,
      `/a/notes${wellKnown}`,
      `/x${wellKnown.slice(1)}`,
      "/.well-known/skills/index.json",
      "/.well-known",
    ])
      expect([path, (await fetchFrom(url, { path })).status]).toEqual([path, 404]);
  });

  it("leaves out what clients would drop in silence, and names it to those who look", async () => {
    const context = await aContext(db);
    const text = "---\nname: Loud_Notes\ndescription: Writes notes.\n---\n\nWrite.\n";
    await inTransaction(context, (context) =>
      createPackage(context, {
        name: "Loud_Notes",
        files: [{ path: "SKILL.md", text }],
        publishNote: "First",
      }),
    );
    await aPackage(context, { name: "plain", publishNote: "First" });
    await aPackage(context, { name: "unpublished" });
    const skills = ["Loud_Notes", "plain", "unpublished"];
    const { id, url } = await createAddress(context, { name: "Mine", gives: { kind: "selection", skills } });
    expect((await readIndex(url)).map(({ name }) => name)).toEqual(["plain"]);
    const contents = await getAddressContents(context, { address: id });
    expect(contents.skills).toMatchObject([{ name: "plain", skill: "plain", version: 1 }]);
    expect(contents.leftOut).toEqual([
      { skill: "unpublished", why: expect.stringMatching(/^unpublished has nothing to deliver/) },
      {
        skill: "Loud_Notes",
        why: expect.stringMatching(/^Loud_Notes has a name that the index cannot carry/),
      },
    ]);
    const stranger = await aContext(db);
    await expect(getAddressContents(stranger, { address: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("gives out a skill that its author keeps from models as it is, and says that some hosts do not heed that", async () => {
    const context = await aContext(db);
    const text = "---\nname: by-hand\ndescription: D.\ndisable-model-invocation: true\n---\n\nDo it.\n";
    await inTransaction(context, (context) =>
      createPackage(context, { name: "by-hand", files: [{ path: "SKILL.md", text }], publishNote: "First" }),
    );
    const gives = { kind: "selection" as const, skills: ["by-hand"] };
    const { id, url } = await createAddress(context, { name: "Mine", gives });
    const [skill] = await readIndex(url);
    const { files } = await filesAt(skill?.url ?? "");
    expect(files.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual([text]);
    expect((await getAddressContents(context, { address: id })).warnings).toEqual([
      { skill: "by-hand", why: expect.stringMatching(/^by-hand is kept from models by its author/) },
    ]);
  });

  it("is empty for a label that nothing has", async () => {
    const context = await aContext(db);
    const { url } = await createAddress(context, { name: "S", gives: { kind: "label", label: "staging" } });
    expect(await readIndex(url)).toEqual([]);
  });
});

describe("an archive by its digest", () => {
  it("never changes, may be kept, and is a download that no browser shows", async () => {
    const { url } = await anAddress();
    const [skill] = await readIndex(url);
    const at = skill?.url ?? "";
    const response = await fetchFrom(at);
    const etag = `"${skill?.digest.slice("sha256:".length)}"`;
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/zip",
      "cache-control": "private, max-age=31536000, immutable",
      "content-length": String((await response.arrayBuffer()).byteLength),
      "content-security-policy": "sandbox; default-src 'none'",
      etag,
    });
    const head = await fetchFrom(at, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([
      200,
      response.headers.get("content-length"),
    ]);
    expect((await fetchFrom(at, { headers: { "if-none-match": etag } })).status).toBe(304);
    const part = await fetchFrom(at, { headers: { range: "bytes=0-9" } });
    expect([part.status, part.headers.get("content-length")]).toEqual([
      200,
      response.headers.get("content-length"),
    ]);
  });

  it("goes out a few at a time; who finds no room is told when to come back, and has the index all the same", async () => {
    const { url } = await anAddress();
    const [skill] = await readIndex(url);
    for (const [limits, status] of [
      [{ each: 0, all: 9 }, 429],
      [{ each: 1, all: 0 }, 503],
    ] as const) {
      globalThis.greenroomDownloadSlots = new ConcurrencySlots({ ...limits, waiting: 0, waitMs: 0 });
      const refused = await fetchFrom(skill?.url ?? "");
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([status, "3"]);
      expect((await fetchFrom(url, { path: wellKnown })).status).toBe(200);
    }
    globalThis.greenroomDownloadSlots = undefined;
    expect((await fetchFrom(skill?.url ?? "")).status).toBe(200);
  });

  it("is the same for the same content at every address, and found by no other", async () => {
    const [one, two] = [await anAddress(), await anAddress()];
    const [[mine], [theirs]] = [await readIndex(one.url), await readIndex(two.url)];
    expect(mine?.digest).toBe(theirs?.digest);
    const { context } = two;
    await publishAgain(context, "notes", skillText("notes", "Only theirs.\n"));
    const changed = (await readIndex(two.url)).find(({ name }) => name === "notes");
    expect(changed?.digest).not.toBe(mine?.digest);
    const path = new URL(changed?.url ?? "").pathname.split("/").slice(3).join("/");
    expect((await fetchFrom(two.url, { path: `/${path}` })).status).toBe(200);
    expect((await fetchFrom(one.url, { path: `/${path}` })).status).toBe(404);
    expect((await fetchFrom(two.url, { path: `/${path.replace("notes.zip", "other.zip")}` })).status).toBe(
      404,
    );
  });
});

describe("what an address gives", () => {
  it("changes with what is published and withdrawn, and ends with the address", async () => {
    const { context, id, url } = await anAddress();
    const digestOf = async (name: string) => (await readIndex(url)).find((one) => one.name === name)?.digest;
    const before = await digestOf("notes");
    await publishAgain(context, "notes", skillText("notes", "Do it well.\n"));
    await expect.poll(() => digestOf("notes")).not.toBe(before);
    await withdrawVersion(context, { skill: "notes", number: 2, reason: "It leaks." });
    await expect.poll(() => digestOf("notes")).toBe(before);
    await withdrawVersion(context, { skill: "notes", number: 1, reason: "It leaks." });
    await expect.poll(async () => (await readIndex(url)).map(({ name }) => name)).toEqual(["triage"]);
    expect((await listAddresses(context))[0]?.lastFetchedAt).not.toBeNull();
    const [triage] = await readIndex(url);
    await revokeAddress(context, { address: id });
    for (const path of [wellKnown, `/triage${wellKnown}`])
      expect((await fetchFrom(url, { path })).status).toBe(404);
    expect((await fetchFrom(triage?.url ?? "")).status).toBe(404);
  });
});
