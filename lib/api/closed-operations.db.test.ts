import { describe, expect, it } from "vitest";
import { z } from "zod";
import { callApi, sessionCookie } from "@/lib/testing/api-session";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";

const { db } = testDatabase();

const documentSchema = z.object({
  openapi: z.literal("3.1.0"),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ security: z.array(z.unknown()).optional(), summary: z.string() })),
  ),
});
type Operation = { method: string; path: string; open: boolean };

async function listOperations(): Promise<Operation[]> {
  const document = documentSchema.parse(await (await callApi("get", "/openapi.json")).json());
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => ({
      method,
      path: path.replace(/^\/api\/v1/, ""),
      open: security?.length === 0,
    })),
  );
}

const nobodysId = "0190a000-0000-7000-8000-000000000000";
const fill = (path: string, workspace: string) =>
  path
    .replace("{workspace}", workspace)
    .replace(/\{(seq|number)\}/g, "1")
    .replace(/\{[a-z]+\}/gi, nobodysId);

const operations = await listOperations();

describe("the OpenAPI document", () => {
  it("lists the operations of every module", () => {
    expect(operations.length).toBeGreaterThan(40);
  });

  it("leaves open only what a visitor needs before signing in", () => {
    const open = operations
      .filter((operation) => operation.open)
      .map(({ method, path }) => `${method} ${path}`);
    expect(open.sort()).toEqual([
      "get /health",
      "get /health/live",
      "get /openapi.json",
      "get /setup",
      "post /invitations/accept",
      "post /invitations/look",
      "post /reset-links/look",
      "post /reset-links/request",
      "post /reset-links/use",
      "post /setup/claim",
      "post /setup/link",
    ]);
  });
});

const closed = operations.filter(({ open }) => !open);

describe.each(closed)("$method $path without a session", ({ method, path }) => {
  it("answers 401 with a problem document", async () => {
    const response = await callApi(method, fill(path, "anywhere"));
    expect(response.status).toBe(401);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
  });
});

const [mine, theirs] = [await aContext(db), await aContext(db)];
const cookie = await sessionCookie(mine);

describe.each(closed.filter(({ path }) => path.includes("{workspace}")))(
  "$method $path of another's workspace",
  ({ method, path }) => {
    it("answers 404", async () => {
      const response = await callApi(method, fill(path, theirs.workspace.slug), { cookie });
      expect(response.status).toBe(404);
    });
  },
);
