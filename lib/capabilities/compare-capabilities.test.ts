import { expect, test } from "vitest";
import { bytesOf } from "@/lib/skills/file-text";
import { capabilityDigest, compareCapabilities } from "./compare-capabilities";
import { findCapabilities } from "./find-capabilities";

const of = (text: string) => findCapabilities([{ path: "a.sh", bytes: bytesOf(text) }]);
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

test("tells what was added, what is gone and what stayed", () => {
  const change = compareCapabilities(of("git status\ncurl https://a.io"), of("curl https://b.io"));
  expect(names(change.added)).toEqual(["b.io"]);
  expect(names(change.gone)).toEqual(["a.io", "git"]);
  expect(names(change.same)).toEqual(["curl"]);
});

test("takes a line that moves for the same", () => {
  const [before, after] = [of("git status"), of("# first\n\ngit status")];
  expect(compareCapabilities(before, after)).toMatchObject({
    added: [],
    gone: [],
    same: [{ places: [{ line: 3 }] }],
  });
  expect(capabilityDigest(before)).toBe(capabilityDigest(after));
});

test("takes writing for more than reading", () => {
  const change = compareCapabilities(of("cat /etc/x"), of("tee /etc/x"));
  expect(change.added.map(({ use, name }) => `${use} ${name}`)).toEqual(["run tee", "written /etc/x"]);
  expect(capabilityDigest(of("cat /etc/x"))).not.toBe(capabilityDigest(of("tee /etc/x")));
});

test("holds what executions did against what is written", () => {
  const [seen] = of("curl https://c.io");
  const observed = seen ? [{ ...seen, places: [], placeCount: 0 }] : [];
  expect(names(compareCapabilities(of("curl https://a.io"), observed).added)).toEqual(["c.io"]);
});
