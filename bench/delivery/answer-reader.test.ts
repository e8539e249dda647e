import { describe, expect, it } from "vitest";
import { AnswerReader, type Counted } from "./answer-reader";

/** What is read of a text that comes in pieces of so many bytes. */
function readIn(text: string, size: number): Counted[] {
  const reader = new AnswerReader();
  const bytes = Buffer.from(text, "latin1");
  const answers: Counted[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    const answer = reader.read(bytes.subarray(at, at + size));
    if (answer) answers.push(answer);
  }
  return answers;
}

const sized = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 11\r\n\r\nhello\r\n\r\nyo";
const chunked =
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1a\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\n\r\n";
const unchanged = 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 11\r\n\r\n';
const empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

describe.each([1, 2, 3, 7, 50, 10_000])("in pieces of %d bytes", (size) => {
  it.each([
    ["by its length", sized, { status: 200, bytes: 11 }],
    ["in chunks", chunked, { status: 200, bytes: 31 }],
    ["without a body", unchanged, { status: 304, bytes: 0 }],
    ["with an empty one", empty, { status: 200, bytes: 0 }],
  ])("an answer is read to its end: %s", (_, text, counted) => {
    expect(readIn(text, size)).toEqual([counted]);
  });
});

it("answers on one connection are read one after the other", () => {
  const reader = new AnswerReader();
  expect([chunked, unchanged, sized].map((text) => reader.read(Buffer.from(text)))).toEqual([
    { status: 200, bytes: 31 },
    { status: 304, bytes: 0 },
    { status: 200, bytes: 11 },
  ]);
});

it("an answer that has not come to its end is none yet", () => {
  expect(readIn(chunked.slice(0, -1), 9)).toEqual([]);
  expect(readIn(sized.slice(0, -1), 9)).toEqual([]);
  expect(readIn("HTTP/1.1 200 OK\r\n", 9)).toEqual([]);
});

it("does not count what it does not understand", () => {
  expect(() => readIn("SSH-2.0-x\r\n\r\n", 100)).toThrow("This is no answer: SSH-2.0-x");
  expect(() => readIn(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}`, 9_000)).toThrow("has no end");
  const broken = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n";
  expect(() => readIn(broken, 100)).toThrow("This is no length of a chunk: xyz");
});
