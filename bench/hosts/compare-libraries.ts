import { compareShapes, type Difference } from "@/lib/hosts/compare-shapes";
import { explain } from "@/lib/hosts/explain-difference";
import type { Shape } from "@/lib/hosts/shape";
import { print } from "../print-text";
import { type LibraryHost, missingSource } from "./library-hosts";
import { sayCall } from "./measure-host";
import { libraryDialectShape, libraryShape, readLibraryCalls } from "./measure-library";
import { withNamedFolders } from "./named-folders";
import { hasPython } from "./run-library";
import { findOthers, whyOthers } from "./skills-of-others";
import { writeRecording } from "./write-recording";

export const ownLibraryCalls = "bench/hosts/library-calls.json";

type Options = {
  /** Where the sources of the libraries lie; nothing of them is in the project. */
  sources: string | undefined;
  skills: string;
  calls: string;
  records: boolean;
};

/** Tools that the host offers and the dialect does not. */
export const findUnoffered = (theirs: Shape, ours: Shape): Difference[] =>
  theirs.tools
    .filter(({ name }) => !ours.tools.some((tool) => tool.name === name))
    .map((tool) => ({ where: `tools.${tool.name}`, host: JSON.stringify(tool), dialect: "nothing" }));

/** Compares hosts that are libraries with their dialects; a host whose sources are not there is skipped. */
export async function compareLibraries(
  hosts: readonly LibraryHost[],
  { sources, skills, calls: script, records }: Options,
): Promise<{ compared: number; unexplained: number }> {
  let [compared, unexplained] = [0, 0];
  for (const host of hosts) {
    const missing = missingSource(host, sources);
    if (sources === undefined || missing !== null) {
      print(`${host.id}: skipped. ${missing} is not in ${sources ?? "any folder: see --sources"}.`);
      continue;
    }
    if (!hasPython()) {
      print(`${host.id}: skipped. There is no python3 of 3.11 or later with pydantic and yaml.`);
      continue;
    }
    const calls = readLibraryCalls(script, host);
    await withNamedFolders(skills, async (folder) => {
      const theirs = libraryShape(host, sources, { folder, calls });
      const { shape, defused } = await libraryDialectShape(host, { folder, calls });
      const differences = [
        ...compareShapes(theirs, shape, calls.map(sayCall)),
        ...findUnoffered(theirs, shape),
      ];
      print(`${host.id} ${host.version}, ${calls.length} calls: ${differences.length} differences`);
      const others = findOthers(folder);
      for (const difference of differences) {
        const reason = whyOthers(difference, others) ?? explain(host.id, difference, defused);
        if (reason !== null) print(`  explained: ${difference.where}: ${reason}`);
        else {
          unexplained += 1;
          print(`  ${difference.where}\n    host:    ${difference.host}\n    dialect: ${difference.dialect}`);
        }
      }
      if (records) writeRecording(host, { own: theirs });
    });
    compared += 1;
  }
  return { compared, unexplained };
}
