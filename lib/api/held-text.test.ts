import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { answerHeldText, type HeldText } from "./held-text";

const headers = { "content-type": "application/json" };
const aText = (text = "word ".repeat(1_000)): HeldText => ({ text, etag: "abc" });
const ask = (held: HeldText, given: Record<string, string> = {}, method = "GET") =>
  answerHeldText(new Request("http://greenroom.test/", { method, headers: given }), held, headers);
const gzip = { "accept-encoding": "gzip, deflate" };

it("answers the text with what names it, and 304 to who has it", async () => {
  const held = aText();
  const answer = await ask(held);
  expect(await answer.text()).toBe(held.text);
  expect(Object.fromEntries(answer.headers)).toEqual({
    ...headers,
    ...{ etag: '"abc"', vary: "accept-encoding", "content-length": "5000" },
  });
  for (const had of ['"abc"', 'W/"abc"']) {
    const again = await ask(held, { ...gzip, "if-none-match": had });
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, '"abc"', ""]);
  }
});

it("says how long it is to who asks for the head alone", async () => {
  const answer = await ask(aText(), {}, "HEAD");
  expect([answer.headers.get("content-length"), await answer.text()]).toEqual(["5000", ""]);
});

it("packs it once somebody asks again, under a weak name", async () => {
  const held = aText();
  expect((await ask(held, gzip)).headers.get("content-encoding")).toBeNull();
  const answer = await ask(held, gzip);
  expect([answer.headers.get("content-encoding"), answer.headers.get("etag")]).toEqual(["gzip", 'W/"abc"']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(Number(answer.headers.get("content-length"))).toBe(bytes.byteLength);
  expect(gunzipSync(bytes).toString()).toBe(held.text);
});

it.each(["", "identity", "br", "gzip;q=0", "gzip; q=0.0", "x-gzip"])(
  "never packs it for %j",
  async (takes) => {
    const held = aText();
    await ask(held);
    const answer = await ask(held, { "accept-encoding": takes });
    expect([answer.headers.get("content-encoding"), await answer.text()]).toEqual([null, held.text]);
  },
);

it.each(["gzip", "GZIP;q=1", "deflate, gzip;q=0.5"])("packs it for %j", async (takes) => {
  const held = aText();
  await ask(held);
  expect((await ask(held, { "accept-encoding": takes })).headers.get("content-encoding")).toBe("gzip");
});

it("does not pack what is short", async () => {
  const held = aText("short");
  await ask(held);
  expect((await ask(held, gzip)).headers.get("content-encoding")).toBeNull();
});
