import { describe, expect, it } from "vitest";
import { keepFigures } from "@/components/ui/keep-figures";
import { sayP, sayVerdictReason } from "@/lib/verdicts/say-verdict-reason";

describe("figures of a verdict on a screen", () => {
  it.each([0.5, 0.011, 0.000_01, 1])("keeps p of %s whole, however it is said", (p) => {
    expect(keepFigures(sayP(p))).not.toContain(" ");
  });

  it("keeps it whole within its sentence", () => {
    const { text } = sayVerdictReason({ reason: "may-be-chance", p: 0.5, limit: 0.05 });
    expect(keepFigures(text).split(" ")[0]).toBe("Exact\u00a0p\u00a0=\u00a00.5,");
  });
});
