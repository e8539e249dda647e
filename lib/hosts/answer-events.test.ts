import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerEvents } from "./answer-events";

const stream = (text: string) => answerEvents({ contentType: "text/event-stream; charset=utf-8", text });
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

describe("an answer over the wire", () => {
  it("is one value where it came at once", () => {
    expect(answerEvents({ contentType: "application/json", text: '{"a":1}' })).toEqual({
      events: [{ a: 1 }],
      isStream: false,
    });
  });

  it.each(["", "nonsense", "[1,2]", "null", '"text"', '{"a":'])("is an empty record of %j", (text) => {
    expect(answerEvents({ contentType: "application/json", text })).toEqual({
      events: [{}],
      isStream: false,
    });
  });

  it("is a stream by its type, or by how it begins where that says nothing", () => {
    expect(stream(data({ a: 1 })).isStream).toBe(true);
    for (const text of [data({ a: 1 }), `event: x\n${data({ a: 1 })}`])
      expect(answerEvents({ contentType: "", text })).toEqual({ events: [{ a: 1 }], isStream: true });
  });

  it("leaves comments, names and the mark of the end out, however lines end", () => {
    for (const end of ["\n", "\r\n"]) {
      const text = [
        ": still here",
        "",
        "event: message",
        'data: {"a":1}',
        "id: 7",
        "",
        "data: [DONE]",
        "",
        "",
      ];
      expect(stream(text.join(end)).events).toEqual([{ a: 1 }]);
    }
  });

  it("joins the lines of one event, with or without a blank behind the colon", () => {
    expect(stream('data: {"a":\ndata:1}\n\n').events).toEqual([{ a: 1 }]);
  });

  it("has an empty record for an event that was cut", () => {
    expect(stream(`${data({ a: 1 })}data: {"b":`).events).toEqual([{ a: 1 }, {}]);
  });

  it("reads back whatever was written, in order", () => {
    const record = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue());
    fc.assert(
      fc.property(fc.array(record, { minLength: 1 }), (values) => {
        const written = values.map((value) => JSON.parse(JSON.stringify(value)));
        expect(stream(values.map(data).join("")).events).toEqual(written);
      }),
    );
  });

  it("never fails, whatever comes", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (contentType, text) => {
        expect(Array.isArray(answerEvents({ contentType, text }).events)).toBe(true);
      }),
    );
  });
});
