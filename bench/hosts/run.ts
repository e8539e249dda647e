import { resolve } from "node:path";
import { compareShapes, type Difference } from "@/lib/hosts/compare-shapes";
import { explain } from "@/lib/hosts/explain-difference";
import type { Shape } from "@/lib/hosts/shape";
import { defaultFolder, installPackage } from "../install-package";
import { print } from "../print-text";
import { readOption } from "../read-option";
import { compareLibraries, ownLibraryCalls } from "./compare-libraries";
import { type Host, hosts } from "./hosts";
import { libraryHosts } from "./library-hosts";
import { withManySkills } from "./many-skills";
import { type Apart, dialectShape, hostShape, type Scenario, sayCall } from "./measure-host";
import { withNamedFolders } from "./named-folders";
import { readCalls } from "./read-calls";
import { findOthers, type Others, whyOthers } from "./skills-of-others";
import { writeRecording } from "./write-recording";

const usage = `npm run bench -- hosts [--host <id>] [--skills <folder>] [--calls <file>] [--folder <folder>] [--record]

Runs the real hosts on skills and scripted calls, and the dialects on the same, and prints what is not the same.
  --host     one of ${[...hosts, ...libraryHosts].map(({ id }) => id).join(", ")}; all when absent
  --skills   a folder with one folder a skill, in place of the project's own
  --calls    a script in place of the project's own: see bench/hosts/read-calls.ts
  --folder   where the hosts are installed; GREENROOM_HOSTS_DIR, or a folder of the user's cache
  --sources  where the sources of hosts that are libraries lie (${libraryHosts.flatMap(({ sources }) => sources).join(", ")});
             GREENROOM_HOST_SOURCES; without it they are skipped. They need python3 with pydantic and yaml
  --record   writes what the hosts sent, as shapes, to lib/dialects/fixtures
`;
const own = { skills: "bench/hosts/skills", calls: "bench/hosts/calls.json" };
const counts = [5, 50, 200];

/** Exits 1 when a host and its dialect differ in a way that nobody explained. */
export async function run(options: readonly string[]): Promise<number> {
  const option = (name: string) => readOption(options, name);
  if (options.includes("--help")) {
    print(usage);
    return 0;
  }
  const chosen = hosts.filter(({ id }) => id === (option("host") ?? id));
  const libraries = libraryHosts.filter(({ id }) => id === (option("host") ?? id));
  if (chosen.length + libraries.length === 0) {
    print(`There is no host ${option("host")}.\n${usage}`);
    return 2;
  }
  const folder = resolve(option("folder") ?? defaultFolder());
  let unexplained = 0;
  let compared = 0;
  for (const host of chosen) {
    const bin = installPackage(host, folder);
    if (bin === null) continue;
    const calls = readCalls(option("calls") ?? own.calls, host);
    const skills = resolve(option("skills") ?? own.skills);
    const isOwn = option("skills") === undefined && option("calls") === undefined;
    const session = new Session(host, bin, isOwn && options.includes("--record"));
    await withNamedFolders(skills, async (named) => {
      for (const model of host.models)
        await session.compare({ id: `own-${model.windowTokens}`, folder: named, calls, model });
      const [model] = host.models;
      if (model && host.asksLeave)
        await session.compare({ id: "own-with-leave", folder: named, calls, model, leave: "all" });
    });
    if (isOwn)
      for (const count of counts)
        for (const model of host.models)
          await withManySkills(count, (many) =>
            session.compare({ id: `${count}-${model.windowTokens}`, folder: many, calls: [], model }),
          );
    unexplained += session.unexplained;
    compared += 1;
    session.record();
  }
  const ofLibraries = await compareLibraries(libraries, {
    sources: option("sources") ?? process.env.GREENROOM_HOST_SOURCES,
    skills: resolve(option("skills") ?? own.skills),
    calls: option("calls") ?? ownLibraryCalls,
    records: options.includes("--record") && option("skills") === undefined && option("calls") === undefined,
  });
  unexplained += ofLibraries.unexplained;
  compared += ofLibraries.compared;
  if (compared === 0) {
    print("Nothing was compared.");
    return 0;
  }
  print(unexplained === 0 ? "No unexplained difference." : `${unexplained} unexplained differences.`);
  return unexplained === 0 ? 0 : 1;
}

type Known = { defused: ReadonlySet<number | string>; apart: Apart; others: Others };

/** Why a file of such a skill can be read in the host alone; null for any other difference. */
function whyApart({ where }: Difference, { refused, kept }: Apart): string | null {
  const isOf = (name: string) => where.includes(`{{skills}}/${name}/`);
  if (refused.some(isOf))
    return "The host does not load this skill and would not be given it; here its files lie on its disk.";
  if (kept.some(isOf))
    return "A skill that its author keeps from models is on the host's disk all the same: any file of it can be read.";
  return null;
}

class Session {
  unexplained = 0;
  private readonly shapes: Record<string, Shape> = {};

  constructor(
    private readonly host: Host,
    private readonly bin: string,
    private readonly keeps: boolean,
  ) {}

  async compare(scenario: Scenario): Promise<void> {
    const theirs = await hostShape(this.host, this.bin, scenario);
    const { shape, ...ofDialect } = await dialectShape(this.host, scenario);
    const known = { ...ofDialect, others: findOthers(scenario.folder) };
    this.shapes[scenario.id] = theirs;
    const differences = compareShapes(theirs, shape, scenario.calls.map(sayCall));
    const { id, version } = this.host;
    const { entries } = theirs.catalogue;
    print(
      `${id} ${version}, ${scenario.model.name}, ${entries.length} skills, ${scenario.calls.length} calls: ` +
        `${differences.length} differences`,
    );
    for (const difference of differences) this.tell(difference, known);
  }

  record(): void {
    if (this.keeps) writeRecording(this.host, this.shapes);
  }

  private tell(difference: Difference, { defused, apart, others }: Known): void {
    const reason =
      whyApart(difference, apart) ??
      whyOthers(difference, others) ??
      explain(this.host.id, difference, defused);
    if (reason === null) {
      this.unexplained += 1;
      print(`  ${difference.where}\n    host:    ${difference.host}\n    dialect: ${difference.dialect}`);
    } else print(`  explained: ${difference.where}: ${reason}`);
  }
}
