import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { revokeKey } from "@/lib/auth/commands/revoke-key";
import { manifestSchema } from "@/lib/delivery/schema";
import { ConcurrencySlots } from "@/lib/platform/concurrency-slots";
import { RequestAllowance } from "@/lib/platform/request-allowance";
import { callApi } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aMachine } from "@/lib/testing/delivery/deliveries";
import { aPackage } from "@/lib/testing/packages";
import { anAgentWith } from "@/lib/testing/sessions/rehearsals";
import { api } from "../app";

const { db } = testDatabase();
let context: Context;
let key = "";

beforeAll(async () => {
  context = await aContext(db);
  await aPackage(context, { name: "notes", files: { "references/a.md": "A\n" }, publishNote: "First" });
  await aPackage(context, { name: "other", publishNote: "First" });
  await anAgentWith(context, ["notes"], "Desk");
  await anAgentWith(context, ["other"], "Other desk");
  key = (await aMachine(context, "desk")).key;
});

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  api.request(`http://greenroom.test/api/v1/workspaces/${context.workspace.slug}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
const manifest = async () => manifestSchema.parse(await (await ask("/agents/desk/delivery")).json());

describe("GET .../delivery", () => {
  it("is answered once, then 304 while nothing changes", async () => {
    const answer = await ask("/agents/desk/delivery");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    const etag = answer.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    for (const had of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await ask("/agents/desk/delivery", { "if-none-match": had });
      expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
    }
    expect((await ask("/agents/desk/delivery", { "if-none-match": '"other"' })).status).toBe(200);
    const head = await ask("/agents/desk/delivery", {}, "HEAD");
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
  });

  it("opens nothing else: no other agent, no list, no page of its own agent", async () => {
    for (const path of ["/agents/other-desk/delivery", "/agents/missing/delivery"])
      expect((await ask(path)).status).toBe(404);
    for (const path of [
      "/agents",
      "/agents/desk",
      "/skills",
      "/skills/notes",
      "/keys",
      "/members",
      "/changes",
    ])
      expect((await ask(path)).status).toBe(403);
    const text = await (await ask("/agents/other-desk/delivery")).text();
    expect(text).not.toContain("Other desk");
  });

  it("answers a wrong, an expired and a revoked key alike, without a hint", async () => {
    const expired = await aMachine(context, "desk", "Expired");
    await db.apiKey.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
    const revoked = await aMachine(context, "desk", "Revoked");
    await revokeKey(context, { key: revoked.id });
    const answers = [];
    for (const bearer of [expired.key, revoked.key, `grk_${"x".repeat(43)}`, "grk_", "nonsense"]) {
      const answer = await ask("/agents/desk/delivery", { authorization: `Bearer ${bearer}` });
      const { traceId: _, ...problem } = await answer.json();
      answers.push({ status: answer.status, problem });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(401);
  });

  it("refuses who asks without a pause, and says when to come back", async () => {
    globalThis.greenroomDeliveryAllowance = new RequestAllowance({ burst: 1, perSecond: 0.5 });
    expect((await ask("/agents/desk/delivery")).status).toBe(200);
    const refused = await ask("/agents/desk/delivery");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
    globalThis.greenroomDeliveryAllowance = undefined;
  });

  it("refuses a query that is too long", async () => {
    expect((await ask(`/agents/desk/delivery?since=${"0".repeat(200)}`)).status).toBe(422);
  });
});

describe("the bytes of a delivery", () => {
  it("are for ever: strong ETag, immutable, HEAD, and no ranges", async () => {
    const { skills } = await manifest();
    const [skill] = skills;
    const addresses = [
      `/agents/desk/delivery/files/${skill?.files[0]?.sha256}`,
      `/agents/desk/delivery/archives/${skill?.archive}.zip`,
    ];
    for (const address of addresses) {
      const answer = await ask(address);
      expect(answer.status).toBe(200);
      const bytes = await answer.arrayBuffer();
      const etag = answer.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
      expect(answer.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
      expect(answer.headers.get("accept-ranges")).toBe("none");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; /);
      const head = await ask(address, {}, "HEAD");
      expect([head.status, head.headers.get("etag")]).toEqual([200, etag]);
      expect((await head.arrayBuffer()).byteLength).toBe(0);
      const part = await ask(address, { range: "bytes=0-3" });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([200, bytes.byteLength]);
      expect((await ask(address, { "if-none-match": etag })).status).toBe(304);
    }
  });

  it("go out a few at a time; who finds no room is told when to come back", async () => {
    const { skills } = await manifest();
    const addresses = [
      `/agents/desk/delivery/files/${skills[0]?.files[0]?.sha256}`,
      `/agents/desk/delivery/archives/${skills[0]?.archive}.zip`,
    ];
    for (const [limits, status] of [
      [{ each: 0, all: 9 }, 429],
      [{ each: 1, all: 0 }, 503],
    ] as const) {
      globalThis.greenroomDownloadSlots = new ConcurrencySlots({ ...limits, waiting: 0, waitMs: 0 });
      for (const address of addresses) {
        const refused = await ask(address);
        expect([refused.status, refused.headers.get("retry-after")]).toEqual([status, "3"]);
      }
      expect((await ask("/agents/desk/delivery")).status).toBe(200);
    }
    globalThis.greenroomDownloadSlots = undefined;
  });

  it("are at the addresses that the manifest gives", async () => {
    const { skills, addresses } = await manifest();
    const [skill] = skills;
    const paths = [
      addresses.file.replace("{sha256}", skill?.files[0]?.sha256 ?? ""),
      addresses.archive.replace("{archive}", skill?.archive ?? ""),
    ];
    for (const path of paths)
      expect((await callApi("get", path.replace("/api/v1", ""), { bearer: key })).status).toBe(200);
  });

  it("are not there for an agent that was not delivered them", async () => {
    const { skills } = await manifest();
    const { key: theirs } = await aMachine(context, "other-desk");
    const address = `/agents/other-desk/delivery/files/${skills[0]?.files[0]?.sha256}`;
    expect((await ask(address, { authorization: `Bearer ${theirs}` })).status).toBe(404);
  });
});
