import { expect, test } from "vitest";
import { redactText } from "./redact-text";

test("secrets are shown by their first characters, other text as it is", () => {
  const key = `glpat-${"q7Rk2mZp9Xw4Tn8Vb3Lc"}`;
  expect(redactText(`The key ${key} and ${key}.`)).toBe(
    "The key glpa… (26 characters) and glpa… (26 characters).",
  );
  expect(redactText("Nothing to hide")).toBe("Nothing to hide");
});
