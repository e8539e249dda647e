import { describe, expect, it } from "vitest";
import { outermostFields, textAt } from "./outermost-fields";

const encoder = new TextEncoder();
/** Name, text (or null), and whether it is null or false. */
const read = (text: string) => {
  const body = encoder.encode(text);
  return (
    outermostFields(body)?.map(({ name, text: span, isNull, isFalse }) => [
      name,
      span && textAt(body, span),
      isNull ? "null" : isFalse ? "false" : "",
    ]) ?? null
  );
};

describe("the outermost fields of a JSON", () => {
  it("are in their order, each as often as it is there, with their texts", () => {
    expect(read('{"a":"x","b":7,"a":"y"}')).toEqual([
      ["a", "x", ""],
      ["b", null, ""],
      ["a", "y", ""],
    ]);
  });

  it("are not those within, whatever is within", () => {
    expect(read('{"a":{"b":"x"},"c":[{"d":"y"},"e","f"],"g":"z"}')).toEqual([
      ["a", null, ""],
      ["c", null, ""],
      ["g", "z", ""],
    ]);
    expect(read('{"a":"{\\"b\\":1}","c":"\\\\"}')).toEqual([
      ["a", '{"b":1}', ""],
      ["c", "\\", ""],
    ]);
  });

  it("are read through escapes, as a parser reads them", () => {
    expect(read('{"mod\\u0065l":"\\u0061","é":"\\u00e9"}')).toEqual([
      ["model", "a", ""],
      ["é", "é", ""],
    ]);
  });

  it("are told apart where they ask for nothing", () => {
    expect(
      read('{"a" :\tnull,"b": false,"c":"null","d":true,"e":[null]}')?.map(([, , nothing]) => nothing),
    ).toEqual(["null", "false", "", "", ""]);
  });

  it.each(['{"a":1', '{"a":"x}', "[]", '"a"', "7", "", "{}", '{"a":1}}', "{a:1}", "{'a':1}", '{"a":1} // x'])(
    "are none where some parser might read others: %s",
    (text) => {
      expect(read(text)).toBeNull();
    },
  );

  it("have texts up to a length that no name has", () => {
    const [short, long] = ["x".repeat(1_900), "x".repeat(2_100)];
    expect(read(`{"a":"${short}","b":"${long}"}`)).toEqual([
      ["a", short, ""],
      ["b", null, ""],
    ]);
  });

  it("are where their bytes stand", () => {
    const body = encoder.encode('{"é":"ü","model":"x"}');
    const span = outermostFields(body)?.[1]?.text;
    expect(span && Buffer.from(body.subarray(span.from, span.to)).toString()).toBe('"x"');
  });
});
