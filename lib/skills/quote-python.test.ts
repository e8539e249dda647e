import { expect, it } from "vitest";
import { quotePython } from "./quote-python";

it.each([
  ["plain", "'plain'"],
  ["it's", `"it's"`],
  [`it's "so"`, `'it\\'s "so"'`],
  ["a\nb\tc\r\\", "'a\\nb\\tc\\r\\\\'"],
  ["", "''"],
])("writes %j as Python does", (text, written) => {
  expect(quotePython(text)).toBe(written);
});
