import { resolve } from "node:path";
import { z } from "zod";
import { withInstallation } from "../faults/with-installation";
import { type Host, hosts } from "../hosts/hosts";
import { withNamedFolders } from "../hosts/named-folders";
import { readCalls } from "../hosts/read-calls";
import { defaultFolder, installPackage } from "../install-package";
import { print } from "../print-text";
import { compareTrails } from "./compare-trails";
import { reasonOf } from "./known-differences";
import { askWell, storeSkills, type Workspace } from "./store-skills";

const usage = `npm run bench -- live-hosts [--host <id>] [--skills <folder>] [--calls <file>] [--folder <folder>]

Starts a Greenroom of its own with the project's skills. Each real host, its model the gateway of that server, and its
dialect in the playground get the same message and the same scripted model: what happens to skills has to be the same, event by
event. Prints every event that is not.
  --host     one of ${hosts.map(({ id }) => id).join(", ")}; all when absent
  --skills   a folder with one folder a skill, in place of the project's own
  --calls    a script in place of the project's own: see bench/hosts/read-calls.ts
  --folder   where the hosts are installed; GREENROOM_HOSTS_DIR, or a folder of the user's cache
`;
const workspaceSchema = z.object({ slug: z.string() });
const own = { skills: "bench/hosts/skills", calls: "bench/live-hosts/calls.json" };
const message = "Write release notes: search is faster";
/** A person's own command, in the hosts that have one. */
const command = { message: "/release-notes for 1.2", calls: "bench/live-hosts/calls-after-command.json" };

/** Exits 1 when a host and its dialect do not leave the same events. */
export async function run(options: readonly string[]): Promise<number> {
  const option = (name: string) =>
    options.includes(`--${name}`) ? options[options.indexOf(`--${name}`) + 1] : undefined;
  if (options.includes("--help")) {
    print(usage);
    return 0;
  }
  const folder = resolve(option("folder") ?? defaultFolder());
  const installed = hosts
    .filter(({ id }) => id === (option("host") ?? id))
    .flatMap((host) => {
      const bin = installPackage(host, folder);
      return bin === null ? [] : [{ host, bin }];
    });
  if (installed.length === 0) {
    print("Nothing was compared.");
    return 0;
  }
  const isOwn = option("skills") === undefined && option("calls") === undefined;
  return withServer((workspace) =>
    withNamedFolders(resolve(option("skills") ?? own.skills), async (named) => {
      const skills = await storeSkills(workspace, named);
      let unexplained = 0;
      for (const { host, bin } of installed)
        for (const model of host.models)
          for (const script of [
            { message, calls: option("calls") ?? own.calls },
            ...(isOwn && host.id === "claude-code" ? [command] : []),
          ]) {
            const calls = readCalls(script.calls, host);
            const asked = { bin, message: script.message, calls, folder: named, skills, model };
            unexplained += await tell(workspace, host, asked);
          }
      print(unexplained === 0 ? "No unexplained difference." : `${unexplained} unexplained differences.`);
      return unexplained === 0 ? 0 : 1;
    }),
  );
}

async function tell(
  workspace: Workspace,
  host: Host,
  asked: Parameters<typeof compareTrails>[2],
): Promise<number> {
  const trails = await compareTrails(workspace, host, asked);
  const most = Math.max(trails.host.length, trails.dialect.length);
  const differing = Array.from({ length: most }, (_, at) => at).filter(
    (at) => trails.host[at] !== trails.dialect[at],
  );
  print(
    `${host.id} ${host.version}, ${asked.model.name}, "${asked.message}", ${asked.calls.length} calls: ` +
      `${trails.host.length} events, ${differing.length} differ`,
  );
  let unexplained = 0;
  for (const at of differing) {
    const [theirs, ours] = [trails.host[at] ?? "nothing", trails.dialect[at] ?? "nothing"];
    const reason = reasonOf(host.id, trails, at);
    if (reason === null) unexplained += 1;
    print(`  ${at + 1}. ${reason === null ? "" : `explained: ${reason} `}host: ${theirs}; dialect: ${ours}`);
  }
  return unexplained;
}

const withServer = <T>(use: (workspace: Workspace) => Promise<T>): Promise<T> =>
  withInstallation("live-hosts", { GREENROOM_ALLOWED_HOSTS: "127.0.0.1" }, async ({ at }) => {
    // Without the examples, whose names the skills may have.
    const { slug } = await askWell({ at, home: "" }, "/workspaces", workspaceSchema, {
      body: { name: "Live hosts", withExamples: false },
    });
    return use({ at, home: `/workspaces/${slug}` });
  });
