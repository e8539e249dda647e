import fs from "node:fs";
import { expect, it } from "vitest";
import { inProject } from "../paths.mjs";

/** Each call of `dynamic` in a file, up to the end of its statement. */
const calls = (text) => text.match(/\bdynamic\(\n?[\s\S]*?\);\n/g) ?? [];

it("what is loaded when it is opened leaves the page as it is meanwhile", () => {
  const files = fs.globSync("{app,components}/**/*.tsx", { cwd: inProject() });
  const found = files.flatMap((file) =>
    calls(fs.readFileSync(inProject(file), "utf8")).map((call) => ({ file, call })),
  );
  expect(found.length).toBeGreaterThan(30);
  // With neither, the whole page around it is hidden while it loads, and what had the focus has lost it.
  const hiding = found.filter(({ call }) => !/ssr: false|loading:/.test(call));
  expect(hiding.map(({ file, call }) => `${file}: ${call.split("\n")[0]}`)).toEqual([]);
});
