import { expect, it } from "vitest";
import { greetingFinder } from "./find-greeting";
import { flushPacket, packet } from "./pkt-line";

const greeting = Buffer.concat([packet("version 2\n"), packet("agent=git/2.47\n"), packet(""), flushPacket]);
const whole = Buffer.concat([greeting, packet("more"), flushPacket]);

it.each([1, 2, 3, 5, 7, 1_000])("ends at the first flush, in pieces of %i bytes", (size) => {
  const find = greetingFinder("000eversion 2\n");
  for (let at = 0; at < whole.length; at += size) {
    const found = find(whole.subarray(at, at + size));
    if (found.state === "more") continue;
    expect(found).toEqual({ state: "whole", end: greeting.length });
    return;
  }
  expect.fail("It found no end.");
});

it("takes a packet of every length that git sends", () => {
  expect(greetingFinder()(packet("x".repeat(65_516)))).toEqual({ state: "more" });
  expect(greetingFinder()(flushPacket)).toEqual({ state: "whole", end: 4 });
});

it.each(["0001", "0003abc", "fff5x", "zzzz", "Welcome to example.org!"])(
  "says of %s that it is not git",
  (text) => {
    expect(greetingFinder()(Buffer.from(text))).toEqual({ state: "not-git" });
  },
);

it("says of another beginning that it is not what was wanted, before it is whole", () => {
  const old = packet(`${"1".repeat(40)} HEAD\0side-band-64k\n`);
  expect(greetingFinder("000eversion 2\n")(old.subarray(0, 1))).toEqual({ state: "more" });
  expect(greetingFinder("000eversion 2\n")(old.subarray(0, 3))).toEqual({ state: "not-git" });
});
