import { expect, it } from "vitest";
import { answerHeldText, type HeldText } from "./held-text";

const headers = { "content-type": "application/json" };
const aText = (text = "word ".repeat(1_000)): HeldText => ({ text, etag: "abc" });
const ask = (held: HeldText, given: Record<string, string> = {}, method = "GET") =>
  answerHeldText(new Request("http://greenroom.test/", { method, headers: given }), held, headers);

it("answers the text with what names it, and 304 to who has it", async () => {
  const held = aText();
  const answer = ask(held);
  expect(await answer.text()).toBe(held.text);
  expect(Object.fromEntries(answer.headers)).toEqual({ ...headers, etag: '"abc"', "content-length": "5000" });
  for (const had of ['"abc"', 'W/"abc"']) {
    const again = ask(held, { "if-none-match": had });
    expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, '"abc"', ""]);
  }
});

it("says how long it is to who asks for the head alone", async () => {
  const answer = ask(aText(), {}, "HEAD");
  expect([answer.headers.get("content-length"), await answer.text()]).toEqual(["5000", ""]);
});

it.each(["", "gzip", "gzip, deflate, br"])("is the same text each time, for who takes %j", async (takes) => {
  const held = aText("Zoë ".repeat(500));
  for (let time = 0; time < 3; time += 1) {
    const answer = ask(held, { "accept-encoding": takes });
    expect([answer.headers.get("content-encoding"), await answer.text()]).toEqual([null, held.text]);
  }
});
