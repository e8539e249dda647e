import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeXmlAttribute, escapeXmlText, unescapeXml } from "./escape-xml";

describe("escaping", () => {
  it("leaves nothing that could open a tag or end a value", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "a", "&lt;") }), (text) => {
        expect(escapeXmlText(text)).not.toMatch(/[<>]/);
        expect(escapeXmlAttribute(text)).not.toMatch(/[<>"']/);
        expect(unescapeXml(escapeXmlAttribute(text))).toBe(text);
      }),
    );
  });

  it("undoes no entity that it does not make", () => {
    expect(unescapeXml("&nbsp;&amp;lt;")).toBe("&nbsp;&lt;");
  });
});
