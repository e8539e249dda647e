import { describe, expect, test } from "vitest";
import { isDialectId } from "../dialect-heads";
import { toHostPackage } from "../fixtures/host-package";
import { type LoadCase, loadCases } from "../fixtures/load-cases";
import recorded from "../fixtures/recorded-loads.json";
import { loadPackage } from "./find-loader";

type Recording = {
  version: string;
  refused: readonly string[];
  /** Name and description, where they are not the folder's and the usual one. */
  other: Readonly<Record<string, readonly string[]>>;
  /** Of the case `many-files`. */
  files?: readonly string[];
  scripts?: readonly string[];
};

const hosts = Object.entries<Recording>(recorded);

/** What the host itself answered: the loaders that can be run were given these very packages. */
const answerOf = ({ refused, other }: Recording, { folder }: LoadCase) =>
  refused.includes(folder) ? "refused" : (other[folder] ?? [folder, "Does one thing."]);

function loadOf(host: string, loadCase: LoadCase) {
  if (!isDialectId(host)) throw new Error(`${host} is no dialect.`);
  return loadPackage(host, toHostPackage(loadCase));
}

/** Its catalogue puts descriptions on one line and cuts them; the dialect does the same to what the loader gives. */
const asShown = (host: string, description: string): string =>
  host === "claude-code" ? [...description.replace(/\s+/g, " ")].slice(0, 700).join("") : description;

describe.each(hosts)("what the loader of %s makes of 134 packages", (host, recording) => {
  test.each(loadCases.map((loadCase) => [loadCase.folder.slice(0, 40), loadCase] as const))(
    "%s",
    (_name, loadCase) => {
      const load = loadOf(host, loadCase);
      const answer = answerOf(recording, loadCase);
      const shown = load.state === "refused" ? "refused" : [load.name, asShown(host, load.description)];
      const wanted = answer === "refused" ? answer : [answer[0], asShown(host, answer[1] ?? "")];
      expect(shown).toEqual(wanted);
    },
  );

  test("it says what to do about each that it refuses", () => {
    for (const loadCase of loadCases) {
      const load = loadOf(host, loadCase);
      if (load.state === "loaded") continue;
      expect(load.message).toMatch(/\.$/);
      expect(load.fix).toMatch(/\.$/);
      expect(load.line === null || load.line >= 1).toBe(true);
    }
  });
});

describe.each(hosts)("which files %s has", (host, { files, scripts }) => {
  const manyFiles = loadCases.find(({ folder }) => folder === "many-files");

  test("as the host lists them", () => {
    const load = manyFiles && loadOf(host, manyFiles);
    if (load?.state !== "loaded") throw new Error("It does not load.");
    // Which bytes are text is not known without them: one file with a text's name is kept.
    const isKnown = (path: string) => path !== "references/latin-1.txt";
    const own =
      host === "lightspeed" ? load.files.filter((path) => !load.scripts.includes(path)) : load.files;
    if (files) expect(own.filter(isKnown)).toEqual(files.filter(isKnown));
    if (scripts) expect(load.scripts).toEqual([...scripts].sort());
    expect([...load.files, ...load.leftOut.map(({ path }) => path), "SKILL.md"].sort()).toEqual(
      Object.keys(manyFiles?.files ?? {}).sort(),
    );
  });
});
