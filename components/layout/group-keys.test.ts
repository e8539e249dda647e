import { expect, it } from "vitest";
import { groupKeys } from "./group-keys";

const shortcut = (keys: string, label = keys) => ({
  keys,
  label,
  inInputs: false,
  when: () => true,
  run: () => {},
});

it("puts the page's own keys first, and of the same key the latest", () => {
  const { own, everywhere } = groupKeys([
    shortcut("mod+k"),
    shortcut("g s"),
    shortcut("?"),
    shortcut("c", "New skill"),
    shortcut("c", "New agent"),
    shortcut("j"),
  ]);
  expect(own.map(({ label }) => label)).toEqual(["New agent", "j"]);
  expect(everywhere.map(({ keys }) => keys)).toEqual(["mod+k", "g s", "?"]);
});
