import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { bodyHeaders } from "@/lib/platform/body-headers";
import { answerHeldText, type HeldText } from "./held-text";

const headers = { "content-type": "application/json" };
const aText = (text = "word ".repeat(1_000)): HeldText => ({ text, etag: "abc" });
const ask = (held: HeldText, given: Record<string, string> = {}, method = "GET") =>
  answerHeldText(new Request("http://greenroom.test/", { method, headers: given }), held, headers);

it("answers the text with what names it, and 304 to who has it", async () => {
  const held = aText();
  const answer = await ask(held);
  expect(await answer.text()).toBe(held.text);
  expect(Object.fromEntries(answer.headers)).toEqual({
    ...headers,
    ...bodyHeaders(5_000),
    etag: '"abc"',
    vary: "accept-encoding",
  });
  for (const had of ['"abc"', 'W/"abc"']) {
    const again = await ask(held, { "if-none-match": had });
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, '"abc"', ""]);
  }
});

it("says how long it is to who asks for the head alone", async () => {
  const answer = await ask(aText(), {}, "HEAD");
  expect([answer.headers.get("content-length"), await answer.text()]).toEqual(["5000", ""]);
});

const takes = (encodings: string) => ({ "accept-encoding": encodings });

it.each(["gzip", "gzip, deflate, br", "br;q=1, gzip;q=0.5"])(
  "packs it once, for who takes %j",
  async (one) => {
    const held = aText("Zoë ".repeat(500));
    const [first, second] = [await ask(held, takes(one)), await ask(held, takes(one))];
    expect(first.headers.get("content-encoding")).toBe("gzip");
    const packed = Buffer.from(await first.arrayBuffer());
    expect(first.headers.get("content-length")).toBe(String(packed.byteLength));
    expect(gunzipSync(packed).toString()).toBe(held.text);
    expect(Buffer.from(await second.arrayBuffer())).toEqual(packed);
    expect((await ask(held, { ...takes(one), "if-none-match": '"abc"' })).status).toBe(304);
  },
);

it.each(["", "br", "gzip;q=0", "gzip;q=0.0, *"])("is as it is for who takes %j", async (one) => {
  const held = aText("Zoë ".repeat(500));
  const answer = await ask(held, takes(one));
  expect([answer.headers.get("content-encoding"), await answer.text()]).toEqual([null, held.text]);
});

it("packs nothing that fits into one packet", async () => {
  const answer = await ask(aText("short"), takes("gzip"));
  expect([answer.headers.get("content-encoding"), await answer.text()]).toEqual([null, "short"]);
});
