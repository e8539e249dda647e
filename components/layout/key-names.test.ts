import { describe, expect, it } from "vitest";
import { keyCaps, matchesKeys, pressOf } from "./key-names";

const press = (
  key: string,
  held: Partial<Record<"metaKey" | "ctrlKey" | "shiftKey" | "altKey", boolean>> = {},
) => pressOf({ key, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, ...held });

describe("matchesKeys", () => {
  it("takes Cmd and Ctrl alike for mod, and nothing for mod", () => {
    expect(matchesKeys("mod+s", press("s", { metaKey: true }), null)).toBe(true);
    expect(matchesKeys("mod+s", press("s", { ctrlKey: true }), null)).toBe(true);
    expect(matchesKeys("mod+s", press("s"), null)).toBe(false);
    expect(matchesKeys("s", press("s", { ctrlKey: true }), null)).toBe(false);
  });

  it("tells letters apart by Shift, signs not: ? needs Shift on some keyboards only", () => {
    expect(matchesKeys("c", press("C", { shiftKey: true }), null)).toBe(false);
    expect(matchesKeys("shift+c", press("C", { shiftKey: true }), null)).toBe(true);
    expect(matchesKeys("?", press("?", { shiftKey: true }), null)).toBe(true);
    expect(matchesKeys("?", press("?"), null)).toBe(true);
  });

  it("matches two keys after each other only in their order", () => {
    expect(matchesKeys("g s", press("s"), press("g"))).toBe(true);
    expect(matchesKeys("g s", press("s"), press("x"))).toBe(false);
    expect(matchesKeys("g s", press("s"), null)).toBe(false);
    expect(matchesKeys("g s", press("g"), press("s"))).toBe(false);
  });
});

describe("keyCaps", () => {
  it("names the keys as the reader's keyboard does", () => {
    expect(keyCaps("mod+s", true)).toEqual(["⌘", "S"]);
    expect(keyCaps("mod+s", false)).toEqual(["Ctrl", "S"]);
    expect(keyCaps("g s", false)).toEqual(["G", "S"]);
    expect(keyCaps("escape", false)).toEqual(["Esc"]);
    expect(keyCaps("j k", false)).toEqual(["J", "K"]);
  });
});
