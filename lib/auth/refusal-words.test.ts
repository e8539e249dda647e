import { describe, expect, it } from "vitest";
import { refusalWords } from "./refusal-words";
import { signInRefusals } from "./sign-in-refusal";

describe("refusalWords", () => {
  it.each(signInRefusals)("says %s in words, and what to do", (reason) => {
    const words = refusalWords(reason, "Meridian ID");
    expect(words?.title).toMatch(/^[A-Z][a-z].* /);
    expect(words?.help).toMatch(/\.$/);
  });

  it.each([undefined, "", "made-up", "__proto__", "<b>denied</b>"])("has no words for %j", (reason) => {
    expect(refusalWords(reason, "Meridian ID")).toBeNull();
  });
});
