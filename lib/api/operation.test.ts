import { z } from "@hono/zod-openapi";
import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { operationsUnder, personOperationsUnder } from "./operation";
import { createApi, jsonResponse } from "./route";

const params = z.object({ workspace: z.string(), skill: z.string().openapi({ description: "Its name" }) });
const noted = z.object({ skill: z.string(), note: z.string() });
const operation = operationsUnder("Notes");

/** An API of these operations, asked by somebody in a workspace. */
function asked(routes: ReturnType<typeof notes>) {
  const root = createApi();
  root.use(async (c, next) => {
    const context: unknown = { traceId: "trace", workspace: { id: "w" } };
    c.set("context", context as Context);
    await next();
  });
  root.onError((_error, c) => c.text("refused", 422));
  root.route("/", routes);
  return root;
}

const notes = (seen: unknown[] = []) =>
  createApi().openapiRoutes([
    operation("put", "/{workspace}/skills/{skill}/note", {
      summary: "Note something",
      params,
      body: noted,
      status: 201,
      answer: jsonResponse(noted, "Noted"),
      conflict: true,
      run: (context, input) => {
        seen.push(context.traceId, input);
        return input;
      },
    }),
    operation("delete", "/{workspace}/skills/{skill}/note", {
      summary: "Forget it",
      params,
      query: z.object({ really: z.enum(["yes"]) }),
      done: "Forgotten",
      turn: "read",
      run: (_context, input) => {
        seen.push(input);
      },
    }),
    personOperationsUnder("People")("get", "/me", {
      summary: "Who asks",
      answer: jsonResponse(z.object({ name: z.string() }), "Oneself"),
      run: (person) => ({ name: person?.actor.name ?? "nobody" }),
    }),
  ]);

const put = (body: unknown) => ({
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("operation", () => {
  it("gives its command who asks and what is asked: the address has the last word, the workspace is not said twice", async () => {
    const seen: unknown[] = [];
    const sent = put({ skill: "another", note: "Mind the tide" });
    const answer = await asked(notes(seen)).request("/meridian/skills/tides/note", sent);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual({ skill: "tides", note: "Mind the tide" });
    expect(seen).toEqual(["trace", { skill: "tides", note: "Mind the tide" }]);
  });

  it("asks for its query too, and asks nothing of who has nothing to say", async () => {
    const answer = await asked(notes()).request("/meridian/skills/tides/note", { method: "DELETE" });
    expect(answer.status).toBe(422); // without `really`
    const people = await asked(notes()).request("/me");
    expect(await people.json()).toEqual({ name: "nobody" });
  });

  it("refuses what its schemas refuse before the command is asked", async () => {
    const seen: unknown[] = [];
    const answer = await asked(notes(seen)).request("/meridian/skills/tides/note", put({ note: 1 }));
    expect(answer.status).toBe(422);
    expect(seen).toEqual([]);
  });

  it("refuses a word of its query that it does not know, as whoever asks believes that it counts", async () => {
    const seen: unknown[] = [];
    const api = asked(notes(seen));
    const path = "/meridian/skills/tides/note";
    const sent = put({ skill: "tides", note: "Mind the tide" });
    for (const query of ["?sure=1", "?skill=another"])
      expect((await api.request(path + query, sent)).status).toBe(422);
    expect((await api.request("/me?name=x")).status).toBe(422);
    expect(seen).toEqual([]);
    expect((await api.request(path, sent)).status).toBe(201);
    expect((await api.request("/me")).status).toBe(200);
  });

  it("says in the document what can come of it", () => {
    const { paths } = notes().getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "1" } });
    const { put: writes, delete: forgets } = paths?.["/{workspace}/skills/{skill}/note"] ?? {};
    expect(Object.keys(writes?.responses ?? {})).toEqual([
      "201",
      "400",
      "401",
      "403",
      "404",
      "409",
      "422",
      "503",
    ]);
    expect(Object.keys(forgets?.responses ?? {})).toEqual([
      "204",
      "400",
      "401",
      "403",
      "404",
      "422",
      "429",
      "503",
    ]);
    expect(writes).toMatchObject({ summary: "Note something", tags: ["Notes"] });
    expect(paths?.["/me"]?.get).toMatchObject({ tags: ["People"] });
  });
});
