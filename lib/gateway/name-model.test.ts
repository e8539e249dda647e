import { describe, expect, it } from "vitest";
import { watchCpu } from "@/lib/testing/cpu-time";
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
    '{"model":"cheap","Model":"dear"}',
    '{"MODEL":"dear"}',
  ])("has no second reading: %s", (text) => {
    const { text: sent, asked } = named(text);
    expect([...new Set(Object.values(JSON.parse(sent)))]).toEqual(["large"]);
    expect(sent).not.toMatch(/cheap|dear/);
    expect(asked).toBe("dear");
  });

  it("leaves the very bytes where there is nothing to replace", () => {
    const bytes = new TextEncoder().encode('{"model":"large"}');
    expect(nameModel(bytes, "large").body).toBe(bytes);
    const gemini = new TextEncoder().encode('{"contents":[]}');
    expect(nameModel(gemini, "models/large", { isRequired: false })).toEqual({ body: gemini, asked: null });
  });

  it.each([
    '{"messages":[]}',
    '{"model":7}',
    '{"model":"a","Model":["dear"]}',
    "[1,2",
    '["model"]',
    "",
    '"model"',
    '{"model":"a',
    '{"model":"a"',
    "null",
    "{'model':'dear','x':\"model\"}",
    '{"model":"a",model:"dear"}',
    '{"model":"a",/* */"x":1}',
    '{"model":"a"}\u0000',
    '\uFEFF{"model":"a"}',
  ])("is refused where some server might read another one: %s", (text) => {
    expect(() => named(text)).toThrow(expect.objectContaining({ name: "WireError", kind: "invalid" }));
  });

  it("is refused in UTF-16 and in what is no UTF-8", () => {
    const wide = Uint8Array.from(Buffer.from('{"model":"dear"}', "utf16le"));
    const odd = Uint8Array.from([...Buffer.from('{"model":"'), 0xff, ...Buffer.from('"}')]);
    for (const bytes of [wide, odd])
      expect(() => nameModel(bytes, "large")).toThrow("no JSON object in UTF-8");
  });

  it.each([
    '"models":["dear"]',
    '"route":"fallback"',
    '"Model\u017f":["dear"]',
    '"fallbacks":[]',
    '"previous_response_id":"r1"',
    '"conversation":"c1"',
    '"prompt":{"id":"p1"}',
    '"background":true',
    '"container":"c1"',
    '"mcp_servers":[{}]',
    '"cachedContent":"c1"',
    '"cached_content":"c1"',
  ])("is all that one reaches: %s is refused", (field) => {
    expect(() => named(`{"model":"a",${field}}`)).toThrow("reaches past both");
    expect(() => named(`{${field},"model":"a"}`)).toThrow("reaches past both");
    const within = `{"model":"large","metadata":{${field}}}`;
    expect(named(within).text).toBe(within);
  });

  it("is named beside fields that ask for nothing", () => {
    const text = '{"model":"large","previous_response_id" : null,"background":false,"store":false}';
    expect(named(text).text).toBe(text);
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
      const spentMs = watchCpu();
      expect(nameModel(bytes, "large").asked).toBe("a");
      expect(spentMs()).toBeLessThan(3_000);
    }
  });
});
