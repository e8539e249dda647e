import { describe, expect, it } from "vitest";
import { limitBody } from "./limit-body";
import { createApi } from "./route";

const api = createApi();
api.post("/echo", limitBody(2_000_000, "At most 2 MB."), async (c) => c.json(await c.req.json()));
api.post("/count", limitBody(2_000_000, "At most 2 MB."), async (c) =>
  c.text(Array.isArray(await c.req.json()) ? "an array" : "something else"),
);
api.post("/unread", limitBody(2_000_000, "At most 2 MB."), (c) => c.text("never asked"));
api.onError((error, c) => c.text(String(error.message === "At most 2 MB." ? error.message : error), 400));

const send = (body: string | ReadableStream, path = "/echo", type = "application/json") =>
  api.request(path, {
    method: "POST",
    body,
    headers: { "content-type": type, ...(typeof body === "string" && { "content-length": lengthOf(body) }) },
    ...(typeof body !== "string" && { duplex: "half" }),
  });
const lengthOf = (text: string) => String(Buffer.byteLength(text));

function inChunks(text: string): ReadableStream {
  const bytes = Buffer.from(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + 65_536)));
      at += 65_536;
    },
  });
}

const short = { text: "Grüße", list: [1, null, true] };
const long = { text: 'Grüße \u2028 \\ " \u0000 🎭'.repeat(40_000), nested: [{ a: [] }] };

describe("a body in JSON", () => {
  it.each([
    ["short", short],
    ["long", long],
  ])("is the same value when it is %s, sent whole or in chunks", async (_, value) => {
    const text = JSON.stringify(value);
    expect(await (await send(text)).json()).toEqual(value);
    expect(await (await send(inChunks(text))).json()).toEqual(value);
  });

  it("is refused alike when it is none, however long", async () => {
    for (const text of ["{", `{"text": "${"a".repeat(300_000)}`])
      for (const body of [text, inChunks(text)]) {
        const answer = await send(body);
        expect(answer.status).toBe(400);
        expect(await answer.text()).toMatch(/^SyntaxError: .*(?:JSON|property)/);
      }
  });

  it.each([1_000, 5_000, 10_000, 50_000])("is answered when it is %i levels deep", async (levels) => {
    const deep = `${"[".repeat(levels)}${"]".repeat(levels)}`;
    for (const text of [deep, `[${deep},"${"a".repeat(300_000)}"]`]) {
      const answers = await Promise.all([send(text, "/count"), send(inChunks(text), "/count")]);
      for (const answer of answers) expect(await answer.text()).toBe("an array");
    }
  });

  it("is parsed here when the thread ends", async () => {
    const text = JSON.stringify(long);
    const [answer] = await Promise.all([send(text), globalThis.greenroomAside?.worker.terminate()]);
    expect(await answer.json()).toEqual(long);
  });

  it("gets no object's prototype changed", async () => {
    const text = `{"__proto__": {"isAdmin": true}, "filler": "${"a".repeat(300_000)}"}`;
    const answer = await send(text);
    expect(await answer.text()).toContain('"__proto__":{"isAdmin":true}');
  });

  it("is refused past the limit in the words of the route, sent whole or in chunks", async () => {
    const text = JSON.stringify("a".repeat(2_000_001));
    for (const body of [text, inChunks(text)]) expect(await (await send(body)).text()).toBe("At most 2 MB.");
  });

  it("need not be asked for, not even when it is none", async () => {
    expect(await (await send(`{${"a".repeat(300_000)}`, "/unread")).text()).toBe("never asked");
  });

  it("stays where it is when it is of another kind", async () => {
    const form = "a".repeat(300_000);
    expect((await send(form, "/unread", "text/plain")).status).toBe(200);
  });
});
