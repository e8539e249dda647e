import { expect, it } from "vitest";
import type { NeighbourPair } from "../proven/bytes-proof-schema";
import { isSoundHost, lostInSoundHosts, saysOfLosses } from "./sound-host";

type Host = NeighbourPair["hosts"][number];
const host = (over: Partial<Host> = {}): Host => ({
  dialect: "standard",
  name: "Standard",
  word: "judged",
  wordBefore: "too-few",
  isFaulty: false,
  neverFires: false,
  compared: 3,
  rightBefore: 3,
  rightNow: 2,
  now: null,
  gained: 0,
  ...over,
});

it.each([
  ["both runs measured", {}, true],
  ["the run before was broken", { wordBefore: "invalid" }, false],
  ["there is no run before", { wordBefore: null }, false],
  ["the run before was scripted", { wordBefore: "scripted" }, false],
  ["the run itself was broken", { word: "invalid" }, false],
  ["no case is in both", { compared: 0 }, false],
] as const)("is sound or not where %s", (_, over, sound) => {
  expect(isSoundHost(host(over))).toBe(sound);
});

it("says of losses where it is sound, or has nothing to lose", () => {
  expect(saysOfLosses(host())).toBe(true);
  const silent = { word: "invalid", wordBefore: "invalid" } as const;
  expect(saysOfLosses(host(silent))).toBe(false);
  expect(saysOfLosses(host({ ...silent, neverFires: true }))).toBe(true);
});

it("counts what is lost in sound hosts alone", () => {
  const lost = ["standard", "codex", "gone"].map((dialect) => ({
    case: "c1",
    query: "Merge",
    dialect,
    before: "right" as const,
    now: "missed" as const,
    by: null,
    run: 3,
  }));
  const hosts = [host(), host({ dialect: "codex", wordBefore: "invalid" })];
  expect(lostInSoundHosts({ hosts, lost }).map(({ dialect }) => dialect)).toEqual(["standard"]);
});
