import { beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aPackage } from "@/lib/testing/packages";
import { api } from "../app";

const { db } = testDatabase();
let context: Context;
let cookie: string;
const script = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

beforeAll(async () => {
  context = await aContext(db);
  cookie = await sessionCookie(context);
  const files = { "assets/logo.svg": script, "assets/page.html": "<script>alert(1)</script>" };
  await aPackage(context, { name: "pictures", files, publishNote: "first" });
});

const path = (rest: string) => `/workspaces/${context.workspace.slug}${rest}`;
const get = (rest: string, headers: Record<string, string> = {}, method = "GET") =>
  api.request(`http://greenroom.test/api/v1${path(rest)}`, { method, headers: { cookie, ...headers } });

describe("files of a package, served from our own origin", () => {
  it.each([
    "/skills/pictures/draft/raw?path=assets/logo.svg",
    "/skills/pictures/draft/raw?path=assets/page.html",
    "/skills/pictures/versions/1/raw?path=assets/logo.svg",
    "/skills/pictures/export",
  ])("can only be downloaded, never run: %s", async (rest) => {
    const response = await get(rest);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(response.headers.get("content-type")).toMatch(/^(text\/plain; charset=utf-8|application\/zip)$/);
  });

  it.each(["draft/raw?path=SKILL.md", "versions/1/raw?path=SKILL.md"])(
    "are Markdown where they are, as a download all the same: %s",
    async (rest) => {
      const response = await get(`/skills/pictures/${rest}`);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "text/markdown; charset=utf-8",
        "content-disposition": expect.stringMatching(/^attachment; filename="SKILL\.md"/),
        "x-content-type-options": "nosniff",
        "content-security-policy": "sandbox; default-src 'none'",
      });
    },
  );

  it("answer HEAD with the same headers and no body, and 304 to whoever has them", async () => {
    const rest = "/skills/pictures/export?format=tar.gz";
    const [whole, head] = [await get(rest), await get(rest, {}, "HEAD")];
    const etag = head.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(etag).toBe(whole.headers.get("etag"));
    expect((await head.arrayBuffer()).byteLength).toBe(0);
    expect(head.headers.get("content-length")).toBe(String((await whole.arrayBuffer()).byteLength));
    expect((await get(rest, { "if-none-match": etag })).status).toBe(304);
  });
});

describe("the library's operations", () => {
  it("go from a new skill to a published version and its export", async () => {
    const call = (method: string, rest: string, body?: unknown) =>
      callApi(method, path(rest), { cookie, ...(body === undefined ? {} : { body }) });
    expect((await call("post", "/skills", { name: "made", template: "workflow" })).status).toBe(201);
    const change = { op: "write", path: "references/x.md", text: "x" };
    const saved = await call("post", "/skills/made/draft/changes", { baseRevision: 1, changes: [change] });
    const { revision, digest } = await saved.json();
    const published = await call("post", "/skills/made/versions", { revision, digest, note: "first" });
    expect(published.status).toBe(201);
    expect(await published.json()).toMatchObject({ number: 1, digest });
    const again = await call("post", "/skills/made/versions", { revision, digest });
    expect(again.status).toBe(409);
    expect((await call("get", "/skills/made/versions/1")).status).toBe(200);
    expect((await call("patch", "/skills/made", { name: "renamed" })).status).toBe(200);
    expect((await call("delete", "/skills/renamed", { confirmName: "renamed" })).status).toBe(204);
  });

  it("follow an import over server-sent events to its end", async () => {
    const form = new FormData();
    form.append("file", new Blob(["---\nname: loose\ndescription: Loose.\n---\n"]), "SKILL.md");
    const started = await api.request(`http://greenroom.test/api/v1${path("/imports")}`, {
      method: "POST",
      headers: { cookie },
      body: form,
    });
    expect(started.status).toBe(202);
    const { id } = await started.json();
    const events = await (await get(`/imports/${id}/events`)).text();
    expect(events).toContain("event: progress");
    expect(events).toContain('"state":"ready"');
    const stored = await callApi("post", path(`/imports/${id}/store`), { cookie, body: {} });
    expect(stored.status).toBe(202);
    expect(await (await get(`/imports/${id}/events`)).text()).toContain('"state":"done"');
    expect((await get("/skills/loose")).status).toBe(200);
  });
});
