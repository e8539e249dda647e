import { describe, expect, it } from "vitest";
import { nameModel } from "./name-model";

const named = (text: string, model = "large") => {
  const { body, asked } = nameModel(new TextEncoder().encode(text), model);
  return { text: new TextDecoder().decode(body), asked };
};

describe("the model of a request", () => {
  it.each([
    ['{"model":"a"}', '{"model":"large"}'],
    ['{ "model" :\n "a" , "x": 1.0 }', '{ "model" :\n "large" , "x": 1.0 }'],
    ['{"x":{"model":"in"},"y":[{"model":"in"},"model"],"model":"a"}', undefined],
    ['{"x":"\\"model\\":\\"in\\"","model":"a"}', undefined],
    ['{"x":"\\\\","model":"a","n":1e400,"é":"\\u00e9"}', undefined],
    ['{"x":"model","model":"a"}', undefined],
  ])("is replaced where it stands, and nothing else is: %s", (text, expected) => {
    expect(named(text)).toEqual({ text: expected ?? text.replace('"a"', '"large"'), asked: "a" });
  });

  it.each([
    '{"model":"cheap","model":"dear"}',
    '{"model":"cheap","\\u006dodel":"dear"}',
    '{"mode\\u006c":"dear"}',
  ])("has no second reading: %s", (text) => {
    const { text: sent, asked } = named(text);
    expect(JSON.parse(sent)).toEqual({ model: "large" });
    expect(sent).not.toMatch(/cheap|dear/);
    expect(asked).toBe("dear");
  });

  it.each([
    '{"model":"large"}',
    '{"messages":[]}',
    '{"model":7}',
    "[1,2",
    "",
    '"model"',
    '{"model":"a',
    "null",
  ])("leaves the very bytes where there is nothing to replace: %s", (text) => {
    const bytes = new TextEncoder().encode(text);
    expect(nameModel(bytes, "large").body).toBe(bytes);
  });

  it.each(['{"model":"cheap","Model":"dear"}', '{"MODEL":"cheap","model":"dear"}', '{"mod\\u0045l":"dear"}'])(
    "has no second reading for parsers that read names in any case: %s",
    (text) => {
      const { text: sent } = named(text);
      expect(Object.values(JSON.parse(sent))).toEqual(Object.keys(JSON.parse(text)).map(() => "large"));
    },
  );

  it("writes a name with quotes as JSON does", () => {
    expect(JSON.parse(named('{"model":"a"}', 'x"y\\z').text)).toEqual({ model: 'x"y\\z' });
  });

  it("is found in 50 MB within a blink, whatever they hold", () => {
    for (const filling of ["x", '\\"', "{}[],:"]) {
      const text = `{"messages":["${filling.repeat(50_000_000 / filling.length)}"],"model":"a"}`;
      const bytes = new TextEncoder().encode(text);
      const startedAt = performance.now();
      expect(nameModel(bytes, "large").asked).toBe("a");
      expect(performance.now() - startedAt).toBeLessThan(3_000);
    }
  });
});
